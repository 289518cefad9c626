// All balls in one call, and soft blots as their shadows.

import {
  BufferAttribute,
  BufferGeometry,
  type Camera,
  Color,
  Group,
  InstancedMesh,
  Matrix4,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import type { Now } from "../data/sample";
import { FLIGHT, PLACES, type Stage } from "../data/types";
import { HOPPER } from "./hall";
import type { Palette } from "./palette";
import { corners } from "./parts";
import { flat, soft } from "./soft";

/** A ball in play is drawn at least this large, as radius over distance: about three pixels. */
const LEAST = 0.0034;
const [IN_HOPPER, IN_PICKER] = [PLACES.indexOf("hopper"), PLACES.indexOf("picker")];
const NO_TURN = new Quaternion();

export class Balls {
  readonly root = new Group();
  private mesh: InstancedMesh;
  private shadows: InstancedMesh;
  private matrix = new Matrix4();
  private at = new Vector3();
  private size = new Vector3();
  private ground = new Vector3();

  constructor(
    private stage: Stage,
    colors: Palette,
  ) {
    const count = Math.max(1, stage.balls);
    this.mesh = new InstancedMesh(
      new SphereGeometry(1, corners(16), corners(11)),
      soft({ color: colors.ball, ambient: colors.ambient + 0.1 }),
      count,
    );
    this.shadows = new InstancedMesh(blot(colors.shadow, colors.dark ? 0.75 : 0.45), flat(), count + 8);
    this.mesh.frustumCulled = this.shadows.frustumCulled = false;
    this.shadows.renderOrder = 2;
    this.root.add(this.shadows, this.mesh);
  }

  set(now: Now, camera: Camera, bodies: { at: Vector3; radius: number }[]): void {
    const radius = this.stage.ball_radius_m;
    const piles = { hopper: 0, picker: 0 };
    let shadow = 0;
    for (let ball = 0; ball < now.places.length; ball++) {
      const place = now.places[ball];
      this.at.fromArray(now.balls, ball * 3);
      let size = radius;
      if (place === IN_HOPPER) this.stack(piles.hopper++, HOPPER.radius * 0.78, -HOPPER.height);
      else if (place === IN_PICKER) this.stack(piles.picker++, 0.12, 0.1, -this.stage.court.table_height_m);
      else {
        if (place === FLIGHT) size = Math.max(radius, this.at.distanceTo(camera.position) * LEAST);
        this.shadow(shadow++, this.at, radius * 1.7, this.groundBelow(this.at, radius));
      }
      this.mesh.setMatrixAt(ball, this.matrix.compose(this.at, NO_TURN, this.size.setScalar(size)));
    }
    for (const body of bodies) this.shadow(shadow++, body.at, body.radius, -this.stage.court.table_height_m + 0.003);
    this.shadows.count = shadow;
    this.mesh.instanceMatrix.needsUpdate = this.shadows.instanceMatrix.needsUpdate = true;
  }

  /** Where balls lie that are counted together: in layers, from the bottom. */
  private stack(index: number, radius: number, below: number, floor?: number): void {
    const step = this.stage.ball_radius_m * 2.05;
    const perLayer = Math.max(1, Math.floor((Math.PI * radius * radius) / (step * step)));
    const layer = Math.floor(index / perLayer);
    const turn = (index % perLayer) * 2.39996 + layer;
    const out = radius * 0.92 * Math.sqrt(((index % perLayer) + 0.5) / perLayer);
    if (floor !== undefined) this.at.z = floor + 0.1;
    this.at.x += out * Math.cos(turn);
    this.at.y += out * Math.sin(turn);
    this.at.z += below + step * 0.6 + layer * step * 0.8;
  }

  private groundBelow(at: Vector3, radius: number): number {
    const { table_length_m: length, table_width_m: width, table_height_m: height } = this.stage.court;
    const over = Math.abs(at.x) < length / 2 && Math.abs(at.y) < width / 2 && at.z > radius * 0.5;
    return over ? 0.0055 : -height + 0.006;
  }

  private shadow(index: number, at: Vector3, radius: number, ground: number): void {
    if (index >= this.shadows.instanceMatrix.count) return;
    const spread = 1 + Math.min(2, Math.max(0, at.z - ground) * 0.8);
    this.ground.set(at.x, at.y, ground);
    this.shadows.setMatrixAt(
      index,
      this.matrix.compose(this.ground, NO_TURN, this.size.set(radius * spread, radius * spread, 1)),
    );
  }
}

/** A disc that fades to its rim. */
export function blot(color: number, opacity: number): BufferGeometry {
  const [sides, { r, g, b }] = [18, new Color(color)];
  const [places, paints, index]: [number[], number[], number[]] = [[0, 0, 0], [r, g, b, opacity], []];
  for (let i = 0; i < sides; i++) {
    const angle = (i / sides) * 2 * Math.PI;
    places.push(Math.cos(angle), Math.sin(angle), 0);
    paints.push(r, g, b, 0);
    index.push(0, 1 + i, 1 + ((i + 1) % sides));
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(places), 3));
  geometry.setAttribute("rgba", new BufferAttribute(new Float32Array(paints), 4));
  geometry.setIndex(index);
  return geometry;
}
