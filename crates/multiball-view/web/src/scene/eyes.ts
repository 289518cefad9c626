// Cameras of the hall: small bodies on poles, and what they see as thin lines.

import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, Mesh, Vector3 } from "three";
import type { Camera, Stage } from "../data/types";
import { quaternion } from "./arm";
import type { Palette } from "./palette";
import { Parts } from "./parts";
import { soft } from "./soft";

const REACH_M = 2.2;
/** The play is seen through poles that stand before it. */
const POLE_OPACITY = 0.35;

export class Eyes {
  readonly root = new Group();
  private views: LineSegments;

  constructor(stage: Stage, colors: Palette) {
    const [bodies, poles] = [new Parts(), new Parts()];
    for (const camera of stage.cameras) {
      this.body(bodies, camera, colors);
      this.pole(poles, camera, -stage.court.table_height_m, colors);
    }
    for (const [parts, opacity] of [[bodies, 1], [poles, POLE_OPACITY]] as const) {
      if (!parts.empty) this.root.add(new Mesh(parts.build(), soft({ vertexColors: true, ambient: colors.ambient, opacity })));
    }
    const corners = stage.cameras.flatMap(frustum).flatMap((corner) => corner.toArray());
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(corners), 3));
    const material = new LineBasicMaterial({ color: colors.accent, transparent: true, opacity: 0.5 });
    this.views = new LineSegments(geometry, material);
    this.views.visible = false;
    this.root.add(this.views);
  }

  show(visible: boolean): void {
    this.views.visible = visible;
  }

  private body(parts: Parts, camera: Camera, colors: Palette): void {
    const { at, forward, behind } = mounted(camera);
    parts.rod(behind, at, 0.035, colors.joint, 0.035, 4).rod(at, at.clone().addScaledVector(forward, 0.05), 0.03, colors.brush);
  }

  private pole(parts: Parts, camera: Camera, floor: number, colors: Palette): void {
    const { x, y, z } = mounted(camera).behind;
    const at = (height: number) => new Vector3(x, y, height);
    parts.rod(at(floor), at(z), 0.014, colors.steel, 0.01, 8).rod(at(floor), at(floor + 0.02), 0.14, colors.steel, 0.12, 20);
  }
}

function mounted(camera: Camera): { at: Vector3; forward: Vector3; behind: Vector3 } {
  const at = new Vector3(...camera.pose.position_m);
  const forward = new Vector3(0, 0, 1).applyQuaternion(quaternion(camera.pose));
  return { at, forward, behind: at.clone().addScaledVector(forward, -0.1) };
}

function frustum(camera: Camera): Vector3[] {
  const at = new Vector3(...camera.pose.position_m);
  const turn = quaternion(camera.pose);
  const corner = (column: number, row: number) => {
    const x = (column - camera.center_px[0]) / camera.focal_px[0];
    const y = (row - camera.center_px[1]) / camera.focal_px[1];
    return new Vector3(x, y, 1).multiplyScalar(REACH_M).applyQuaternion(turn).add(at);
  };
  const [w, h] = [camera.width_px, camera.height_px];
  const corners = [corner(0, 0), corner(w, 0), corner(w, h), corner(0, h)];
  return corners.flatMap((from, i) => [at, from, from, corners[(i + 1) % 4]]);
}
