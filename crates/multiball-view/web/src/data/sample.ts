// The state of everything that moves at any time: interpolated between frames, with exact ball positions at contacts.

import type { Chunk, Layout } from "./chunk";
import type { Store } from "./store";
import type { TouchEvent } from "./types";

export interface Now {
  t_s: number;
  values: Float64Array;
  balls: Float32Array;
  places: Uint8Array;
  work: string;
}

/** No ball is faster, m/s: a greater step is a change of place, not a flight. */
const FASTEST = 60;

/** Chunks without a frame that are bridged. */
const LONGEST_GAP = 40;

interface Found {
  chunk: Chunk;
  index: number;
}

export function emptyNow(layout: Layout): Now {
  const { width, balls } = layout;
  const [values, places] = [new Float64Array(width), new Uint8Array(balls)];
  return { t_s: 0, values, balls: new Float32Array(balls * 3), places, work: "" };
}

/** Writes the state at a time; false when it is not there (yet). */
export function sample(store: Store, t_s: number, now: Now): boolean {
  const layout = store.layout;
  const before = layout && frameBefore(store, t_s);
  if (!layout || !before) return false;
  const after = frameAfter(store, before) ?? before;
  const [a, b] = [before.chunk.times[before.index], after.chunk.times[after.index]];
  const share = b > a ? Math.min(1, Math.max(0, (t_s - a) / (b - a))) : 0;
  now.t_s = t_s;
  now.work = before.chunk.works[before.index];
  mixValues(layout, before, after, share, now);
  mixBalls(layout, before, after, share, now);
  sharpen(store, before, after, t_s, now);
  return true;
}

function frameBefore(store: Store, t_s: number): Found | null {
  const number = store.numberAt(t_s);
  const chunk = store.chunk(number);
  if (!chunk) return null;
  for (let index = chunk.times.length - 1; index >= 0; index--) {
    if (chunk.times[index] <= t_s) return { chunk, index };
  }
  // No frames for a while: the last one stays.
  for (let back = 1; back <= LONGEST_GAP; back++) {
    const earlier = store.chunk(number - back);
    if (earlier && earlier.times.length > 0) return { chunk: earlier, index: earlier.times.length - 1 };
  }
  return chunk.times.length > 0 ? { chunk, index: 0 } : null;
}

function frameAfter(store: Store, { chunk, index }: Found): Found | null {
  if (index + 1 < chunk.times.length) return { chunk, index: index + 1 };
  const next = store.chunk(chunk.number + 1);
  return next && next.times.length > 0 ? { chunk: next, index: 0 } : null;
}

function mixValues(layout: Layout, before: Found, after: Found, share: number, now: Now): void {
  const { width, picker } = layout;
  const [a, b] = [before.index * width, after.index * width];
  for (let i = 0; i < width; i++) {
    const from = before.chunk.values[a + i];
    let step = after.chunk.values[b + i] - from;
    const heading = picker >= 0 && (i === picker + 2 || i === picker + 5);
    if (heading) step -= 2 * Math.PI * Math.round(step / (2 * Math.PI));
    now.values[i] = from + step * share;
  }
}

function mixBalls(layout: Layout, before: Found, after: Found, share: number, now: Now): void {
  const lasts = Math.max(1e-4, after.chunk.times[after.index] - before.chunk.times[before.index]);
  const [a, b] = [before.index * layout.balls, after.index * layout.balls];
  for (let ball = 0; ball < layout.balls; ball++) {
    now.places[ball] = before.chunk.places[a + ball];
    const [i, j] = [(a + ball) * 3, (b + ball) * 3];
    const step = [0, 1, 2].map((axis) => after.chunk.balls[j + axis] - before.chunk.balls[i + axis]);
    const jumps = Math.hypot(step[0], step[1], step[2]) / lasts > FASTEST;
    for (let axis = 0; axis < 3; axis++) {
      now.balls[ball * 3 + axis] = before.chunk.balls[i + axis] + (jumps ? 0 : step[axis] * share);
    }
  }
}

/** A contact between two frames is a corner of the path: straight to it, and straight on. */
function sharpen(store: Store, before: Found, after: Found, t_s: number, now: Now): void {
  const balls = store.layout?.balls ?? 0;
  const [a, b] = [before.chunk.times[before.index], after.chunk.times[after.index]];
  const touches: TouchEvent[] = [];
  for (const chunk of before.chunk === after.chunk ? [before.chunk] : [before.chunk, after.chunk]) {
    for (const event of chunk.events) {
      if (event.t_s > a && event.t_s < b && "position_m" in event && "ball" in event) touches.push(event);
    }
  }
  for (const ball of new Set(touches.map((touch) => touch.ball))) {
    if (ball >= balls) continue;
    const key = (found: Found) => {
      const at = (found.index * balls + ball) * 3;
      return { t: found.chunk.times[found.index], at: Array.from(found.chunk.balls.subarray(at, at + 3)) };
    };
    const own = touches.filter((touch) => touch.ball === ball).map((touch) => ({ t: touch.t_s, at: touch.position_m }));
    const keys = [key(before), ...own, key(after)];
    const next = Math.max(1, keys.findIndex((corner) => corner.t >= t_s));
    const [from, to] = [keys[next - 1], keys[next]];
    const share = to.t > from.t ? (t_s - from.t) / (to.t - from.t) : 0;
    for (let axis = 0; axis < 3; axis++) {
      now.balls[ball * 3 + axis] = from.at[axis] + (to.at[axis] - from.at[axis]) * share;
    }
  }
}
