// The loaded data of the run that is shown.

import { decode, layoutOf, type Chunk, type Layout } from "./chunk";
import type { Choices, PredictedEvent, Head, Mark, Run, Stage, StrokeRecord } from "./types";

/** Most chunks that are kept, and that are requested at once. */
const KEPT = 480;
const AT_ONCE = 6;
/** Time until a chunk that did not come is requested again, ms. */
const AGAIN_MS = 1500;

/** The version of what the program sends that this page can read. */
const VERSION = 1;

/** The program sends another version than this page can read. */
export class UnknownVersion extends Error {
  constructor(found: number) {
    super(`The program sends version ${found}; this page reads version ${VERSION}. Reload the page.`);
  }
}

export class Store {
  run = 0;
  stage: Stage | null = null;
  head: Head | null = null;
  layout: Layout | null = null;
  marks: Mark[] = [];
  chunkS = 0.25;
  /** Session seconds per second of wall clock, while the run goes on. */
  speed: number | null = null;
  /** Counts changes of marks, so that lists need not be made anew each time. */
  marksVersion = 0;

  private chunks = new Map<number, Chunk>();
  private requested = new Set<number>();
  private markCount = 0;
  private pullingMarks = false;
  private paces: [number, number][] = [];

  async load(): Promise<void> {
    const run = await get<Run>("/api/run");
    if (run.version !== VERSION) throw new UnknownVersion(run.version);
    if (run.run !== this.run || !this.stage) this.begin(run);
    if (run.head) this.advance(run.head);
  }

  private begin(run: Run): void {
    this.run = run.run;
    this.stage = run.stage;
    this.layout = run.stage && layoutOf(run.stage);
    this.chunkS = run.chunk_s;
    this.head = null;
    this.speed = null;
    this.marks = [];
    this.markCount = 0;
    this.marksVersion++;
    this.paces = [];
    this.chunks.clear();
    this.requested.clear();
  }

  advance(head: Head): void {
    this.head = head;
    if (head.wall_s !== null && head.state === "running") this.measure(head.wall_s, head.head_s);
    if (head.end_mark > this.markCount) void this.pullMarks();
  }

  private measure(wall_s: number, head_s: number): void {
    this.paces.push([wall_s, head_s]);
    while (this.paces.length > 2 && wall_s - this.paces[0][0] > 5) this.paces.shift();
    const [wall, session] = this.paces[0];
    if (wall_s - wall > 0.9) this.speed = (head_s - session) / (wall_s - wall);
  }

  private async pullMarks(): Promise<void> {
    if (this.pullingMarks) return;
    this.pullingMarks = true;
    let more = false;
    const run = this.run;
    try {
      const { first, marks } = await get<{ first: number; marks: Mark[] }>(
        `/api/run/${run}/timeline?from=${this.markCount}`,
      );
      if (run === this.run) {
        this.marks = this.marks.concat(marks).sort((a, b) => a.t_s - b.t_s);
        this.markCount = first + marks.length;
        this.marksVersion++;
        // Many come in several parts.
        more = marks.length > 0 && this.markCount < (this.head?.end_mark ?? 0);
      }
    } catch {
      // The next notice tries again.
    } finally {
      this.pullingMarks = false;
    }
    if (more) void this.pullMarks();
  }

  numberAt(t_s: number): number {
    return Math.max(0, Math.floor(t_s / this.chunkS + 1e-9));
  }

  get firstS(): number {
    return (this.head?.first_chunk ?? 0) * this.chunkS;
  }

  get headS(): number {
    return this.head?.head_s ?? 0;
  }

  chunk(number: number): Chunk | undefined {
    return this.chunks.get(number);
  }

  /** Whether the chunk of a time can be pulled, and has not been yet. */
  isComing(t_s: number): boolean {
    const number = this.numberAt(t_s);
    const there = this.head !== null && number >= this.head.first_chunk && number < this.head.end_chunk;
    return there && !this.chunks.has(number);
  }

  /** Requests the chunks shown now and soon, nearest first. */
  want(t_s: number, ahead_s: number): void {
    if (!this.head || !this.layout) return;
    const here = this.numberAt(t_s);
    const wanted = [here, here + 1, here - 1, here + 2, here - 2, here - 3, here - 4];
    for (let number = here + 3; number <= this.numberAt(t_s + ahead_s); number++) wanted.push(number);
    for (const number of wanted) {
      const there = number >= this.head.first_chunk && number < this.head.end_chunk;
      if (there && !this.chunks.has(number) && !this.requested.has(number) && this.requested.size < AT_ONCE) {
        void this.pull(number);
      }
    }
    if (this.chunks.size > KEPT) this.forgetFar(here);
  }

  private async pull(number: number): Promise<void> {
    const { run, layout } = this;
    this.requested.add(number);
    try {
      const raw = await get<Parameters<typeof decode>[0]>(`/api/run/${run}/chunk/${number}`);
      if (run === this.run && layout) this.chunks.set(number, decode(raw, layout));
      this.requested.delete(number);
    } catch {
      // It is gone, or another run is shown, or nobody answers: the next notice says so. Not requested again at once.
      setTimeout(() => run === this.run && this.requested.delete(number), AGAIN_MS);
    }
  }

  private forgetFar(here: number): void {
    for (const number of this.chunks.keys()) {
      if (Math.abs(number - here) > KEPT / 2) this.chunks.delete(number);
    }
  }

  /** The latest prediction up to a time, if its path has not ended yet. */
  predicted(t_s: number): PredictedEvent | null {
    for (let number = this.numberAt(t_s); number > this.numberAt(t_s) - 4; number--) {
      const events = this.chunk(number)?.events ?? [];
      for (let i = events.length - 1; i >= 0; i--) {
        const event = events[i];
        if (event.t_s > t_s) continue;
        if (event.kind === "struck") return null;
        if (event.kind === "predicted" && event.path.length > 1) {
          return event.path[event.path.length - 1][0] >= t_s ? event : null;
        }
      }
    }
    return null;
  }

  story(stroke: number): Promise<StrokeRecord> {
    return get<StrokeRecord>(`/api/run/${this.run}/story/${stroke}`);
  }

  choices(): Promise<Choices> {
    return get<Choices>("/api/choices");
  }
}

async function get<T>(path: string): Promise<T> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()) as T;
}
