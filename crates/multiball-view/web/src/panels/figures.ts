// Figures that grow with the session, and where the balls are.

import type { Figures } from "../data/marks";
import type { Now } from "../data/sample";
import { PLACES, type Stage } from "../data/types";
import { h, millimetres, say } from "./dom";

const ROWS = [
  ["returns", "Returns", "strokes of the robot that landed on the far half"],
  ["hits", "Hit rate", "share of the robot's strokes in which the racket met the ball"],
  ["off", "Off target", "median distance of landings from the target"],
  ["predicted", "Predicted", "median error of the meeting place as predicted 0.15 s before it"],
  ["longest", "Longest rally", "strokes, the serve not counted"],
  ["picker", "Picker", "what the picking robot is about, and its battery"],
  ["speed", "Simulated", "session time over time on the wall"],
] as const;

export class FigurePanel {
  readonly root: HTMLElement;
  private values = new Map<string, HTMLElement>();
  private bars: HTMLElement[];
  private counts: HTMLElement[];
  private total = h("span", { class: "total" }, "");

  constructor() {
    const rows = ROWS.map(([key, label, about]) => {
      const value = h("dd", {}, "–");
      this.values.set(key, value);
      return h("div", { title: about }, h("dt", {}, label), value);
    });
    this.bars = PLACES.map((place) => h("i", { class: `place-${place}` }));
    this.counts = PLACES.map(() => h("b", {}, "0"));
    const legend = PLACES.map((place, i) => h("li", { class: `place-${place}` }, this.counts[i], ` ${place}`));
    const head = h("div", { class: "row-head" }, h("h3", {}, "Balls"), this.total);
    const balls = h(
      "div",
      { class: "balls" },
      head,
      h("div", { class: "ball-bar", "aria-hidden": "true" }, ...this.bars),
      h("ul", { class: "ball-legend" }, ...legend),
    );
    this.root = h(
      "section",
      { class: "card figures", "aria-label": "Figures" },
      h("h2", {}, "Figures"),
      h("dl", {}, ...rows),
      balls,
    );
  }

  /** Shows what there can be figures of. */
  stage(stage: Stage): void {
    const [aims, two] = [stage.targets.length > 0, stage.robots.length + stage.people.length > 1];
    for (const key of ["returns", "hits", "off", "predicted"]) this.showRow(key, aims);
    this.showRow("longest", two);
    this.showRow("picker", stage.picker !== null);
  }

  set(figures: Figures, now: Now | null, battery: number | null, speed: number | null, running: boolean): void {
    const { strokes, hits, returns, off_m, predicted_m, longest } = figures;
    this.put("returns", strokes ? `${returns} of ${strokes}` : "–");
    this.put("hits", strokes ? `${((100 * hits) / strokes).toFixed(1)} %` : "–");
    this.put("off", millimetres(off_m));
    this.put("predicted", millimetres(predicted_m));
    this.put("longest", longest ? String(longest) : "–");
    const charge = battery === null ? "" : ` · ${(battery * 100).toFixed(0)} %`;
    this.put("picker", now?.work ? now.work + charge : "–");
    this.showRow("speed", running);
    this.put("speed", speed !== null ? `${speed < 9.95 ? speed.toFixed(1) : speed.toFixed(0)} × real time` : "–");
    if (now) this.countBalls(now);
  }

  private showRow(key: string, shown: boolean): void {
    const row = this.values.get(key)?.parentElement;
    if (row) row.hidden = !shown;
  }

  private put(key: string, text: string): void {
    const value = this.values.get(key);
    if (value) say(value, text);
  }

  private countBalls(now: Now): void {
    const counts = PLACES.map(() => 0);
    for (const place of now.places) counts[place]++;
    counts.forEach((count, i) => {
      say(this.counts[i], String(count));
      this.bars[i].style.flexGrow = String(count);
      this.bars[i].hidden = count === 0;
    });
    say(this.total, `${now.places.length} in all`);
  }
}
