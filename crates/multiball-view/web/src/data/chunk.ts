// Decodes a received chunk into arrays that can be sampled.

import type { HallEvent, Stage } from "./types";

/** Numbers of a person: keypoints, blade, normal. */
export const PERSON = 57;
export const PICKER = 8;

export interface Layout {
  joints: { from: number; count: number }[];
  people: number[];
  picker: number;
  width: number;
  balls: number;
}

export interface Chunk {
  number: number;
  times: Float64Array;
  /** Everything that moves except the balls, frame by frame. */
  values: Float64Array;
  balls: Float32Array;
  places: Uint8Array;
  works: string[];
  events: HallEvent[];
}

type Frame = [number, number[], number[], string?];

export function layoutOf(stage: Stage): Layout {
  let at = 0;
  const take = (count: number) => (at += count) - count;
  const joints = stage.robots.map((robot) => ({ from: take(robot.joints.length), count: robot.joints.length }));
  const people = stage.people.map(() => take(PERSON));
  const picker = stage.picker ? take(PICKER) : -1;
  return { joints, people, picker, width: at, balls: stage.balls };
}

export function decode(raw: { number: number; frames: Frame[]; events: HallEvent[] }, layout: Layout): Chunk {
  const count = raw.frames.length;
  const { width, balls } = layout;
  const chunk: Chunk = {
    number: raw.number,
    times: new Float64Array(count),
    values: new Float64Array(count * width),
    balls: new Float32Array(count * balls * 3),
    places: new Uint8Array(count * balls),
    works: [],
    events: raw.events,
  };
  raw.frames.forEach(([time, values, moved, work], index) => {
    chunk.times[index] = time * 1e-5;
    putValues(chunk, index, width, values);
    putBalls(chunk, index, balls, moved);
    chunk.works.push(work ?? chunk.works[index - 1] ?? "");
  });
  return chunk;
}

function putValues(chunk: Chunk, index: number, width: number, values: number[]): void {
  const at = index * width;
  for (let i = 0; i < width; i++) {
    const before = index > 0 ? chunk.values[at - width + i] : 0;
    chunk.values[at + i] = before + (values[i] ?? 0) * 1e-4;
  }
}

function putBalls(chunk: Chunk, index: number, balls: number, moved: number[]): void {
  if (index > 0) {
    chunk.balls.copyWithin(index * balls * 3, (index - 1) * balls * 3, index * balls * 3);
    chunk.places.copyWithin(index * balls, (index - 1) * balls, index * balls);
  }
  for (let i = 0; i + 4 < moved.length; i += 5) {
    const ball = moved[i];
    if (ball >= balls) continue;
    chunk.places[index * balls + ball] = moved[i + 1];
    for (let axis = 0; axis < 3; axis++) {
      chunk.balls[(index * balls + ball) * 3 + axis] = moved[i + 2 + axis] * 1e-4;
    }
  }
}
