// A person, from seventeen keypoints: limbs as round rods, a trunk spanned between hips and shoulders.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import type { Palette } from "./palette";
import { racketParts } from "./arm";
import { corners } from "./parts";
import { soft } from "./soft";

const UP = new Vector3(0, 1, 0);
const SIDES = 18;
/** Height in the trunk from hips to shoulders, width over the keypoints' and depth in m. */
const RINGS = [
  [-0.16, 0.55, 0.075],
  [-0.06, 1.25, 0.115],
  [0.1, 1.3, 0.115],
  [0.35, 1.12, 0.105],
  [0.62, 1.0, 0.115],
  [0.86, 1.02, 0.11],
  [1.0, 0.92, 0.085],
  [1.06, 0.5, 0.06],
];

export class Person {
  readonly root = new Group();
  private limbs: InstancedMesh;
  private joints: InstancedMesh;
  private trunk: Mesh;
  private racket: Mesh;
  private points = Array.from({ length: 19 }, () => new Vector3());
  private count = { limbs: 0, joints: 0 };

  constructor(private colors: Palette) {
    const material = soft({ ambient: colors.ambient });
    this.limbs = new InstancedMesh(new CylinderGeometry(1, 1, 1, corners(16), 1, true), material, 16);
    this.joints = new InstancedMesh(new SphereGeometry(1, corners(18), corners(13)), material, 32);
    this.trunk = new Mesh(trunkGeometry(), soft({ color: colors.shirt, ambient: colors.ambient }));
    const racket = racketParts(0.076, new Vector3(0, 0, -1), colors).build();
    this.racket = new Mesh(racket, soft({ vertexColors: true, ambient: colors.ambient }));
    this.root.add(this.limbs, this.joints, this.trunk, this.racket);
    this.root.children.forEach((child) => (child.frustumCulled = false));
  }

  set(values: Float64Array, from: number): void {
    this.points.forEach((point, i) => point.fromArray(values, from + 3 * i));
    this.count = { limbs: 0, joints: 0 };
    const { skin, shirt, shorts, shoes } = this.colors;
    for (const side of [0, 1]) {
      const [shoulder, elbow, wrist] = [5, 7, 9].map((i) => this.points[i + side]);
      this.limb(shoulder, elbow, 0.052, shirt, shirt);
      this.limb(elbow, wrist, 0.038, skin, skin);
      this.ball(wrist, 0.045, skin);
      const [hip, knee, ankle] = [11, 13, 15].map((i) => this.points[i + side]);
      this.limb(hip, knee, 0.078, shorts, shorts);
      this.limb(knee, ankle, 0.05, skin, skin);
      this.shoe(ankle, shoes);
    }
    this.head();
    this.body();
    this.hold();
    for (const [mesh, count] of [[this.limbs, this.count.limbs], [this.joints, this.count.joints]] as const) {
      mesh.count = count;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  /** Middle of the hips, for the shadow. */
  get middle(): Vector3 {
    return this.points[11].clone().add(this.points[12]).multiplyScalar(0.5);
  }

  private limb(a: Vector3, b: Vector3, radius: number, color: number, endColor: number): void {
    const along = b.clone().sub(a);
    const length = along.length();
    const turn = new Quaternion().setFromUnitVectors(UP, along.divideScalar(length || 1));
    const middle = a.clone().add(b).multiplyScalar(0.5);
    const index = this.count.limbs++;
    this.limbs.setMatrixAt(index, new Matrix4().compose(middle, turn, new Vector3(radius, length, radius)));
    this.limbs.setColorAt(index, new Color(color));
    this.ball(a, radius, color);
    this.ball(b, radius, endColor);
  }

  private ball(
    at: Vector3,
    radius: number,
    color: number,
    scale = new Vector3(1, 1, 1),
    turn = new Quaternion(),
  ): void {
    const index = this.count.joints++;
    this.joints.setMatrixAt(index, new Matrix4().compose(at, turn, scale.clone().multiplyScalar(radius)));
    this.joints.setColorAt(index, new Color(color));
  }

  private shoe(ankle: Vector3, color: number): void {
    const forward = this.forward();
    const turn = new Quaternion().setFromUnitVectors(new Vector3(1, 0, 0), forward);
    this.ball(
      ankle.clone().addScaledVector(forward, 0.07).setZ(ankle.z - 0.035),
      0.05,
      color,
      new Vector3(2.6, 1, 0.9),
      turn,
    );
  }

  /** Where the body faces, level. */
  private forward(): Vector3 {
    const across = this.points[5].clone().sub(this.points[6]);
    return new Vector3(across.y, -across.x, 0).normalize();
  }

  private head(): void {
    const p = this.points;
    const ears = p[3].clone().add(p[4]).multiplyScalar(0.5);
    const neck = p[5].clone().add(p[6]).multiplyScalar(0.5);
    this.limb(neck, neck.clone().lerp(ears, 0.75), 0.045, this.colors.skin, this.colors.skin);
    const facing = p[0].clone().sub(ears).setZ(0).normalize();
    const turn = new Quaternion().setFromUnitVectors(
      new Vector3(1, 0, 0),
      facing.lengthSq() > 0.5 ? facing : this.forward(),
    );
    const middle = ears.clone().add(new Vector3(0, 0, 0.03));
    this.ball(middle, 0.1, this.colors.skin, new Vector3(0.98, 0.82, 1.2), turn);
    const back = middle.clone().addScaledVector(facing, -0.018).add(new Vector3(0, 0, 0.028));
    this.ball(back, 0.102, this.colors.hair, new Vector3(0.98, 0.88, 1.08), turn);
  }

  private body(): void {
    const p = this.points;
    const hips = { at: this.middle, half: p[11].clone().sub(p[12]).multiplyScalar(0.5) };
    const chest = { at: p[5].clone().add(p[6]).multiplyScalar(0.5), half: p[5].clone().sub(p[6]).multiplyScalar(0.5) };
    const position = this.trunk.geometry.getAttribute("position") as BufferAttribute;
    const up = chest.at.clone().sub(hips.at).normalize();
    let vertex = 0;
    for (const [height, width, depth] of RINGS) {
      const share = Math.min(1, Math.max(0, height));
      const middle = hips.at.clone().lerp(chest.at, height);
      const across = hips.half.clone().lerp(chest.half, share);
      const outward = up.clone().cross(across).normalize().multiplyScalar(depth);
      for (let i = 0; i < SIDES; i++) {
        const angle = (i / SIDES) * 2 * Math.PI;
        const at = middle.clone().addScaledVector(
          across,
          Math.cos(angle) * width,
        ).addScaledVector(outward, Math.sin(angle));
        position.setXYZ(vertex++, at.x, at.y, at.z);
      }
    }
    position.needsUpdate = true;
    this.trunk.geometry.computeVertexNormals();
  }

  private hold(): void {
    const [blade, normal] = [this.points[17], this.points[18]];
    const wrists = [this.points[9], this.points[10]];
    const hand = wrists[0].distanceTo(blade) < wrists[1].distanceTo(blade) ? wrists[0] : wrists[1];
    const x = normal.clone().normalize();
    const z = blade.clone().sub(hand);
    z.addScaledVector(x, -z.dot(x)).normalize();
    this.racket.matrixAutoUpdate = false;
    this.racket.matrix.makeBasis(x, z.clone().cross(x), z).setPosition(blade);
  }
}

function trunkGeometry(): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(RINGS.length * SIDES * 3), 3));
  const index: number[] = [];
  for (let ring = 0; ring + 1 < RINGS.length; ring++) {
    for (let i = 0; i < SIDES; i++) {
      const [a, b] = [ring * SIDES + i, ring * SIDES + ((i + 1) % SIDES)];
      index.push(a, b, a + SIDES, b, b + SIDES, a + SIDES);
    }
  }
  for (let i = 1; i + 1 < SIDES; i++) {
    const top = (RINGS.length - 1) * SIDES;
    index.push(0, i + 1, i, top, top + i, top + i + 1);
  }
  geometry.setIndex(index);
  return geometry;
}
