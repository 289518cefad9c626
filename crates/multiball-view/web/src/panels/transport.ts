// Play, pause, speed, jumps.

import { SPEEDS, type Clock } from "../data/clock";
import type { Goal } from "../data/marks";
import { button, clock as written, h, say, swapIcon } from "./dom";

export class Transport {
  readonly root: HTMLElement;
  private play: HTMLButtonElement;
  private live: HTMLButtonElement;
  private at = h("b", {}, "0:00.0");
  private of = h("span", { class: "of" }, "");
  private speed: HTMLSelectElement;

  constructor(
    private clock: Clock,
    jump: (goal: Goal, forward: boolean) => void,
    timeline: HTMLElement,
  ) {
    this.play = button("Play or pause (space)", "pause", () => clock.toggle(), { class: "primary round" });
    this.live = h("button", { type: "button", class: "live", onclick: () => clock.goLive() }, h("i", {}), "Live");
    const options = SPEEDS.map((speed) => h("option", { value: speed }, `${speed}×`));
    this.speed = h(
      "select",
      { "aria-label": "Speed", onchange: () => clock.setSpeed(Number(this.speed.value)) },
      ...options,
    );
    const jumps = h(
      "div",
      { class: "jumps", role: "group", "aria-label": "Jump" },
      button("Next point (n)", "Point ›", () => jump("point", true)),
      button("Next hit (h)", "Hit ›", () => jump("hit", true), { class: "good" }),
      button("Next miss (m)", "Miss ›", () => jump("miss", true), { class: "bad" }),
    );
    const keys = h(
      "div",
      { class: "keys" },
      button("Previous point (p)", "previous", () => jump("point", false), { class: "round" }),
      this.play,
      button("Next point (n)", "next", () => jump("point", true), { class: "round next" }),
    );
    this.root = h(
      "section",
      { class: "card dock", "aria-label": "Playback" },
      keys,
      h("output", { class: "time" }, this.at, this.of),
      timeline,
      this.speed,
      this.live,
      jumps,
    );
  }

  set(head_s: number, running: boolean): void {
    const { clock } = this;
    swapIcon(this.play, clock.playing ? "pause" : "play");
    this.play.setAttribute("aria-pressed", String(clock.playing));
    // Steps while paused are of hundredths.
    say(this.at, written(clock.t_s, clock.playing ? 1 : 2));
    say(this.of, ` / ${written(head_s)}`);
    if (this.speed.value !== String(clock.speed)) this.speed.value = String(clock.speed);
    const near = running && head_s - clock.t_s < 2 && clock.playing && clock.speed >= 1;
    this.live.classList.toggle("on", clock.live || near);
    this.live.disabled = !running;
  }
}
