// Where returns have landed: marks that fade, and that can be clicked.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  InstancedMesh,
  Matrix4,
  Quaternion,
  type Raycaster,
  Vector3,
} from "three";
import { countUpTo } from "../data/marks";
import type { LandedMark, Mark, Stage } from "../data/types";
import type { Palette } from "./palette";
import { flat } from "./soft";

const LASTS_S = 25;
const MOST = 24;

export class Landings {
  readonly mesh: InstancedMesh;
  private shown: LandedMark[] = [];
  private colors: { hit: Color; near: Color };
  private goal_m: number;

  constructor(stage: Stage, colors: Palette) {
    this.mesh = new InstancedMesh(ringAndDot(), flat(true), MOST);
    this.mesh.setColorAt(0, new Color(1, 1, 1));
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 2;
    this.colors = { hit: new Color(colors.hit), near: new Color(colors.near) };
    this.goal_m = Math.max(0.15, ...stage.targets.flatMap((target) => target.half_sides_m));
  }

  set(marks: Mark[], t_s: number): void {
    this.shown = [];
    for (let i = countUpTo(marks, t_s) - 1; i >= 0 && this.shown.length < MOST; i--) {
      const mark = marks[i];
      if (mark.t_s < t_s - LASTS_S) break;
      if (mark.kind === "landed") this.shown.push(mark);
    }
    this.shown.forEach((mark, index) => {
      const age = (t_s - mark.t_s) / LASTS_S;
      const fresh = Math.max(0, 1 - (t_s - mark.t_s) / 0.5);
      const size = (0.05 + 0.06 * fresh) * (1 - 0.55 * age);
      const at = new Vector3(mark.position_m[0], mark.position_m[1], 0.007 - 1e-5 * index);
      this.mesh.setMatrixAt(index, new Matrix4().compose(at, new Quaternion(), new Vector3(size, size, 1)));
      this.mesh.setColorAt(index, mark.off_m <= this.goal_m ? this.colors.hit : this.colors.near);
    });
    this.mesh.count = this.shown.length;
    this.mesh.instanceMatrix.needsUpdate = true;
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }

  /** The stroke whose mark a ray meets. */
  pick(ray: Raycaster): number | null {
    this.mesh.computeBoundingSphere();
    const hit = ray.intersectObject(this.mesh)[0];
    return hit?.instanceId === undefined ? null : (this.shown[hit.instanceId]?.stroke ?? null);
  }
}

function ringAndDot(): BufferGeometry {
  const corners = 24;
  const [places, paints, index]: [number[], number[], number[]] = [[], [], []];
  const circle = (radius: number, opacity: number) => {
    const first = places.length / 3;
    for (let i = 0; i < corners; i++) {
      const angle = (i / corners) * 2 * Math.PI;
      places.push(Math.cos(angle) * radius, Math.sin(angle) * radius, 0);
      paints.push(1, 1, 1, opacity);
    }
    return first;
  };
  const band = (a: number, b: number) => {
    for (let i = 0; i < corners; i++) {
      const j = (i + 1) % corners;
      index.push(a + i, b + i, a + j, a + j, b + i, b + j);
    }
  };
  band(circle(0, 0.9), circle(0.45, 0.9));
  band(circle(0.55, 0.25), circle(0.8, 0.25));
  band(circle(0.8, 0.95), circle(1, 0.95));
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(places), 3));
  geometry.setAttribute("rgba", new BufferAttribute(new Float32Array(paints), 4));
  geometry.setIndex(index);
  return geometry;
}
