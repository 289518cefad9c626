// Pictures for the README: a rally frame by frame, a stroke's story, a phone.

import { browser, open, program, shot, until } from "./page.mjs";

const FROM_S = 13;
const FRAMES = 110;
/** Hundredths of a second between two frames: the step of an arrow key while paused. */
const STEP = 8;

const served = await program("view", process.env.RECORDING);
const chrome = await browser();

async function at(page, t_s) {
  await page.keyboard.press("Space");
  await until(page, () => !window.multiball.playing);
  await page.keyboard.press("Home");
  for (let tens = 0; tens < Math.floor(t_s / 10); tens++) await page.keyboard.press("Shift+ArrowRight");
  const hundredths = Math.round((t_s % 10) * 100);
  for (let hundredth = 0; hundredth < hundredths; hundredth++) await page.keyboard.press("ArrowRight");
  await page.waitForTimeout(1500);
}

const { page } = await open(chrome, served.url, { viewport: { width: 1280, height: 720 }, deviceScaleFactor: 0.75 });
await at(page, FROM_S);
for (let frame = 0; frame < FRAMES; frame++) {
  await page.waitForTimeout(60);
  await shot(page, `frame_${String(frame).padStart(4, "0")}`);
  for (let step = 0; step < STEP; step++) await page.keyboard.press("ArrowRight");
}
await page.close();

const wide = (await open(chrome, served.url)).page;
await at(wide, FROM_S + 3);
await wide.locator(".stroke-list button").first().click();
await until(wide, () => window.multiball.story > 0);
await wide.waitForTimeout(1000);
await shot(wide, "story");
await wide.close();

const phone = { viewport: { width: 390, height: 844 }, colorScheme: "dark", deviceScaleFactor: 1.5 };
const narrow = (await open(chrome, served.url, phone)).page;
await at(narrow, FROM_S + 3);
await shot(narrow, "phone");

await chrome.close();
served.stop();
