// The robot's strokes, newest first.

import { countUpTo, isHit } from "../data/marks";
import type { Mark, StrokeMark } from "../data/types";
import { clock, h, millimetres, say } from "./dom";

const SHOWN = 40;

export class StrokeList {
  readonly root: HTMLElement;
  private list = h("ol", { class: "stroke-list" });
  private empty = h("p", { class: "quiet" }, "No stroke yet. Each stroke of the robot appears here with its story.");
  private key = "";
  private selected = 0;

  constructor(private open: (stroke: number) => void) {
    this.root = h(
      "section",
      { class: "card strokes", "aria-label": "Strokes" },
      h("h2", {}, "Strokes"),
      this.empty,
      this.list,
    );
  }

  set(marks: Mark[], t_s: number): void {
    const strokes: StrokeMark[] = [];
    for (let i = countUpTo(marks, t_s) - 1; i >= 0 && strokes.length < SHOWN; i--) {
      const mark = marks[i];
      if (mark.kind === "stroke") strokes.push(mark);
    }
    const key = `${strokes[0]?.stroke ?? 0}:${strokes.length}:${this.selected}`;
    if (key === this.key) return;
    this.key = key;
    this.empty.hidden = strokes.length > 0;
    this.list.replaceChildren(...strokes.map((stroke) => this.item(stroke)));
  }

  select(stroke: number): void {
    this.selected = stroke;
  }

  private item(mark: StrokeMark): HTMLElement {
    const result = h("span", { class: "result" });
    const kind = isHit(mark) ? "good" : mark.hit ? "out" : "missed";
    say(result, outcome(mark));
    const parts = [
      h("i", { class: `dot ${kind}` }),
      h("span", {}, `#${mark.stroke}`),
      h("span", { class: "when" }, clock(mark.t_s)),
      result,
    ];
    const label = `Story of stroke ${mark.stroke}: ${mark.fault ?? kind}`;
    const chosen = mark.stroke === this.selected;
    const pressed = { type: "button", "aria-label": label, title: mark.fault ?? "", class: chosen ? "chosen" : "" };
    return h("li", {}, h("button", { ...pressed, onclick: () => this.open(mark.stroke) }, ...parts));
  }
}

/** What came of a stroke, in a word or two. */
function outcome(mark: StrokeMark): string {
  if (isHit(mark)) return `${millimetres(mark.off_m)} off`;
  if (!mark.hit) return "missed";
  // Of a good ball that the other robot stopped before it bounced, the fault is the other's.
  return mark.fault === "missed the court" ? "out" : (mark.fault ?? "stopped");
}
