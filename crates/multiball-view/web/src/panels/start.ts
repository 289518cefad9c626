// The panel that starts a new run.

import type { Socket, Start } from "../data/socket";
import type { Choices, Court, Pair, ScenarioChoice } from "../data/types";
import { button, h, say } from "./dom";
import { placeOf, tableDrawing } from "./table";

const COURT: Court = {
  table_length_m: 2.74,
  table_width_m: 1.525,
  table_height_m: 0.76,
  table_thickness_m: 0.03,
  net_height_m: 0.1525,
  net_width_m: 1.83,
};
const OWN = "as in the scenario";

export class StartPanel {
  readonly root: HTMLDialogElement;
  private form = h("form", { method: "dialog" });
  private message = h("p", { class: "message", role: "alert" });
  private choices: Choices | null = null;
  private court = COURT;
  private scenario = h("select", { name: "scenario" });
  private about = h("p", { class: "quiet" });
  private seed = h("input", { name: "seed", type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, step: 1 });
  private strength = new StrengthField();
  private rubber = h("select", { name: "rubber" });
  private rubberField = field("Rubber", this.rubber);
  private aim = new AimField();

  constructor(private socket: () => Socket) {
    const close = button("Close", "close", () => this.root.close(), { class: "round" });
    this.root = h(
      "dialog",
      { class: "card start", "aria-label": "New run" },
      h("header", {}, h("h2", {}, "New run"), close),
      this.form,
    );
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.scenario.addEventListener("change", () => this.choose());
  }

  /** Opens it at the scenario that is shown. */
  open(choices: Choices, court: Court | undefined, shown: string | undefined): void {
    this.court = court ?? COURT;
    if (this.choices === null) this.fill(choices, shown);
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

  private fill(choices: Choices, shown: string | undefined): void {
    this.choices = choices;
    this.scenario.replaceChildren(
      ...choices.scenarios.map(({ name }) => h("option", { selected: name === shown }, name)),
    );
    const stop = button("Stop this run", "Stop this run", () => void this.socket().stop(), { class: "wide" });
    const start = h("button", { type: "submit", class: "primary wide" }, "Start");
    this.form.replaceChildren(
      field("Scenario", this.scenario),
      this.about,
      field("Seed", this.seed),
      this.strength.root,
      this.rubberField,
      this.aim.root,
      h("p", { class: "quiet" }, choices.note ?? ""),
      this.message,
      h("footer", {}, stop, start),
    );
    this.choose();
  }

  /** Shows what can be chosen in a scenario, and its own values. */
  private choose(): void {
    const scenario = this.choices?.scenarios[this.scenario.selectedIndex];
    if (!this.choices || !scenario) return;
    say(this.about, scenario.about);
    this.seed.placeholder = `${scenario.seed}, ${OWN}`;
    this.strength.set(scenario.strength);
    this.rubberField.hidden = scenario.rubber === null;
    const own = h("option", { value: "" }, `${scenario.rubber}, ${OWN}`);
    this.rubber.replaceChildren(
      own,
      ...this.choices.rubbers.filter((name) => name !== scenario.rubber).map((name) => h("option", {}, name)),
    );
    this.aim.set(scenario, this.choices.target, this.court);
  }

  private submit(): void {
    const request: Start = { scenario: this.scenario.value };
    if (this.seed.value !== "") request.seed = Number(this.seed.value);
    if (this.strength.chosen !== null) request.strength = this.strength.chosen;
    if (!this.rubberField.hidden && this.rubber.value !== "") request.rubber = this.rubber.value;
    if (this.aim.chosen !== null) request.target_m = this.aim.chosen;
    this.say(this.socket().start(request) ? "starting …" : "There is no connection to the program.");
  }
}

/** How well the person plays. */
class StrengthField {
  chosen: number | null = null;
  private value = h("output");
  private slider = h("input", { name: "strength", type: "range", min: 0, max: 1, step: 0.05 });
  readonly root = field("Opponent's strength", this.slider, this.value);

  constructor() {
    this.slider.addEventListener("input", () => {
      this.chosen = Number(this.slider.value);
      say(this.value, this.chosen.toFixed(2));
    });
  }

  set(own: number | null): void {
    this.chosen = null;
    this.root.hidden = own === null;
    this.slider.value = String(own ?? 0);
    say(this.value, `${own?.toFixed(2)}, ${OWN}`);
  }
}

/** Where the robot aims: a click on the table, or the arrow keys. */
class AimField {
  chosen: Pair | null = null;
  private value = h("output");
  private holder = h(
    "div",
    {
      class: "aim-holder",
      tabindex: 0,
      role: "application",
      "aria-label": "Target on the far half: arrow keys move it",
    },
  );
  readonly root = h(
    "div",
    { class: "field" },
    h("span", {}, "Target: click on the far half (left)"),
    this.value,
    this.holder,
  );
  private own: Pair | null = null;
  private area: Choices["target"] = { x_m: [0, 0], y_m: [0, 0] };
  private court = COURT;

  constructor() {
    this.holder.addEventListener("keydown", (event) => {
      const step = {
        ArrowLeft: [-0.05, 0],
        ArrowRight: [0.05, 0],
        ArrowUp: [0, 0.05],
        ArrowDown: [0, -0.05],
      }[event.key];
      const from = this.chosen ?? this.own;
      if (!step || !from) return;
      event.preventDefault();
      event.stopPropagation();
      this.take([from[0] + step[0], from[1] + step[1]]);
    });
  }

  set(scenario: ScenarioChoice, area: Choices["target"], court: Court): void {
    Object.assign(this, { chosen: null, own: scenario.target_m, area, court });
    this.root.hidden = this.own === null;
    say(this.value, this.own ? `${words(this.own)}, ${OWN}` : "");
    this.draw();
  }

  private take([x, y]: Pair): void {
    this.chosen = [limit(x, this.area.x_m), limit(y, this.area.y_m)];
    say(this.value, words(this.chosen));
    this.draw();
  }

  private draw(): void {
    const drawing = tableDrawing(this.court, { target: this.chosen ?? this.own, halves: [0.15] });
    drawing.addEventListener("click", (event) => {
      const at = placeOf(drawing, event);
      if (at) this.take(at);
    });
    this.holder.replaceChildren(drawing);
  }
}

function words(place: Pair): string {
  return place.map((one) => `${one.toFixed(2)} m`).join(", ");
}

function field(label: string, ...inputs: Node[]): HTMLElement {
  return h("label", { class: "field" }, h("span", {}, label), ...inputs);
}

function limit(value: number, [low, high]: Pair): number {
  return Math.round(Math.min(high, Math.max(low, value)) * 100) / 100;
}
