// Types of the program's JSON. Times are in s, positions in m.

export type Triple = [number, number, number];
export type Pair = [number, number];
export type Side = "home" | "away";

export interface Pose {
  position_m: Triple;
  /** w, x, y, z. */
  quaternion: [number, number, number, number];
}

export interface Joint {
  name: string;
  slides: boolean;
  origin: Pose;
  axis: Triple;
  low: number;
  high: number;
}

export interface Robot {
  name: string;
  kind: string;
  side: Side;
  base: Pose;
  joints: Joint[];
  tip: Pose;
  racket_radius_m: number;
  /** What it assumes at first, and goes on to find out; left out where there is nothing. */
  priors?: StagedPrior[];
}

export interface StagedPrior {
  name: string;
  /** Empty for a plain number. */
  unit: string;
  value: number;
  /** Standard deviation. */
  sd: number;
}

export interface Picker {
  home_m: Pair;
  home_heading_rad: number;
  radius_m: number;
  reach_m: number;
  brush_width_m: number;
  capacity: number;
  hopper_m: Triple;
}

export interface Camera {
  name: string;
  pose: Pose;
  width_px: number;
  height_px: number;
  focal_px: Pair;
  center_px: Pair;
}

export interface Court {
  table_length_m: number;
  table_width_m: number;
  table_height_m: number;
  table_thickness_m: number;
  net_height_m: number;
  net_width_m: number;
}

export interface Stage {
  scenario: string;
  about: string;
  seed: number;
  hall_m: Pair;
  court: Court;
  balls: number;
  ball_radius_m: number;
  robots: Robot[];
  people: { name: string; side: Side; height_m: number; right_handed: boolean }[];
  picker: Picker | null;
  cameras: Camera[];
  targets: { robot: string; center_m: Pair; half_sides_m: number[] }[];
  zones_m: Pair[][];
  obstacles_m: Pair[][];
}

export interface Head {
  state: "running" | "finished" | "failed";
  why?: string;
  head_s: number;
  first_chunk: number;
  end_chunk: number;
  end_mark: number;
  wall_s: number | null;
}

export interface Run {
  /** Of what the program sends. */
  version: number;
  run: number;
  chunk_s: number;
  stage: Stage | null;
  head: Head | null;
}

export interface Score {
  home: number;
  away: number;
  home_games: number;
  away_games: number;
}

interface At {
  t_s: number;
}
export type BeganMark = At & { kind: "began"; point: number; server: Side };
export type StruckMark = At & {
  kind: "struck";
  by: "server" | "robot" | "person";
  side: Side;
  speed_m_s: number;
  spin_rad_s: number;
};
export type PointMark = At & {
  kind: "point";
  point: number;
  winner: Side | null;
  fault: string | null;
  is_let: boolean;
  strokes: number;
  score: Score;
};
export type StrokeMark = At & {
  kind: "stroke";
  stroke: number;
  point: number;
  robot: string;
  hit: boolean;
  landing_m: Pair | null;
  off_m: number | null;
  predicted_error_m: number | null;
  fault: string | null;
};
export type LandedMark = At & { kind: "landed"; stroke: number; position_m: Pair; off_m: number };
export type WaitingMark = At & { kind: "waiting"; reason: string | null };
export type FoundMark = At & {
  kind: "found";
  robot: string;
  /** Own strokes and incoming flights from which it has learned so far. */
  strokes: number;
  flights: number;
  /** Value and standard deviation, in the order of the robot's priors. */
  numbers: Pair[];
};
export type RouteMark = At & { kind: "route"; route_m: Pair[] };
export type Mark = BeganMark | StruckMark | PointMark | StrokeMark | LandedMark | WaitingMark | FoundMark | RouteMark;

export type TouchEvent = At & { kind: "struck" | "bounced" | "touched"; ball: number; position_m: Triple };
export type PredictedEvent = At & {
  kind: "predicted";
  stroke: number;
  /** s, m, m, m, standard deviation in m. */
  path: [number, number, number, number, number][];
  meeting: [number, number, number, number] | null;
};
export type HallEvent = TouchEvent | PredictedEvent | (At & { kind: "other" });

export interface StrokeRecord {
  stroke: number;
  point: number;
  robot: string;
  side: Side;
  struck_s: number;
  read: { was: string; classes: string[]; probabilities: number[] } | null;
  seen: { t_s: number; position_m: Triple; truth_m: Triple }[];
  predicted: { at_s: number; hit_s: number; position_m: Triple; error_m: number | null }[];
  planned: {
    hit_s: number;
    ball_m: Triple;
    ball_velocity_m_s: Triple;
    ball_spin_rad_s: Triple;
    racket_m: Triple;
    racket_normal: Triple;
    racket_velocity_m_s: Triple;
    target_m: Pair;
  } | null;
  motion: { t_s: number; commanded: number[]; moved: number[] }[];
  end: {
    hit_s: number | null;
    landing_m: Pair | null;
    off_m: number | null;
    fault: string | null;
    why_not: string | null;
    last_look_s: number | null;
  };
}

/** A scenario with its own values; null where nothing can be chosen. */
export interface ScenarioChoice {
  name: string;
  about: string;
  seed: number;
  strength: number | null;
  rubber: string | null;
  target_m: Pair | null;
}

export interface Choices {
  scenarios: ScenarioChoice[];
  rubbers: string[];
  target: { x_m: Pair; y_m: Pair };
  /** What to know before starting a run. */
  note: string | null;
}

/** Where a ball is counted, in the order of the program. */
export const PLACES = ["hopper", "toss", "flight", "floor", "picker", "launcher"] as const;
export const FLIGHT = 2;
