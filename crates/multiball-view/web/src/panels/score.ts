// The scoreboard.

import type { Standing } from "../data/marks";
import type { Side, Stage } from "../data/types";
import { h, say } from "./dom";

export class ScoreBoard {
  readonly root: HTMLElement;
  private names = { home: h("span", { class: "name" }, "Home"), away: h("span", { class: "name" }, "Away") };
  private points = { home: h("output", { class: "points" }, "0"), away: h("output", { class: "points" }, "0") };
  private games = { home: h("span", { class: "games" }, "0"), away: h("span", { class: "games" }, "0") };
  private played = true;
  private phase = h("div", { class: "phase", role: "status" }, "");

  constructor() {
    const side = (side: Side) =>
      h(
        "div",
        { class: `side-score ${side}` },
        h("i", { class: "serves", title: "serves" }),
        this.names[side],
        this.points[side],
      );
    const games = h(
      "div",
      { class: "games-row", title: "games" },
      this.games.away,
      h("span", {}, "games"),
      this.games.home,
    );
    const row = h(
      "div",
      { class: "score-row" },
      side("away"),
      h("div", { class: "between" }, "–", games),
      side("home"),
    );
    this.root = h("section", { class: "card score", "aria-label": "Score" }, row, this.phase);
  }

  stage(stage: Stage): void {
    this.played = stage.robots.length > 0;
    for (const side of ["home", "away"] as const) {
      const person = stage.people.find((person) => person.side === side);
      const robot = stage.robots.find((robot) => robot.side === side);
      say(this.names[side], person?.name ?? robot?.name ?? side);
    }
  }

  set(standing: Standing, ended: string | null): void {
    for (const side of ["home", "away"] as const) {
      say(this.points[side], String(standing.score[side]));
      say(this.games[side], String(side === "home" ? standing.score.home_games : standing.score.away_games));
      this.root.querySelector(`.${side}`)?.classList.toggle("serving", standing.server === side);
    }
    this.root.classList.toggle("waits", standing.waiting !== null);
    say(this.phase, ended ?? this.phaseOf(standing));
  }

  private phaseOf(standing: Standing): string {
    const { waiting, playing, rally, lastPoint, speed_m_s, spin_rad_s } = standing;
    if (waiting !== null) return `waits: ${waiting}`;
    if (playing) {
      const fast = speed_m_s === null ? "" : ` · ${speed_m_s.toFixed(1)} m/s`;
      const spins = spin_rad_s === null ? "" : ` · ${(spin_rad_s / 2 / Math.PI).toFixed(0)} turns/s`;
      return `point ${standing.point} · rally ${rally}${fast}${spins}`;
    }
    if (!lastPoint) return this.played ? "warms up" : "nobody plays";
    const { point, winner, fault, is_let } = lastPoint;
    if (winner) return `point ${point} to ${this.names[winner].textContent}${fault ? `: ${fault}` : ""}`;
    return is_let ? `point ${point} again: the serve touched the net` : `point ${point} broken off`;
  }
}
