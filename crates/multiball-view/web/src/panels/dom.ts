// Short ways to make elements.

type Child = Node | string | null | undefined | false;
type Props = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  apply(element, props);
  add(element, children);
  return element;
}

export function svg(tag: string, props: Props = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  apply(element, props);
  add(element, children);
  return element;
}

function apply(element: Element, props: Props): void {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

function add(element: Element, children: Child[]): void {
  for (const child of children) if (child) element.append(child);
}

/** Sets a text only when it differs: browsers lay out anew otherwise. */
export function say(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

const ICONS: Record<string, string> = {
  play: "M8 5v14l11-7z",
  pause: "M7 5h4v14H7zM13 5h4v14h-4z",
  previous: "M6 5h2.5v14H6zM19 5v14L9.5 12z",
  next: "M15.5 5H18v14h-2.5zM5 5v14l9.5-7z",
  sun:
    "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4z" +
    "M3.5 4.9l1.4-1.4 2.8 2.8-1.4 1.4zM16.3 17.7l1.4-1.4 2.8 2.8-1.4 1.4zM3.5 19.1l2.8-2.8 1.4 1.4-2.8 2.8z" +
    "M16.3 6.3l2.8-2.8 1.4 1.4-2.8 2.8z",
  cameras: "M4 6h11a2 2 0 0 1 2 2v2.2l4-2.7v9l-4-2.7V16a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2z",
  help:
    "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1 16h-2v-2h2zm1.8-7.3-.9.9c-.7.7-.9 1.3-.9 2.4h-2v-.5c0-1.1.4-2.1" +
    " 1.2-2.8l1.2-1.3a2 2 0 1 0-3.4-1.4H8a4 4 0 1 1 6.8 2.7z",
  close: "M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12 19 17.6 17.6 19 12 13.4 6.4 19 5 17.6 10.6 12 5 6.4z",
  stop: "M6 6h12v12H6z",
  plus: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
};

export function icon(name: string): SVGElement {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" }, svg("path", { d: ICONS[name] }));
}

export function swapIcon(button: Element, name: string): void {
  const path = button.querySelector("path");
  if (path && path.getAttribute("d") !== ICONS[name]) path.setAttribute("d", ICONS[name]);
}

export function button(label: string, shows: string, onclick: () => void, more: Props = {}): HTMLButtonElement {
  const picture = ICONS[shows] ? icon(shows) : shows;
  return h("button", { type: "button", "aria-label": label, title: label, onclick, ...more }, picture);
}

export function clock(t_s: number, digits = 1): string {
  const whole = Math.max(0, t_s);
  const minutes = Math.floor(whole / 60);
  return `${minutes}:${(whole - 60 * minutes).toFixed(digits).padStart(3 + digits, "0")}`;
}

export function millimetres(metres: number | null): string {
  if (metres === null) return "–";
  return metres < 0.0995 ? `${(metres * 1000).toFixed(metres < 0.01 ? 1 : 0)} mm` : `${(metres * 100).toFixed(1)} cm`;
}
