// A band through space that faces the camera.

import { BufferAttribute, BufferGeometry, type Camera, DynamicDrawUsage, Mesh, Vector3 } from "three";
import { flat } from "./soft";

export interface Knot {
  at: Vector3;
  half: number;
  rgba: [number, number, number, number];
}

export class Ribbon {
  readonly mesh: Mesh;
  private places: BufferAttribute;
  private paints: BufferAttribute;

  constructor(private most: number) {
    const geometry = new BufferGeometry();
    this.places = new BufferAttribute(new Float32Array(most * 6), 3).setUsage(DynamicDrawUsage);
    this.paints = new BufferAttribute(new Float32Array(most * 8), 4).setUsage(DynamicDrawUsage);
    geometry.setAttribute("position", this.places);
    geometry.setAttribute("rgba", this.paints);
    const index: number[] = [];
    for (let i = 0; i + 1 < most; i++) index.push(2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 1, 2 * i + 3, 2 * i + 2);
    geometry.setIndex(index);
    this.mesh = new Mesh(geometry, flat(true));
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 4;
  }

  set(knots: Knot[], camera: Camera): void {
    const count = Math.min(knots.length, this.most);
    const [along, aside] = [new Vector3(), new Vector3()];
    for (let i = 0; i < count; i++) {
      const { at, half, rgba } = knots[i];
      along.subVectors(knots[Math.min(i + 1, count - 1)].at, knots[Math.max(i - 1, 0)].at);
      aside.subVectors(camera.position, at).cross(along).setLength(half || 1e-6);
      this.places.setXYZ(2 * i, at.x - aside.x, at.y - aside.y, at.z - aside.z);
      this.places.setXYZ(2 * i + 1, at.x + aside.x, at.y + aside.y, at.z + aside.z);
      this.paints.setXYZW(2 * i, ...rgba);
      this.paints.setXYZW(2 * i + 1, ...rgba);
    }
    this.mesh.geometry.setDrawRange(0, Math.max(0, count - 1) * 6);
    this.mesh.visible = count > 1;
    this.places.needsUpdate = this.paints.needsUpdate = true;
  }
}
