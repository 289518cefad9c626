// The story of a stroke: seen, predicted, read, decided, planned, landed.

import { LEAD_S } from "../data/marks";
import type { Store } from "../data/store";
import type { Robot, StrokeRecord, Triple } from "../data/types";
import { bars, chart, type Series } from "./charts";
import { button, clock, h, millimetres } from "./dom";
import { tableDrawing } from "./table";

export class StoryPanel {
  readonly root: HTMLElement;
  stroke = 0;
  private body = h("div", { class: "story-body" });
  private title = h("h2", { tabindex: -1 }, "");

  constructor(
    private store: Store,
    private watch: (t_s: number, speed: number) => void,
    private changed: (stroke: number) => void,
  ) {
    const head = h(
      "header",
      {},
      this.title,
      button("Close the story (Escape)", "close", () => this.close(), { class: "round" }),
    );
    this.root = h(
      "section",
      { class: "card story", "aria-label": "Story of a stroke", hidden: true },
      head,
      this.body,
    );
  }

  async open(stroke: number): Promise<void> {
    this.stroke = stroke;
    this.changed(stroke);
    this.root.hidden = false;
    this.title.textContent = `Stroke ${stroke}`;
    try {
      const story = await this.store.story(stroke);
      if (this.stroke === stroke) this.show(story);
    } catch {
      this.body.replaceChildren(h("p", { class: "quiet" }, "This story is no longer kept."));
    }
    this.title.focus({ preventScroll: true });
  }

  close(): void {
    this.root.hidden = true;
    this.stroke = 0;
    this.changed(0);
  }

  private show(story: StrokeRecord): void {
    const robot = this.store.stage?.robots.find((robot) => robot.name === story.robot);
    const watch = button("Show it", "▶ watch it", () => this.watch(story.struck_s - LEAD_S / 2, 1), { class: "wide" });
    const slow = button(
      "Show it slowly",
      "▶ at 0.25×",
      () => this.watch(story.struck_s - LEAD_S / 4, 0.25),
      { class: "wide" },
    );
    const sections = [
      h(
        "p",
        { class: "quiet" },
        `${story.robot}, point ${story.point}; the other side struck at ${clock(story.struck_s)}`,
      ),
      h("p", { class: `verdict ${story.end.off_m !== null ? "good" : "bad"}` }, verdict(story)),
      h("div", { class: "buttons" }, watch, slow),
      this.landed(story),
      ...read(story),
      ...seen(story),
      ...predicted(story),
      ...decided(story),
      ...planned(story, robot),
    ];
    this.body.replaceChildren(...sections);
    this.body.scrollTop = 0;
  }

  private landed(story: StrokeRecord): HTMLElement {
    const court = this.store.stage?.court;
    const target = story.planned?.target_m;
    const squares = this.store.stage?.targets.find((target) => target.robot === story.robot);
    if (!court) return h("div");
    const drawing = tableDrawing(court, {
      target: target ?? null,
      landing: story.end.landing_m,
      halves: squares?.half_sides_m ?? [],
      path: story.seen.map(({ truth_m }) => [truth_m[0], truth_m[1]]),
    });
    return h(
      "div",
      { class: "section" },
      h("h3", {}, "Where it landed"),
      drawing,
      h("p", { class: "quiet" }, "Dashed: the incoming ball. Squares: the target."),
    );
  }
}

function verdict(story: StrokeRecord): string {
  const { off_m, why_not, fault, hit_s } = story.end;
  if (off_m !== null) return `landed ${millimetres(off_m)} from the target`;
  if (hit_s !== null && !fault) return "hit, but stopped by the other side before it bounced";
  const words = fault ? wordsOf(fault) : null;
  if (why_not) return `no stroke: ${why_not}`;
  return `${hit_s === null ? "not hit" : "hit, but lost"}${words ? `: ${words}` : ""}`;
}

function wordsOf(fault: string): string {
  return fault.replaceAll(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " ").toLowerCase();
}

function section(title: string, ...content: (Node | string)[]): HTMLElement {
  return h("div", { class: "section" }, h("h3", {}, title), ...content);
}

function read({ read }: StrokeRecord): HTMLElement[] {
  if (!read) return [];
  if (read.probabilities.length === 0) {
    return [section("Read from the wrist", h("p", { class: "quiet" }, `not seen; it was ${read.was}`))];
  }
  const rows = read.classes.map((name, i) => ({ name, share: read.probabilities[i] ?? 0, truth: name === read.was }));
  return [section("Read from the wrist", bars(rows))];
}

function seen({ seen, struck_s, end }: StrokeRecord): HTMLElement[] {
  if (seen.length < 2) return [];
  const off = seen.map(({ position_m, truth_m }) => distance(position_m, truth_m));
  const root = Math.sqrt(off.reduce((sum, one) => sum + one * one, 0) / off.length);
  const axis = (name: string, index: number, color: string): Series[] => [
    { name, kind: "line", color, points: seen.map(({ t_s, truth_m }) => [t_s - struck_s, truth_m[index]]) },
    { name: "", kind: "dots", color, points: seen.map(({ t_s, position_m }) => [t_s - struck_s, position_m[index]]) },
  ];
  const series = [...axis("y", 1, "c2"), ...axis("z", 2, "c3")];
  const before = end.last_look_s === null ? null : (end.last_look_s * 1000).toFixed(0);
  const last = before === null ? "" : `The last one used came ${before} ms before the hit. `;
  const error = `${seen.length} measurements, ${millimetres(root)} from the truth (root mean square). `;
  const words = `${error}${last}Dots: measured. Lines: the truth.`;
  const drawing = chart({ title: "Ball", x: "s after the opponent's stroke", y: "m", series, legend: false });
  drawing.querySelector("figcaption")?.append(h("span", { class: "keys-row" }, key("c2", "y"), key("c3", "z")));
  return [section("Seen", h("p", {}, words), drawing)];
}

function key(color: string, name: string): HTMLElement {
  return h("span", { class: `key line ${color}` }, h("i", {}), name);
}

function predicted({ predicted }: StrokeRecord): HTMLElement[] {
  if (predicted.length < 2) return [];
  const last = predicted[predicted.length - 1];
  const thought = `Predicted ${predicted.length} times`;
  const ahead = `${((last.hit_s - last.at_s) * 1000).toFixed(0)} ms before the hit`;
  // A ball that never came gives no error of prediction.
  if (last.error_m === null) {
    const words = `${thought}, the last time ${ahead} that was planned. The ball never got there.`;
    return [section("Predicted", h("p", {}, words))];
  }
  const points = predicted.map(
    ({ at_s, error_m }): [number, number] => [(at_s - last.hit_s) * 1000, (error_m ?? 0) * 1000],
  );
  const series: Series[] = [{ name: "error", kind: "line", color: "c1", points }];
  const words = `${thought}. The last prediction, ${ahead}, was ${millimetres(last.error_m)} off.`;
  return [
    section(
      "Predicted",
      h("p", {}, words),
      chart({
        title: "Prediction error at the hit point",
        x: "ms before the hit",
        y: "mm",
        series,
        fromZero: true,
        legend: false,
      }),
    ),
  ];
}

function decided({ planned }: StrokeRecord): HTMLElement[] {
  if (!planned) return [];
  const turns = length(planned.ball_spin_rad_s) / 2 / Math.PI;
  const racket = length(planned.racket_velocity_m_s);
  const rows: [string, string][] = [
    ["Hits the ball at", `${triple(planned.ball_m, 2)} m, ${clock(planned.hit_s)}`],
    ["Ball arrives with", `${length(planned.ball_velocity_m_s).toFixed(1)} m/s, ${turns.toFixed(0)} turns/s`],
    ["Racket moves at", `${racket.toFixed(1)} m/s, normal ${triple(planned.racket_normal, 2)}`],
    ["Aims at", `${planned.target_m.map((one) => one.toFixed(2)).join(", ")} m`],
  ];
  return [
    section(
      "Decided",
      h("dl", {}, ...rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
    ),
  ];
}

function planned({ motion, struck_s, end, planned }: StrokeRecord, robot: Robot | undefined): HTMLElement[] {
  if (motion.length < 2) return [];
  const hit = end.hit_s ?? planned?.hit_s;
  const charts = motion[0].moved.map((_, index) => {
    const joint = robot?.joints[index];
    const scale = joint?.slides ? 1 : 180 / Math.PI;
    const curve = (of: "commanded" | "moved"): [number, number][] => motion.map(
      (one) => [one.t_s - struck_s, one[of][index] * scale],
    );
    const series: Series[] = [
      { name: "commanded", kind: "dashed", color: "c1", points: curve("commanded") },
      { name: "moved", kind: "line", color: "c2", points: curve("moved") },
    ];
    const title = (joint?.name ?? `joint ${index + 1}`).replaceAll("_", " ");
    return chart({
      title,
      x: "s",
      y: joint?.slides ? "m" : "deg",
      series,
      height: 100,
      legend: index === 0,
      marker: hit === undefined ? undefined : hit - struck_s,
    });
  });
  return [
    section(
      "Joints",
      h("p", {}, "Dashed: commanded. Solid: measured. The thin line marks the hit."),
      h("div", { class: "multiples" }, ...charts),
    ),
  ];
}

function distance(a: Triple, b: Triple): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function length(vector: Triple): number {
  return Math.hypot(...vector);
}

function triple(vector: Triple, digits: number): string {
  return vector.map((one) => one.toFixed(digits)).join(", ");
}
