// The robot's prediction: a tube as wide as its uncertainty, and the planned hit point.

import {
  BufferAttribute,
  BufferGeometry,
  type Camera,
  Color,
  DynamicDrawUsage,
  Group,
  Mesh,
  TorusGeometry,
  Vector3,
} from "three";
import type { PredictedEvent } from "../data/types";
import type { Palette } from "./palette";
import { Ribbon, type Knot } from "./ribbon";
import { flat, soft } from "./soft";

const RINGS = 64;
const SIDES = 10;
const LEAST_M = 0.004;

export class Predicted {
  readonly root = new Group();
  private tube: Mesh;
  private line = new Ribbon(RINGS);
  private meeting: Mesh;
  private places: BufferAttribute;
  private color: Color;

  constructor(colors: Palette) {
    this.color = new Color(colors.predicted);
    const geometry = new BufferGeometry();
    this.places = new BufferAttribute(new Float32Array(RINGS * SIDES * 3), 3).setUsage(DynamicDrawUsage);
    geometry.setAttribute("position", this.places);
    geometry.setAttribute("rgba", paint(this.color, colors.dark ? 0.2 : 0.17));
    geometry.setIndex(tubeIndex());
    this.tube = new Mesh(geometry, flat(true));
    this.tube.frustumCulled = false;
    this.tube.renderOrder = 3;
    this.meeting = new Mesh(new TorusGeometry(0.06, 0.007, 8, 32), soft({ color: colors.predicted, ambient: 1 }));
    this.root.add(this.tube, this.line.mesh, this.meeting);
  }

  set(event: PredictedEvent | null, t_s: number, camera: Camera): void {
    this.root.visible = event !== null;
    if (!event) return;
    const path = event.path.filter(([at_s]) => at_s >= t_s - 0.02).slice(0, RINGS);
    const knots: Knot[] = path.map(([, x, y, z]) => {
      const at = new Vector3(x, y, z);
      const half = Math.max(0.004, at.distanceTo(camera.position) * 0.0012);
      return { at, half, rgba: [this.color.r, this.color.g, this.color.b, 0.95] };
    });
    this.line.set(knots, camera);
    this.span(knots.map(({ at }) => at), path.map((point) => point[4]));
    this.meeting.visible = event.meeting !== null;
    if (event.meeting) {
      const [, x, y, z] = event.meeting;
      this.meeting.position.set(x, y, z);
      this.meeting.quaternion.copy(camera.quaternion);
      this.meeting.scale.setScalar(1 + 0.12 * Math.sin(t_s * 14));
    }
  }

  private span(points: Vector3[], spreads: number[]): void {
    const [along, u, v] = [new Vector3(), new Vector3(), new Vector3()];
    points.forEach((at, ring) => {
      along.subVectors(points[Math.min(ring + 1, points.length - 1)], points[Math.max(0, ring - 1)]).normalize();
      u.set(-along.y, along.x, 0).normalize();
      v.crossVectors(along, u);
      const radius = Math.max(LEAST_M, spreads[ring]);
      for (let side = 0; side < SIDES; side++) {
        const [c, s] = [
          Math.cos((side / SIDES) * 2 * Math.PI) * radius,
          Math.sin((side / SIDES) * 2 * Math.PI) * radius,
        ];
        this.places.setXYZ(
          ring * SIDES + side,
          at.x + u.x * c + v.x * s,
          at.y + u.y * c + v.y * s,
          at.z + u.z * c + v.z * s,
        );
      }
    });
    this.places.needsUpdate = true;
    this.tube.geometry.setDrawRange(0, Math.max(0, points.length - 1) * SIDES * 6);
  }
}

function paint({ r, g, b }: Color, opacity: number): BufferAttribute {
  const paints = new Float32Array(RINGS * SIDES * 4);
  for (let i = 0; i < RINGS * SIDES; i++) paints.set([r, g, b, opacity], i * 4);
  return new BufferAttribute(paints, 4);
}

function tubeIndex(): number[] {
  const index: number[] = [];
  for (let ring = 0; ring + 1 < RINGS; ring++) {
    for (let side = 0; side < SIDES; side++) {
      const [a, b] = [ring * SIDES + side, ring * SIDES + ((side + 1) % SIDES)];
      index.push(a, b, a + SIDES, b, b + SIDES, a + SIDES);
    }
  }
  return index;
}
