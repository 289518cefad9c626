// Score and figures at any time, from the marks of the timeline.

import type { FoundMark, Mark, PointMark, Score, Side, StrokeMark } from "./types";

export interface Standing {
  score: Score;
  server: Side | null;
  point: number;
  playing: boolean;
  /** Strokes in the point under way, the serve not counted. */
  rally: number;
  waiting: string | null;
  lastPoint: PointMark | null;
  speed_m_s: number | null;
  spin_rad_s: number | null;
}

export interface Figures {
  strokes: number;
  hits: number;
  returns: number;
  off_m: number | null;
  predicted_m: number | null;
  longest: number;
}

const NO_SCORE: Score = { home: 0, away: 0, home_games: 0, away_games: 0 };

/** Number of marks up to a time; they are in order. */
export function countUpTo(marks: Mark[], t_s: number): number {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (marks[middle].t_s <= t_s) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function standingAt(marks: Mark[], t_s: number): Standing {
  const standing: Standing = {
    score: NO_SCORE,
    server: null,
    point: 0,
    playing: false,
    rally: 0,
    waiting: null,
    lastPoint: null,
    speed_m_s: null,
    spin_rad_s: null,
  };
  const end = countUpTo(marks, t_s);
  // From the last point that was over: what came before does not count.
  let begin = end;
  while (begin > 0 && marks[begin - 1].kind !== "point") begin--;
  for (let i = Math.max(0, begin - 1); i < end; i++) take(standing, marks[i]);
  return standing;
}

function take(standing: Standing, mark: Mark): void {
  switch (mark.kind) {
    case "began":
      Object.assign(standing, { server: mark.server, point: mark.point, playing: true, rally: 0, waiting: null });
      break;
    case "struck":
      if (mark.by !== "server") standing.rally++;
      Object.assign(standing, { speed_m_s: mark.speed_m_s, spin_rad_s: mark.spin_rad_s });
      break;
    case "point":
      Object.assign(standing, { score: mark.score, lastPoint: mark, point: mark.point, playing: false });
      standing.rally = mark.strokes;
      break;
    case "waiting":
      standing.waiting = mark.reason;
      break;
  }
}

export function figuresAt(marks: Mark[], t_s: number): Figures {
  const figures: Figures = { strokes: 0, hits: 0, returns: 0, off_m: null, predicted_m: null, longest: 0 };
  const [off, predicted]: [number[], number[]] = [[], []];
  let rally = 0;
  const end = countUpTo(marks, t_s);
  for (let i = 0; i < end; i++) {
    const mark = marks[i];
    if (mark.kind === "began") rally = 0;
    if (mark.kind === "struck" && mark.by !== "server") figures.longest = Math.max(figures.longest, ++rally);
    if (mark.kind !== "stroke") continue;
    figures.strokes++;
    figures.hits += Number(mark.hit);
    figures.returns += Number(mark.landing_m !== null);
    if (mark.off_m !== null) off.push(mark.off_m);
    if (mark.predicted_error_m !== null) predicted.push(mark.predicted_error_m);
  }
  figures.off_m = median(off);
  figures.predicted_m = median(predicted);
  return figures;
}

/** The newest of what each robot has found out by a time. */
export function foundAt(marks: Mark[], t_s: number, robots: string[]): Map<string, FoundMark> {
  const found = new Map<string, FoundMark>();
  for (let i = countUpTo(marks, t_s) - 1; i >= 0 && found.size < robots.length; i--) {
    const mark = marks[i];
    if (mark.kind === "found" && !found.has(mark.robot)) found.set(mark.robot, mark);
  }
  return found;
}

/** A return that landed is a hit, any other stroke a miss. */
export function isHit(mark: StrokeMark): boolean {
  return mark.landing_m !== null;
}

export type Goal = "point" | "hit" | "miss";

/** The next or previous moment of a kind. */
export function nextOf(marks: Mark[], t_s: number, goal: Goal, forward: boolean): number | null {
  const fits = (mark: Mark) =>
    goal === "point" ? mark.kind === "began" : mark.kind === "stroke" && isHit(mark) === (goal === "hit");
  const times = marks.filter(fits).map((mark) => mark.t_s - (goal === "point" ? 0 : LEAD_S));
  if (forward) return times.find((time) => time > t_s + 0.05) ?? null;
  // Back from within a moment's first second means the one before it.
  return times.filter((time) => time < t_s - 1).pop() ?? null;
}

/** How long before a stroke a jump to it lands. */
export const LEAD_S = 0.8;

function median(values: number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length ? sorted[sorted.length >> 1] : null;
}
