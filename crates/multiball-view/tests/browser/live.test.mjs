// What the page of a session under way shows and does, seen by a browser with software WebGL.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, open, program, quick, shot, slowness, until } from "./page.mjs";

let served, chrome, began;

before(async () => {
  began = performance.now();
  served = await program("play", "--view");
  chrome = await browser();
});

after(async () => {
  await chrome?.close();
  served?.stop();
});

test("a rally is seen soon after the start, and moves", async () => {
  const since = () => Math.round((performance.now() - began) / 100) / 10;
  const { page, wrong } = await open(chrome, served.url);
  const seen = since();
  await until(page, () => /rally [1-9]/.test(document.querySelector(".score").textContent));
  const rally = since();
  await until(page, () => document.querySelector(".stroke-list button"));
  console.log(`from the command to the hall ${seen} s, to the first return ${rally} s, to its story ${since()} s`);
  assert.ok(rally < 10 * slowness(), `the first return after ${rally} s`);
  const hall = page.locator("canvas.hall");
  const first = await hall.screenshot();
  await page.waitForTimeout(700);
  const second = await hall.screenshot();
  assert.ok(!first.equals(second), "nothing moves");
  assert.deepEqual(wrong, []);
  await page.close();
});

test("the hall is drawn soon and often", () => quick(chrome, served.url));

test("cameras show what they see", async () => {
  const { page, wrong, state } = await open(chrome, served.url);
  await page.locator(".insets canvas").first().waitFor();
  await shot(page, "light");
  assert.equal((await state()).webgl, true);
  assert.deepEqual((await state()).errors, []);
  assert.deepEqual(wrong, []);
  await page.close();
});

test("playback stops, slows, goes back and jumps", async () => {
  const { page, wrong, state } = await open(chrome, served.url);
  await page.keyboard.press("Space");
  await until(page, () => !window.multiball.playing);
  const paused = (await state()).time;
  await page.waitForTimeout(500);
  assert.equal((await state()).time, paused);
  await page.keyboard.press("ArrowLeft");
  await until(page, (t) => Math.abs(window.multiball.time - (t - 0.01)) < 1e-6, paused);
  await page.getByLabel("Speed").selectOption("0.25");
  await until(page, () => window.multiball.speed === 0.25);
  await page.locator("canvas.hall").click({ position: { x: 640, y: 600 } });
  await page.keyboard.press("+");
  await until(page, () => window.multiball.speed === 0.5);
  const line = await page.getByRole("slider", { name: "Session time" }).boundingBox();
  await page.mouse.click(line.x + line.width * 0.1, line.y + line.height / 2);
  await until(page, () => window.multiball.time < window.multiball.head * 0.2);
  const scrubbed = (await state()).time;
  await page.keyboard.press("n");
  await until(page, (t) => window.multiball.time > t, scrubbed);
  const point = (await state()).time;
  await page.keyboard.press("h");
  await until(page, (t) => window.multiball.time > t, point);
  await page.keyboard.press("p");
  await page.keyboard.press("2");
  await until(page, () => window.multiball.preset === "player");
  await page.getByRole("button", { name: "Live" }).click();
  await until(page, () => window.multiball.live && window.multiball.head - window.multiball.time < 2.5);
  assert.deepEqual(wrong, []);
  await page.close();
});

test("a stroke shows its story", async () => {
  const { page, wrong } = await open(chrome, served.url);
  await page.locator(".stroke-list button").first().click();
  await until(page, () => window.multiball.story > 0);
  const story = page.getByRole("region", { name: "Story of a stroke" });
  for (const part of ["Where it landed", "Seen", "Predicted", "Decided", "Joints"]) {
    await story.getByText(part, { exact: true }).waitFor();
  }
  assert.ok((await story.locator(".chart").count()) >= 8, "charts of measurements, errors and six joints");
  await shot(page, "story");
  await page.keyboard.press("Escape");
  await until(page, () => window.multiball.story === 0);
  assert.deepEqual(wrong, []);
  await page.close();
});

test("phones: nothing is cut off, panels come from below", async () => {
  const { page, wrong } = await open(chrome, served.url, { viewport: { width: 390, height: 844 }, hasTouch: true });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  for (const name of ["Figures", "Strokes", "Cameras"]) {
    await page.getByRole("navigation", { name: "Panels" }).getByRole("button", { name }).tap();
    const box = await page.getByRole("region", { name }).boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.height > 60, name);
  }
  await page.getByRole("button", { name: "Play or pause" }).tap();
  await until(page, () => !window.multiball.playing);
  await shot(page, "phone");
  await page.getByRole("navigation", { name: "Panels" }).getByRole("button", { name: "Strokes" }).tap();
  await page.locator(".stroke-list button").first().tap();
  await page.getByRole("region", { name: "Story of a stroke" }).waitFor();
  await shot(page, "phone-story");
  assert.deepEqual(wrong, []);
  await page.close();
});

test("light and dark follow the system, and the button", async () => {
  const { page, wrong } = await open(chrome, served.url, { colorScheme: "dark" });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), "dark");
  await page.waitForTimeout(600);
  await shot(page, "dark");
  await page.getByRole("button", { name: "Light or dark" }).click();
  assert.equal(await theme(), "light");
  await page.reload();
  assert.equal(await theme(), "light");
  assert.deepEqual(wrong, []);
  await page.close();
});

test("keys are listed, and every control has a name", async () => {
  const { page, wrong } = await open(chrome, served.url);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Help" }).waitFor();
  await page.keyboard.press("Escape");
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll("button, select, input, [role=slider]")]
      .filter((control) => !control.getAttribute("aria-label") && !control.textContent.trim())
      .filter((control) => !control.closest("label"))
      .map((control) => control.outerHTML),
  );
  assert.deepEqual(nameless, []);
  await page.keyboard.press("Tab");
  assert.notEqual(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), "none");
  assert.deepEqual(wrong, []);
  await page.close();
});

test("without WebGL the score still works", async () => {
  const plain = await browser(["--disable-3d-apis"]);
  const { page } = await open(plain, served.url);
  await page.getByText("This browser has no WebGL").waitFor();
  await page.locator(".stroke-list button").first().waitFor();
  await page.waitForFunction(() => document.querySelector(".time b").textContent !== "0:00.0");
  await plain.close();
});

test("a new run starts from the panel, and the old one is gone", async () => {
  const { page, wrong } = await open(chrome, served.url);
  await page.getByRole("button", { name: "New run" }).click();
  const panel = page.getByRole("dialog", { name: "New run" });
  const scenario = panel.locator("[name=scenario]");
  await scenario.selectOption("picker");
  assert.equal(await panel.getByText("Target").isVisible(), false, "the picker has no target");
  await scenario.selectOption("duel");
  assert.equal(await panel.getByText("strength").isVisible(), false, "a robot has no strength");
  await panel.getByText("-1.10 m, 0.50 m, as in the scenario").waitFor();
  await scenario.selectOption("hall");
  await panel.getByText("0.70, as in the scenario").waitFor();
  await panel.getByLabel("Seed").fill("42");
  await panel.locator(".table-top").click({ position: { x: 90, y: 70 } });
  await shot(page, "start");
  await panel.getByRole("button", { name: "Start", exact: true }).click();
  await until(page, () => window.multiball.run === 2 && window.multiball.time > 0.5);
  await page.getByText("seed 42").waitFor();
  assert.equal(await panel.isVisible(), false);
  assert.deepEqual(wrong.filter((line) => !line.includes("410")), []);
  await page.close();
});
