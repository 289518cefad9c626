// Flat bands on floor and table.

import { BufferAttribute, BufferGeometry, Color } from "three";
import type { Pair } from "../data/types";

export class Strips {
  private places: number[] = [];
  private paints: number[] = [];

  /** A band along corners. */
  band(corners: Pair[], width: number, z: number, color: number, opacity: number, closed = false): this {
    const count = closed ? corners.length : corners.length - 1;
    for (let i = 0; i < count; i++) {
      this.segment(corners[i], corners[(i + 1) % corners.length], width, z, color, opacity);
    }
    return this;
  }

  /** A filled convex outline. */
  fill(corners: Pair[], z: number, color: number, opacity: number): this {
    const [first, ...rest] = corners;
    for (let i = 0; i + 1 < rest.length; i++) this.triangle([first, rest[i], rest[i + 1]], z, color, opacity);
    return this;
  }

  build(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(this.places), 3));
    geometry.setAttribute("rgba", new BufferAttribute(new Float32Array(this.paints), 4));
    return geometry;
  }

  private segment(a: Pair, b: Pair, width: number, z: number, color: number, opacity: number): void {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length = Math.hypot(dx, dy);
    if (length < 1e-6) return;
    const [u, v] = [(dx / length) * (width / 2), (dy / length) * (width / 2)];
    const corners: Pair[] = [
      [a[0] - u + v, a[1] - v - u],
      [b[0] + u + v, b[1] + v - u],
      [b[0] + u - v, b[1] + v + u],
      [a[0] - u - v, a[1] - v + u],
    ];
    this.fill(corners, z, color, opacity);
  }

  private triangle(corners: Pair[], z: number, color: number, opacity: number): void {
    const { r, g, b } = new Color(color);
    for (const [x, y] of corners) {
      this.places.push(x, y, z);
      this.paints.push(r, g, b, opacity);
    }
  }
}

export function square([x, y]: Pair, half: number): Pair[] {
  return [
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ];
}
