// Cameras of the hall: small bodies that hang from the ceiling, and what they see as thin lines.

import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, Mesh, Vector3 } from "three";
import type { Camera, Stage } from "../data/types";
import { quaternion } from "./arm";
import type { Palette } from "./palette";
import { Parts } from "./parts";
import { soft } from "./soft";

const REACH_M = 2.2;
/** How much of a pole is shown: the ceiling is not. */
const POLE_M = 0.7;

export class Cameras {
  readonly root = new Group();
  private views: LineSegments;

  constructor(stage: Stage, colors: Palette) {
    const parts = new Parts();
    for (const camera of stage.cameras) this.body(parts, camera, colors);
    if (!parts.empty) this.root.add(new Mesh(parts.build(), soft({ vertexColors: true, ambient: colors.ambient })));
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
    parts.rod(behind, at, 0.035, colors.joint, 0.035, 4).rod(
      at,
      at.clone().addScaledVector(forward, 0.05),
      0.03,
      colors.brush,
    );
    parts.rod(behind, behind.clone().add(new Vector3(0, 0, POLE_M)), 0.012, colors.steel, 0.012, 8);
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
