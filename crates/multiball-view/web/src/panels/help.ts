// The dialog that lists the keyboard shortcuts.

import { button, h } from "./dom";

const KEYS: [string, string][] = [
  ["Space", "play or pause"],
  ["← →", "back or forward by 1 s; while paused by 0.01 s"],
  ["Shift ← →", "back or forward by 10 s"],
  ["Home End", "to the start or the end"],
  ["n p", "next or previous point"],
  ["h H", "next or previous hit"],
  ["m M", "next or previous miss"],
  ["+ −", "faster or slower"],
  ["l", "live"],
  ["1 2 3 4", "view from the side, from behind the player, from above, following the picker"],
  ["c", "show the cameras' fields of view"],
  ["Esc", "close"],
  ["?", "this help"],
];

export function helpDialog(): HTMLDialogElement {
  const rows = KEYS.map(
    ([keys, does]) => h("div", {}, h("dt", {}, ...keys.split(" ").map((key) => h("kbd", {}, key))), h("dd", {}, does)),
  );
  const dialog = h("dialog", { class: "card help", "aria-label": "Help" });
  const about = h(
    "p",
    { class: "quiet" },
    "Drag to rotate, scroll or pinch to zoom. Click a stroke in the list, or its landing point, for its story.",
  );
  dialog.append(
    h("header", {}, h("h2", {}, "Keys"), button("Close", "close", () => dialog.close(), { class: "round" })),
    h("dl", {}, ...rows),
    about,
  );
  return dialog;
}
