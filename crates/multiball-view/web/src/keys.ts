// What the keyboard does.

import type { Goal } from "./data/marks";

export interface Deeds {
  toggle(): void;
  step(by_s: number): void;
  jump(goal: Goal, forward: boolean): void;
  faster(steps: number): void;
  live(): void;
  look(index: number): void;
  views(): void;
  help(): void;
  close(): void;
  playing(): boolean;
}

export function listen(deeds: Deeds): void {
  addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    const writes = target.closest("input, select, textarea, dialog") !== null;
    if (event.ctrlKey || event.metaKey || event.altKey || (writes && event.key !== "Escape")) return;
    // A focused button takes its own keys.
    if (event.key === " " && target.closest("button, summary")) return;
    if (act(event, deeds)) event.preventDefault();
  });
}

function act(event: KeyboardEvent, deeds: Deeds): boolean {
  const step = event.shiftKey ? 10 : deeds.playing() ? 1 : 0.01;
  switch (event.key) {
    case " ":
      deeds.toggle();
      return true;
    case "ArrowLeft":
      deeds.step(-step);
      return true;
    case "ArrowRight":
      deeds.step(step);
      return true;
    case "Home":
    case "End":
      deeds.step(event.key === "Home" ? -Infinity : Infinity);
      return true;
    case "n":
    case "p":
      deeds.jump("point", event.key === "n");
      return true;
    case "h":
    case "H":
      deeds.jump("hit", event.key === "h");
      return true;
    case "m":
    case "M":
      deeds.jump("miss", event.key === "m");
      return true;
    case "+":
    case "=":
    case "-":
      deeds.faster(event.key === "-" ? -1 : 1);
      return true;
    case "l":
      deeds.live();
      return true;
    case "c":
      deeds.views();
      return true;
    case "?":
      deeds.help();
      return true;
    case "Escape":
      deeds.close();
      return false;
  }
  const index = ["1", "2", "3", "4"].indexOf(event.key);
  if (index >= 0) deeds.look(index);
  return index >= 0;
}
