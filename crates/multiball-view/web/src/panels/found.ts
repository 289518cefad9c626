// What each robot has found out about its racket, its mount, the air and the table, next to what it was told.

import { foundAt } from "../data/marks";
import type { FoundMark, Mark, Pair, Robot, Stage, StagedPrior } from "../data/types";
import { h } from "./dom";

/** Half of a bar's width, in standard deviations of what was told. */
const REACH = 3;

export class FoundPanel {
  readonly root: HTMLElement;
  private body = h("div", { class: "found-body", tabindex: 0, "aria-label": "Numbers that were found out" });
  private robots: Robot[] = [];
  private key = "";

  /** `changed` hears whether there is anything to show. */
  constructor(private changed: (shown: boolean) => void) {
    this.root = h(
      "section",
      { class: "card found", "aria-label": "Found out", hidden: true },
      h("h2", {}, "Found out"),
      this.body,
    );
  }

  /** Robots that can find anything out. */
  stage(stage: Stage): void {
    this.robots = stage.robots.filter((robot) => robot.priors?.some((prior) => prior.sd > 0));
    this.key = "";
    this.show([]);
  }

  set(marks: Mark[], t_s: number): void {
    const found = foundAt(marks, t_s, this.robots.map((robot) => robot.name));
    const key = [...found.values()].map((mark) => `${mark.robot}:${mark.t_s}:${mark.strokes}:${mark.flights}`).join();
    if (key === this.key) return;
    this.key = key;
    this.show(this.robots.flatMap((robot) => robotPart(robot, found.get(robot.name))));
  }

  private show(parts: HTMLElement[]): void {
    const { scrollTop } = this.body;
    this.body.replaceChildren(...parts);
    this.body.scrollTop = scrollTop;
    this.root.hidden = parts.length === 0;
    this.changed(parts.length > 0);
  }
}

function robotPart(robot: Robot, found: FoundMark | undefined): HTMLElement[] {
  if (!found) return [];
  const rows = (robot.priors ?? []).flatMap((prior, i) => row(prior, found.numbers[i]));
  if (rows.length === 0) return [];
  const from = `${counted(found.strokes, "own stroke")}, ${counted(found.flights, "flight")}`;
  return [
    h("div", { class: "row-head" }, h("h3", {}, robot.name), h("span", {}, from)),
    h("dl", {}, ...rows),
  ];
}

/** A number that has moved from what was told; nothing for any other. */
function row(prior: StagedPrior, found: Pair | undefined): HTMLElement[] {
  if (!found || prior.sd <= 0 || (found[0] === prior.value && found[1] === prior.sd)) return [];
  const [value, sd] = found;
  const unit = prior.unit === "" ? "" : ` ${prior.unit}`;
  return [
    h(
      "div",
      {},
      h("dt", {}, prior.name),
      h("dd", {}, plusMinus(value, sd) + unit),
      bar(prior, found),
      h("dd", { class: "told" }, `told ${plusMinus(prior.value, prior.sd)}`),
    ),
  ];
}

/** Where the found number lies within what was told: one standard deviation to either side. */
function bar(prior: StagedPrior, [value, sd]: Pair): HTMLElement {
  const place = (number: number) => {
    const share = 0.5 + (number - prior.value) / (2 * REACH * prior.sd);
    return 100 * Math.min(1, Math.max(0, share));
  };
  const [from, to] = [place(value - sd), place(value + sd)];
  const found = h("i");
  // Not as an attribute: the page allows no style in its text.
  found.style.left = `${from.toFixed(1)}%`;
  found.style.width = `${(to - from).toFixed(1)}%`;
  return h("dd", { class: "found-bar", "aria-hidden": "true" }, found);
}

/** As many digits as the standard deviation has to say. */
function plusMinus(value: number, sd: number): string {
  const digits = Math.min(5, Math.max(0, Math.ceil(-Math.log10(sd / 2))));
  const text = value.toFixed(digits);
  return `${Number(text) === 0 ? text.replace("-", "") : text} ± ${sd.toFixed(digits)}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
