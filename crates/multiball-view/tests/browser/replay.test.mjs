// A recording in the browser.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, open, program, quick, shot, until } from "./page.mjs";

let served, chrome;

before(async () => {
  served = await program("view", process.env.RECORDING);
  chrome = await browser();
});

after(async () => {
  await chrome?.close();
  served?.stop();
});

test("a recording is drawn soon and often", () => quick(chrome, served.url));

test("scrubbing along the timeline shows what happened then", async () => {
  const { page, wrong, state } = await open(chrome, served.url);
  await page.keyboard.press("Space");
  const { head, time } = await state();
  assert.ok(time < 5 && head > 10, `begins at ${time} of ${head} s`);
  const hall = page.locator("canvas.hall");
  const line = await page.getByRole("slider", { name: "Session time" }).boundingBox();
  const [y, x] = [line.y + line.height / 2, (share) => line.x + line.width * share];
  const seen = [];
  await page.mouse.move(x(0.1), y);
  await page.mouse.down();
  for (const share of [0.2, 0.5, 0.8]) {
    await page.mouse.move(x(share), y, { steps: 4 });
    await until(page, ([share, head]) => Math.abs(window.multiball.time / head - share) < 0.05, [share, head]);
    await page.waitForTimeout(400);
    seen.push(await hall.screenshot());
  }
  await page.mouse.up();
  assert.ok(!seen[0].equals(seen[1]) && !seen[1].equals(seen[2]), "the same picture at other times");
  assert.deepEqual(wrong, []);
  await page.close();
});

test("the end of a replay has the last decision", async () => {
  const { page, wrong } = await open(chrome, served.url);
  await page.keyboard.press("End");
  await page.getByText("the session is over").waitFor();
  const points = await page.locator(".score .points").allInnerTexts();
  assert.equal(points.map(Number).reduce((sum, one) => sum + one), 2, `points ${points}`);
  await until(page, () => !window.multiball.playing);
  assert.equal(await page.locator(".new-run").isVisible(), false, "nothing can be started from a recording");
  assert.deepEqual(wrong, []);
  await page.close();
});

test("what the robot has found out grows, next to what it was told", async () => {
  const { page, wrong } = await open(chrome, served.url);
  await page.keyboard.press("Space");
  await page.keyboard.press("Home");
  const found = page.getByRole("region", { name: "Found out" });
  await until(page, () => window.multiball.time < 0.1);
  await found.waitFor({ state: "hidden" });
  await page.keyboard.press("End");
  await page.getByText("the session is over").waitFor();
  const tilt = found.locator("dl > div", { hasText: "racket tilt about y" });
  await tilt.waitFor();
  const [told, now] = [await tilt.locator(".told").innerText(), await tilt.locator("dd").first().innerText()];
  const deviation = (text) => Number(text.match(/± ([\d.]+)/)[1]);
  assert.match(now, / deg$/);
  assert.ok(deviation(now) < deviation(told), `${now}, ${told}`);
  assert.match(await found.innerText(), /[1-9]\d* own strokes?, [1-9]\d* flights?/);
  await shot(page, "found");
  // Back at the beginning nothing has been found out.
  await page.keyboard.press("Home");
  await found.waitFor({ state: "hidden" });
  assert.deepEqual(wrong, []);
  await page.close();
});

test("what the robot has found out is read on a phone, in the dark", async () => {
  const options = { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" };
  const { page, wrong } = await open(chrome, served.url, options);
  const tab = page.getByRole("navigation", { name: "Panels" }).getByRole("button", { name: "Found out" });
  await page.keyboard.press("Space");
  await page.keyboard.press("Home");
  await tab.waitFor({ state: "hidden" });
  await page.keyboard.press("End");
  await tab.tap();
  const box = await page.getByRole("region", { name: "Found out" }).boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.height > 60);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  await page.waitForTimeout(600);
  await shot(page, "phone-found");
  assert.deepEqual(wrong, []);
  await page.close();
});

test("a recorded stroke shows its story, and the cameras what they saw", async () => {
  const { page, wrong, state } = await open(chrome, served.url);
  await page.keyboard.press("h");
  await until(page, () => window.multiball.time > 1);
  await page.locator(".insets canvas").first().waitFor();
  await page.locator(".stroke-list button").first().click();
  await until(page, () => window.multiball.story > 0);
  await page.getByRole("region", { name: "Story of a stroke" }).getByText("Where it landed", { exact: true }).waitFor();
  await shot(page, "replay");
  await page.keyboard.press("Escape");
  await page.keyboard.press("End");
  await until(page, () => window.multiball.head - window.multiball.time < 0.5);
  await page.getByText("the session is over").waitFor();
  assert.deepEqual((await state()).errors, []);
  assert.deepEqual(wrong, []);
  await page.close();
});
