// The picker, its estimated pose, and its route.

import { Group, Mesh, Vector3 } from "three";
import { countUpTo } from "../data/marks";
import type { Mark, Pair, Picker as Staged } from "../data/types";
import type { Palette } from "./palette";
import { Parts } from "./parts";
import { flat, soft } from "./soft";
import { Strips } from "./strips";

export class Picker {
  readonly root = new Group();
  readonly at = new Vector3();
  private body = new Group();
  private brush: Mesh;
  private ghost: Mesh;
  private route: Mesh;
  private shownRoute: Pair[] | null = null;
  private rolled = 0;
  private before = new Vector3();

  constructor(
    staged: Staged,
    private floor: number,
    private colors: Palette,
  ) {
    const material = soft({ vertexColors: true, ambient: colors.ambient });
    this.body.add(new Mesh(bodyParts(staged, colors).build(), material));
    this.brush = new Mesh(brushParts(staged, colors).build(), material);
    this.brush.position.set(staged.reach_m, 0, 0.055);
    this.body.add(this.brush);
    this.ghost = new Mesh(ghostStrips(staged, colors).build(), flat(true));
    this.route = new Mesh(new Strips().build(), flat(true));
    this.ghost.renderOrder = this.route.renderOrder = 2;
    this.route.frustumCulled = false;
    this.root.add(this.body, this.ghost, this.route);
  }

  set(values: Float64Array, from: number, marks: Mark[], t_s: number): void {
    const [x, y, heading, estimatedX, estimatedY, estimatedHeading] = values.subarray(from, from + 6);
    this.at.set(x, y, this.floor);
    this.body.position.copy(this.at);
    this.body.rotation.z = heading;
    this.ghost.position.set(estimatedX, estimatedY, this.floor + 0.012);
    this.ghost.rotation.z = estimatedHeading;
    this.rolled += this.at.distanceTo(this.before) * 18;
    this.before.copy(this.at);
    this.brush.rotation.y = this.rolled;
    this.showRoute(marks, t_s);
  }

  private showRoute(marks: Mark[], t_s: number): void {
    let route: Pair[] = [];
    for (let i = countUpTo(marks, t_s) - 1; i >= 0; i--) {
      const mark = marks[i];
      if (mark.kind === "route") {
        route = mark.route_m;
        break;
      }
    }
    if (route === this.shownRoute) return;
    this.shownRoute = route;
    const strips = new Strips().band(route, 0.025, this.floor + 0.009, this.colors.route, 0.6);
    for (const corner of route.slice(1, -1)) {
      const [x, y] = corner;
      const diamond: Pair[] = [[x - 0.06, y], [x, y - 0.06], [x + 0.06, y], [x, y + 0.06]];
      strips.band(diamond, 0.015, this.floor + 0.01, this.colors.route, 0.9, true);
    }
    this.route.geometry.dispose();
    this.route.geometry = strips.build();
  }
}

function bodyParts({ radius_m: radius, reach_m: reach, brush_width_m: width }: Staged, colors: Palette): Parts {
  const parts = new Parts();
  const z = (height: number) => new Vector3(0, 0, height);
  parts.rod(z(0.03), z(0.13), radius * 0.97, colors.pickerShell, radius, 40);
  parts.rod(z(0.13), z(0.15), radius, colors.accent, radius * 0.98, 40);
  // An open basket: a rim on posts, so that balls inside are seen.
  parts.ring(z(0.28), radius * 0.72, 0.01, colors.shell);
  for (let i = 0; i < 10; i++) {
    const [c, s] = [Math.cos((i / 5) * Math.PI) * radius, Math.sin((i / 5) * Math.PI) * radius];
    parts.rod(
      new Vector3(c * 0.66, s * 0.66, 0.14),
      new Vector3(c * 0.72, s * 0.72, 0.28),
      0.005,
      colors.shell,
      0.005,
      5,
    );
  }
  parts.rod(new Vector3(-radius * 0.85, 0, 0.14), new Vector3(-radius * 0.6, 0, 0.42), 0.03, colors.joint, 0.034, 16);
  for (const side of [-1, 1]) {
    parts.rod(
      new Vector3(0, side * radius * 0.8, 0.055),
      new Vector3(0, side * (radius * 0.8 + 0.05), 0.055),
      0.055,
      colors.joint,
      0.055,
      20,
    );
    parts.box([reach, 0.02, 0.05], [reach / 2, (side * width) / 2 + side * 0.012, 0.07], colors.shell);
  }
  return parts;
}

function brushParts({ brush_width_m: width }: Staged, colors: Palette): Parts {
  const parts = new Parts();
  const y = (side: number) => new Vector3(0, (side * width) / 2, 0);
  parts.rod(y(-1), y(1), 0.018, colors.brush);
  for (let i = 0; i < 6; i++) {
    const [c, s] = [Math.cos((i / 3) * Math.PI) * 0.03, Math.sin((i / 3) * Math.PI) * 0.03];
    const off = new Vector3(c, 0, s);
    parts.rod(y(-1).add(off), y(1).add(off), 0.011, i % 2 ? colors.accent : colors.brush, 0.011, 6);
  }
  return parts;
}

function ghostStrips({ radius_m: radius }: Staged, colors: Palette): Strips {
  const circle: Pair[] = Array.from({ length: 36 }, (_, i) => {
    const angle = (i / 18) * Math.PI;
    return [Math.cos(angle) * radius * 1.12, Math.sin(angle) * radius * 1.12];
  });
  const arrow: Pair[] = [[radius * 1.25, -0.06], [radius * 1.6, 0], [radius * 1.25, 0.06]];
  return new Strips().band(circle, 0.02, 0, colors.ghost, 0.7, true).fill(arrow, 0, colors.ghost, 0.9);
}
