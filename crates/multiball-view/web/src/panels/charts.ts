// Small charts in SVG, with axes, units and legends.

import { h, svg } from "./dom";

export interface Series {
  name: string;
  kind: "line" | "dots" | "dashed";
  color: string;
  points: [number, number][];
}

export interface ChartOptions {
  title: string;
  x: string;
  y: string;
  series: Series[];
  height?: number;
  fromZero?: boolean;
  legend?: boolean;
  marker?: number;
}

const WIDTH = 340;
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 8, 8, 26];

export function chart(options: ChartOptions): HTMLElement {
  const { title, x, y, series, height = 130, fromZero = false, legend = true, marker } = options;
  const points = series.flatMap((one) => one.points);
  const figure = h("figure", { class: "chart" });
  if (points.length < 2) return figure;
  const across = range(points.map((point) => point[0]), false, 0);
  const up = range(points.map((point) => point[1]), fromZero, 0.06);
  const toX = (value: number) => LEFT + ((value - across[0]) / (across[1] - across[0])) * (WIDTH - LEFT - RIGHT);
  const toY = (value: number) => height - BOTTOM - ((value - up[0]) / (up[1] - up[0])) * (height - TOP - BOTTOM);
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": `${title}: ${y} over ${x}` },
  );
  for (const tick of ticks(up, 3)) {
    drawing.append(svg("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: toY(tick), y2: toY(tick) }));
    drawing.append(svg("text", { x: LEFT - 5, y: toY(tick) + 3.5, "text-anchor": "end" }, short(tick)));
  }
  for (const tick of ticks(across, 5)) {
    drawing.append(svg("text", { x: toX(tick), y: height - BOTTOM + 13, "text-anchor": "middle" }, short(tick)));
  }
  drawing.append(svg("text", { class: "axis", x: WIDTH - RIGHT, y: height - 2, "text-anchor": "end" }, x));
  if (marker !== undefined) {
    drawing.append(svg("line", { class: "marker", x1: toX(marker), x2: toX(marker), y1: TOP, y2: height - BOTTOM }));
  }
  for (const one of series) drawing.append(...curve(one, toX, toY));
  const names = series.map((one) => h("span", { class: `key ${one.kind} ${one.color}` }, h("i", {}), one.name));
  figure.append(
    h(
      "figcaption",
      {},
      h("b", {}, title),
      h("span", { class: "unit" }, y),
      legend ? h("span", { class: "keys-row" }, ...names) : null,
    ),
    drawing,
  );
  return figure;
}

function curve({ kind, color, points }: Series, toX: (x: number) => number, toY: (y: number) => number): SVGElement[] {
  if (kind === "dots") {
    return points.map(([x, y]) => svg("circle", { class: `dot ${color}`, cx: toX(x), cy: toY(y), r: 1.7 }));
  }
  const path = points.map(([x, y]) => `${toX(x).toFixed(1)},${toY(y).toFixed(1)}`).join(" ");
  return [svg("polyline", { class: `curve ${kind} ${color}`, points: path })];
}

function range(values: number[], fromZero: boolean, margin: number): [number, number] {
  let [low, high] = [Math.min(...values), Math.max(...values)];
  if (fromZero) low = Math.min(0, low);
  const padding = (high - low || Math.abs(high) || 1) * margin;
  if (high - low < 1e-9) [low, high] = [low - 0.5e-3, high + 0.5e-3];
  return [fromZero && low === 0 ? 0 : low - padding, high + padding];
}

function ticks([low, high]: [number, number], about: number): number[] {
  const raw = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= raw) ?? raw;
  const list: number[] = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + step * 1e-6; tick += step) {
    list.push(Math.abs(tick) < step * 1e-6 ? 0 : tick);
  }
  return list;
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Bars of shares; the true class is marked. */
export function bars(rows: { name: string; share: number; truth: boolean }[]): HTMLElement {
  const items = rows.map(({ name, share, truth }) => {
    const bar = h("i", {});
    bar.style.width = `${(100 * share).toFixed(1)}%`;
    const label = h(
      "span",
      { class: "bar-name" },
      name.replaceAll(/[_-]/g, " "),
      truth ? h("em", {}, " (true)") : null,
    );
    return h(
      "li",
      { class: truth ? "truth" : "" },
      label,
      h("span", { class: "bar" }, bar),
      h("b", {}, `${(100 * share).toFixed(0)}\u00a0%`),
    );
  });
  return h("ul", { class: "bars" }, ...items);
}
