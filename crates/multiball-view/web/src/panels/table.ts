// The table from above: home is on the right.

import type { Court, Pair } from "../data/types";
import { svg } from "./dom";

export interface OnTable {
  target: Pair | null;
  landing?: Pair | null;
  halves?: number[];
  path?: Pair[];
}

export function tableDrawing(court: Court, on: OnTable): SVGElement {
  const [length, width] = [court.table_length_m, court.table_width_m];
  const margin = 0.12;
  const box = `${-length / 2 - margin} ${-width / 2 - margin} ${length + 2 * margin} ${width + 2 * margin}`;
  // y is up in the drawing, as it is to the left of someone who looks along x.
  const drawing = svg("svg", { viewBox: box, class: "table-top", role: "img", "aria-label": "The table from above" });
  const world = svg("g", { transform: "scale(1,-1)" });
  world.append(
    svg("rect", { class: "top", x: -length / 2, y: -width / 2, width: length, height: width }),
    svg("line", { class: "middle", x1: -length / 2, x2: length / 2, y1: 0, y2: 0 }),
    svg("line", { class: "net", x1: 0, x2: 0, y1: -court.net_width_m / 2, y2: court.net_width_m / 2 }),
  );
  if (on.path && on.path.length > 1) {
    world.append(svg("polyline", { class: "path", points: on.path.map((pair) => pair.join(",")).join(" ") }));
  }
  const target = on.target;
  if (target) {
    for (const half of on.halves ?? []) {
      world.append(
        svg("rect", { class: "aim", x: target[0] - half, y: target[1] - half, width: 2 * half, height: 2 * half }),
      );
    }
    world.append(svg("circle", { class: "target", cx: target[0], cy: target[1], r: 0.03 }));
  }
  if (target && on.landing) {
    world.append(svg("line", { class: "off", x1: target[0], y1: target[1], x2: on.landing[0], y2: on.landing[1] }));
  }
  if (on.landing) world.append(svg("circle", { class: "landing", cx: on.landing[0], cy: on.landing[1], r: 0.04 }));
  drawing.append(world);
  return drawing;
}

/** Where in the world a click on the drawing is. */
export function placeOf(drawing: SVGElement, event: MouseEvent): Pair | null {
  const matrix = (drawing as SVGSVGElement).getScreenCTM();
  if (!matrix) return null;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return [at.x, -at.y];
}
