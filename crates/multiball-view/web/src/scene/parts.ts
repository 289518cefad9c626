// Many solids of many colours in one geometry.

import {
  BoxGeometry,
  BufferAttribute,
  type BufferGeometry,
  Color,
  CylinderGeometry,
  Matrix4,
  Quaternion,
  SphereGeometry,
  TorusGeometry,
  Vector3,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";

const UP = new Vector3(0, 1, 0);

/** How round things are: software renderers count corners rather than pixels. */
let roundness = 1;

export function setRoundness(share: number): void {
  roundness = share;
}

/** Corners of something round that has this many at its best. */
export function corners(most: number): number {
  return Math.max(5, Math.round(most * roundness));
}

export class Parts {
  private list: BufferGeometry[] = [];

  get empty(): boolean {
    return this.list.length === 0;
  }

  add(geometry: BufferGeometry, color: number, matrix?: Matrix4): this {
    if (matrix) geometry.applyMatrix4(matrix);
    geometry.deleteAttribute("uv");
    const { r, g, b } = new Color(color);
    const count = geometry.getAttribute("position").count;
    const colors = new Float32Array(count * 3);
    for (let i = 0; i < count; i++) colors.set([r, g, b], i * 3);
    geometry.setAttribute("color", new BufferAttribute(colors, 3));
    this.list.push(geometry);
    return this;
  }

  box(size: [number, number, number], center: [number, number, number], color: number): this {
    return this.add(new BoxGeometry(...size), color, new Matrix4().makeTranslation(...center));
  }

  /** A round rod, thinner or thicker at its end. */
  rod(from: Vector3, to: Vector3, radius: number, color: number, endRadius = radius, sides = 14): this {
    const length = from.distanceTo(to);
    if (length < 1e-6) return this;
    const geometry = new CylinderGeometry(endRadius, radius, length, corners(sides), 1);
    return this.add(geometry, color, between(from, to));
  }

  /** A rod with round ends. */
  capsule(from: Vector3, to: Vector3, radius: number, color: number, endRadius = radius): this {
    return this.rod(from, to, radius, color, endRadius).ball(from, radius, color).ball(to, endRadius, color);
  }

  ball(center: Vector3, radius: number, color: number): this {
    return this.add(new SphereGeometry(radius, corners(16), corners(11)), color, new Matrix4().makeTranslation(center));
  }

  /** A ring that lies flat. */
  ring(center: Vector3, radius: number, thickness: number, color: number): this {
    const matrix = new Matrix4().makeTranslation(center);
    return this.add(new TorusGeometry(radius, thickness, corners(7), corners(32)), color, matrix);
  }

  build(): BufferGeometry {
    return mergeGeometries(this.list);
  }
}

/** Transform of a cylinder along y to one between two points. */
export function between(from: Vector3, to: Vector3): Matrix4 {
  const along = to.clone().sub(from).normalize();
  const middle = from.clone().add(to).multiplyScalar(0.5);
  return new Matrix4().compose(middle, new Quaternion().setFromUnitVectors(UP, along), new Vector3(1, 1, 1));
}
