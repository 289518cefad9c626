// How the panels lie around the hall: at the sides of a wide window, in a sheet at the bottom of a narrow one.

import { PRESETS, type Preset } from "../scene/view";
import { button, h, say } from "./dom";

const LOOKS: Record<Preset, string> = { side: "Side", player: "Player", top: "Top", picker: "Picker" };
const SHEETS = ["figures", "strokes", "found", "insets"] as const;

export interface FrameActions {
  look(preset: Preset): void;
  theme(): void;
  views(): void;
  help(): void;
  start(): void;
}

export interface FrameParts {
  score: HTMLElement;
  figures: HTMLElement;
  strokes: HTMLElement;
  found: HTMLElement;
  insets: HTMLElement;
  story: HTMLElement;
  dock: HTMLElement;
}

export class Frame {
  readonly stage = h("main", { class: "stage" });
  readonly title = h("span", { class: "scenario" }, "");
  readonly note = h("div", { class: "note", role: "status", hidden: true });
  readonly start: HTMLButtonElement;
  private hinted = 0;
  private looks = new Map<Preset, HTMLButtonElement>();

  constructor(parts: FrameParts, actions: FrameActions) {
    const looks = PRESETS.map((preset, i) => {
      const one = h(
        "button",
        { type: "button", "aria-label": `Look: ${LOOKS[preset]} (${i + 1})`, onclick: () => actions.look(preset) },
        LOOKS[preset],
      );
      this.looks.set(preset, one);
      return one;
    });
    this.start = h(
      "button",
      { type: "button", class: "primary wide new-run", onclick: () => actions.start() },
      "New run",
    );
    const tools = h(
      "nav",
      { class: "tools", "aria-label": "View" },
      h("div", { class: "looks", role: "group", "aria-label": "Look from" }, ...looks),
      button("Show what the cameras see as lines (c)", "cameras", () => actions.views(), { class: "round" }),
      button("Light or dark", "sun", () => actions.theme(), { class: "round" }),
      button("Keys (?)", "help", () => actions.help(), { class: "round" }),
      this.start,
    );
    const brand = h("div", { class: "card brand" }, h("b", {}, "multiball"), this.title);
    const left = h("div", { class: "column left" }, parts.figures, parts.strokes);
    const right = h("div", { class: "column right" }, parts.insets, parts.found, parts.story);
    this.stage.append(
      h("header", { class: "top" }, brand, parts.score, tools),
      left,
      right,
      this.note,
      this.tabs(),
      parts.dock,
    );
  }

  chosen(preset: Preset): void {
    for (const [name, one] of this.looks) one.setAttribute("aria-pressed", String(name === preset));
  }

  say(text: string | null): void {
    this.note.hidden = text === null;
    say(this.note, text ?? "");
  }

  /** Says something for a moment. */
  hint(text: string): void {
    this.say(text);
    clearTimeout(this.hinted);
    this.hinted = setTimeout(() => this.note.textContent === text && this.say(null), 2500);
  }

  /** Narrow windows show one panel at a time. */
  sheet(name: string | null): void {
    const open = document.body.dataset["sheet"];
    if (name === null || open === name) delete document.body.dataset["sheet"];
    else document.body.dataset["sheet"] = name;
    for (const tab of this.stage.querySelectorAll<HTMLElement>(".tabs button")) {
      tab.setAttribute("aria-expanded", String(tab.dataset["opens"] === document.body.dataset["sheet"]));
    }
  }

  /** A panel that has nothing to show has no tab. */
  offer(name: (typeof SHEETS)[number], shown: boolean): void {
    const tab = this.stage.querySelector<HTMLElement>(`.tabs [data-opens="${name}"]`);
    if (!tab) return;
    tab.hidden = !shown;
    if (!shown && document.body.dataset["sheet"] === name) this.sheet(null);
  }

  private tabs(): HTMLElement {
    const names = { figures: "Figures", strokes: "Strokes", found: "Found out", insets: "Cameras" };
    const tabs = SHEETS.map(
      (name) => h(
        "button",
        { type: "button", "data-opens": name, "aria-expanded": "false", onclick: () => this.sheet(name) },
        names[name],
      ),
    );
    return h("nav", { class: "tabs", "aria-label": "Panels" }, ...tabs);
  }
}
