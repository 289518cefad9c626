// Which keys do what.

import { button, h } from "./dom";

const KEYS: [string, string][] = [
  ["Space", "play or pause"],
  ["← →", "back or on by 1 s; while paused by a hundredth"],
  ["Shift ← →", "back or on by 10 s"],
  ["Home End", "to the begin or the end"],
  ["n p", "next or previous point"],
  ["h H", "next or previous hit"],
  ["m M", "next or previous miss"],
  ["+ −", "faster or slower"],
  ["l", "live"],
  ["1 2 3 4", "look from the side, from behind the player, from above, after the picker"],
  ["c", "what the cameras see, as lines"],
  ["Esc", "close"],
  ["?", "this"],
];

export function helpDialog(): HTMLDialogElement {
  const rows = KEYS.map(([keys, does]) => h("div", {}, h("dt", {}, ...keys.split(" ").map((key) => h("kbd", {}, key))), h("dd", {}, does)));
  const dialog = h("dialog", { class: "card help", "aria-label": "Help" });
  const about = h("p", { class: "quiet" }, "Drag to turn, scroll or pinch to come nearer. Click a stroke in the list, or where it landed, for its story.");
  dialog.append(h("header", {}, h("h2", {}, "Keys"), button("Close", "close", () => dialog.close(), { class: "round" })), h("dl", {}, ...rows), about);
  return dialog;
}
