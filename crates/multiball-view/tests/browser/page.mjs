// The program that shows a session, and a browser that looks at it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chromium } from "playwright-core";

/** As on a machine without a graphics processor: the processor draws, and mixes the page. */
const FLAGS = ["--enable-unsafe-swiftshader", "--no-sandbox"];

/** Starts `multiball` with these words; gives its address once it listens, and a way to end it. */
export async function program(...words) {
  const options = { stdio: ["ignore", "ignore", "pipe"] };
  const child = spawn(process.env.MULTIBALL, [...words, "--no-open", "--port", "0"], options);
  const url = await new Promise((resolve, reject) => {
    let said = "";
    child.stderr.on("data", (data) => {
      said += data;
      const line = said.match(/http:\S+/);
      if (line) resolve(line[0]);
    });
    child.on("exit", (code) => reject(new Error(`the program ended with ${code}: ${said}`)));
  });
  return { url, stop: () => child.kill() };
}

export function browser(more = []) {
  return chromium.launch({ executablePath: process.env.CHROMIUM, args: [...FLAGS, ...more] });
}

/** A page that keeps what goes wrong on it. */
export async function open(browser, url, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, ...options });
  const wrong = [];
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(error.message));
  await page.goto(url);
  await page.waitForFunction(() => window.multiball?.firstPictureMs !== null || !window.multiball.webgl);
  return { page, wrong, state: () => page.evaluate(() => window.multiball) };
}

export function shot(page, name) {
  return page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
}

/** Waits until the page's state is so. */
export function until(page, so, what) {
  return page.waitForFunction(so, what, { timeout: 20000 });
}

/** Checks that the hall is drawn soon and often. The best of three counts: other load can only slow it. */
export async function quick(browser, url) {
  let [firstMs, fps] = [Infinity, 0];
  for (let go = 0; go < 3 && (firstMs >= 2000 || fps < 30); go++) {
    const { page, state } = await open(browser, url);
    firstMs = Math.min(firstMs, (await state()).firstPictureMs);
    await page.waitForTimeout(1500);
    fps = Math.max(fps, await framesPerSecond(page));
    await page.close();
  }
  console.log(`first picture after ${firstMs.toFixed(0)} ms, ${fps.toFixed(1)} frames per second`);
  assert.ok(firstMs < 2000 * slowness(), `first picture after ${firstMs} ms`);
  assert.ok(fps >= 30 / slowness(), `${fps} frames per second`);
}

async function framesPerSecond(page) {
  const frames = () => page.evaluate(() => [window.multiball.frames, performance.now()]);
  const [first, from_ms] = await frames();
  await page.waitForTimeout(4000);
  const [last, to_ms] = await frames();
  return ((last - first) / (to_ms - from_ms)) * 1000;
}

/** Times hold for a machine that does little else: SLOWNESS=3 allows three times as long. */
export function slowness() {
  return Number(process.env.SLOWNESS ?? 1);
}
