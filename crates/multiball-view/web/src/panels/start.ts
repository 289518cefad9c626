// The panel that starts a new run.

import type { Socket, Start } from "../data/socket";
import type { Choices, Court, Pair } from "../data/types";
import { button, h, say } from "./dom";
import { placeOf, tableDrawing } from "./table";

const COURT: Court = { table_length_m: 2.74, table_width_m: 1.525, table_height_m: 0.76, table_thickness_m: 0.03, net_height_m: 0.1525, net_width_m: 1.83 };

export class StartPanel {
  readonly root: HTMLDialogElement;
  private form = h("form", { method: "dialog" });
  private message = h("p", { class: "message", role: "alert" });
  private choices: Choices | null = null;
  private target: Pair | null = null;
  private court = COURT;

  constructor(private socket: () => Socket) {
    const close = button("Close", "close", () => this.root.close(), { class: "round" });
    this.root = h("dialog", { class: "card start", "aria-label": "New run" }, h("header", {}, h("h2", {}, "New run"), close), this.form);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
  }

  open(choices: Choices, court: Court | undefined): void {
    this.court = court ?? COURT;
    if (this.choices === null) this.fill(choices);
    this.say("");
    this.root.showModal();
  }

  /** The answer of the program. */
  answer(error: string | null): void {
    if (error === null) this.root.close();
    else this.say(error);
  }

  private say(text: string): void {
    say(this.message, text);
  }

  private fill(choices: Choices): void {
    this.choices = choices;
    if (choices.scenarios.length === 0) {
      this.form.replaceChildren(h("p", {}, "Nothing can be started from here: this is a recording, or the session was started from the command line."));
      return;
    }
    const about = h("p", { class: "quiet" }, choices.scenarios[0].about);
    const scenario = h("select", { name: "scenario" }, ...choices.scenarios.map(({ name }) => h("option", {}, name)));
    scenario.addEventListener("change", () => say(about, choices.scenarios[scenario.selectedIndex].about));
    const rows: (Node | null)[] = [
      field("Scenario", scenario),
      about,
      field("Seed", h("input", { name: "seed", type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, step: 1, placeholder: "as in the scenario" })),
      choices.strength ? this.strength() : null,
      choices.rubbers.length ? field("Rubber", h("select", { name: "rubber" }, h("option", { value: "" }, "as in the scenario"), ...choices.rubbers.map((name) => h("option", {}, name)))) : null,
      choices.target ? this.aim() : null,
      this.message,
      h("footer", {}, h("button", { type: "button", class: "wide", onclick: () => void this.socket().stop() }, "Stop this run"), h("button", { type: "submit", class: "primary wide" }, "Start")),
    ];
    this.form.replaceChildren(...rows.filter((row) => row !== null));
  }

  private strength(): HTMLElement {
    const value = h("output", {}, "as in the scenario");
    const slider = h("input", { name: "strength", type: "range", min: 0, max: 1, step: 0.05, value: 0.5 });
    slider.addEventListener("input", () => {
      slider.dataset["set"] = "yes";
      say(value, Number(slider.value).toFixed(2));
    });
    return field("Opponent's strength", slider, value);
  }

  private aim(): HTMLElement {
    const value = h("output", {}, "as in the scenario");
    const holder = h("div", { class: "aim-holder" });
    const draw = () => {
      const drawing = tableDrawing(this.court, { target: this.target, halves: [0.15] });
      drawing.addEventListener("click", (event) => {
        const at = placeOf(drawing, event);
        const area = this.choices?.target;
        if (!at || !area) return;
        this.target = [limit(at[0], area.x_m), limit(at[1], area.y_m)];
        say(value, this.target.map((one) => `${one.toFixed(2)} m`).join(", "));
        draw();
      });
      holder.replaceChildren(drawing);
    };
    draw();
    return h("div", { class: "field" }, h("span", {}, "Target: click on the far half (left)"), value, holder);
  }

  private submit(): void {
    const data = new FormData(this.form);
    const wish: Start = { scenario: String(data.get("scenario")) };
    const seed = String(data.get("seed") ?? "");
    if (seed !== "") wish.seed = Number(seed);
    const slider = this.form.querySelector<HTMLInputElement>("[name=strength]");
    if (slider?.dataset["set"]) wish.strength = Number(slider.value);
    const rubber = String(data.get("rubber") ?? "");
    if (rubber !== "") wish.rubber = rubber;
    if (this.target) wish.target_m = this.target;
    this.say(this.socket().start(wish) ? "starting …" : "There is no connection to the program.");
  }
}

function field(label: string, ...inputs: Node[]): HTMLElement {
  return h("label", { class: "field" }, h("span", {}, label), ...inputs);
}

function limit(value: number, [low, high]: Pair): number {
  return Math.round(Math.min(high, Math.max(low, value)) * 100) / 100;
}
