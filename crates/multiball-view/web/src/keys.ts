// What the keyboard does.

import type { Goal } from "./data/marks";

export interface KeyActions {
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

export function listen(actions: KeyActions): void {
  addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    const writes = target.closest("input, select, textarea, dialog") !== null;
    if (event.ctrlKey || event.metaKey || event.altKey || (writes && event.key !== "Escape")) return;
    // A focused button takes its own keys.
    if (event.key === " " && target.closest("button, summary")) return;
    if (act(event, actions)) event.preventDefault();
  });
}

function act(event: KeyboardEvent, actions: KeyActions): boolean {
  const step = event.shiftKey ? 10 : actions.playing() ? 1 : 0.01;
  switch (event.key) {
    case " ":
      actions.toggle();
      return true;
    case "ArrowLeft":
      actions.step(-step);
      return true;
    case "ArrowRight":
      actions.step(step);
      return true;
    case "Home":
    case "End":
      actions.step(event.key === "Home" ? -Infinity : Infinity);
      return true;
    case "n":
    case "p":
      actions.jump("point", event.key === "n");
      return true;
    case "h":
    case "H":
      actions.jump("hit", event.key === "h");
      return true;
    case "m":
    case "M":
      actions.jump("miss", event.key === "m");
      return true;
    case "+":
    case "=":
    case "-":
      actions.faster(event.key === "-" ? -1 : 1);
      return true;
    case "l":
      actions.live();
      return true;
    case "c":
      actions.views();
      return true;
    case "?":
      actions.help();
      return true;
    case "Escape":
      actions.close();
      return false;
  }
  const index = ["1", "2", "3", "4"].indexOf(event.key);
  if (index >= 0) actions.look(index);
  return index >= 0;
}
