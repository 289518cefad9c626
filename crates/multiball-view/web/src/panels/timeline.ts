// The timeline: where the playback is, and what there is to jump to.

import { isHit } from "../data/marks";
import type { Store } from "../data/store";
import { clock, h } from "./dom";

export class Timeline {
  readonly root: HTMLElement;
  private canvas = h("canvas", { "aria-hidden": "true" });
  private knob = h("i", { class: "knob" });
  private bubble = h("span", { class: "bubble", hidden: true });
  private drawn = "";
  private span: [number, number] = [0, 1];

  constructor(
    private store: Store,
    private seek: (t_s: number) => void,
  ) {
    this.root = h(
      "div",
      { class: "timeline", role: "slider", tabindex: 0, "aria-label": "Session time", "aria-valuemin": 0 },
      this.canvas,
      this.knob,
      this.bubble,
    );
    this.root.addEventListener("pointerdown", (event) => this.drag(event));
    this.root.addEventListener("pointermove", (event) => this.hover(event));
    this.root.addEventListener("pointerleave", () => (this.bubble.hidden = true));
  }

  set(t_s: number): void {
    const { firstS, headS } = this.store;
    this.span = [firstS, Math.max(headS, firstS + 1)];
    const share = (t_s - this.span[0]) / (this.span[1] - this.span[0]);
    this.knob.style.left = `${(100 * Math.min(1, Math.max(0, share))).toFixed(2)}%`;
    this.root.setAttribute("aria-valuenow", t_s.toFixed(1));
    this.root.setAttribute("aria-valuemax", headS.toFixed(1));
    this.root.setAttribute("aria-valuetext", `${clock(t_s)} of ${clock(headS)}`);
    this.paint();
  }

  /** Makes the marks anew, in other colours. */
  repaint(): void {
    this.drawn = "";
  }

  private paint(): void {
    const [width, height] = [this.root.clientWidth, this.root.clientHeight];
    const key = [width, height, this.store.run, this.store.marksVersion, this.span[0], this.span[1].toFixed(1)].join();
    if (key === this.drawn || width === 0) return;
    this.drawn = key;
    const ratio = Math.min(2, window.devicePixelRatio);
    Object.assign(this.canvas, { width: width * ratio, height: height * ratio });
    const context = this.canvas.getContext("2d");
    if (!context) return;
    context.scale(ratio, ratio);
    const style = getComputedStyle(this.root);
    const color = (name: string) => style.getPropertyValue(name).trim();
    const x = (t_s: number) => ((t_s - this.span[0]) / (this.span[1] - this.span[0])) * width;
    context.fillStyle = color("--track");
    context.beginPath();
    context.roundRect(0, height / 2 - 3, width, 6, 3);
    context.fill();
    // Many marks are drawn small, so that they remain distinguishable.
    const scale = Math.min(1, (width / Math.max(1, this.store.marks.length)) * 0.6);
    const [radius, tall] = [1.1 + 1.5 * scale, 4 + 5 * scale];
    let waitsSince: number | null = null;
    for (const mark of this.store.marks) {
      if (mark.kind === "waiting") {
        if (waitsSince !== null) this.wait(context, x(waitsSince), x(mark.t_s), color("--waits"), height);
        waitsSince = mark.reason === null ? null : mark.t_s;
      } else if (mark.kind === "point") {
        context.fillStyle = color(mark.winner === "home" ? "--home" : mark.winner === "away" ? "--away" : "--quiet");
        context.fillRect(x(mark.t_s) - 0.5 - scale / 2, height / 2 - tall, 1 + scale, 2 * tall);
      } else if (mark.kind === "stroke") {
        context.fillStyle = color(isHit(mark) ? "--good" : "--bad");
        context.beginPath();
        context.arc(x(mark.t_s), height / 2, isHit(mark) ? radius : radius + 0.6, 0, 7);
        context.fill();
      }
    }
    if (waitsSince !== null) this.wait(context, x(waitsSince), width, color("--waits"), height);
  }

  private wait(context: CanvasRenderingContext2D, from: number, to: number, color: string, height: number): void {
    context.fillStyle = color;
    context.fillRect(from, height / 2 - 3, Math.max(1, to - from), 6);
  }

  private timeAt(event: PointerEvent): number {
    const box = this.root.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    return this.span[0] + share * (this.span[1] - this.span[0]);
  }

  private drag(event: PointerEvent): void {
    this.root.setPointerCapture(event.pointerId);
    this.seek(this.timeAt(event));
  }

  private hover(event: PointerEvent): void {
    const t_s = this.timeAt(event);
    if (this.root.hasPointerCapture(event.pointerId)) this.seek(t_s);
    const box = this.root.getBoundingClientRect();
    this.bubble.hidden = false;
    this.bubble.textContent = clock(t_s);
    this.bubble.style.left = `${Math.min(box.width - 24, Math.max(24, event.clientX - box.left))}px`;
  }
}
