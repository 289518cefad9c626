// A robot's arm, from its chain of joints.

import { CylinderGeometry, Group, Matrix4, Mesh, Object3D, Quaternion, Vector3, type ShaderMaterial } from "three";
import type { Joint, Pose, Robot } from "../data/types";
import type { Palette } from "./palette";
import { Parts } from "./parts";
import { soft } from "./soft";

const ORIGIN = new Vector3();

export class Arm {
  readonly root = new Group();
  private frames: { object: Object3D; joint: Joint; axis: Vector3; at: Vector3; turn: Quaternion }[] = [];
  private material: ShaderMaterial;

  constructor(
    private robot: Robot,
    private floor: number,
    private colors: Palette,
  ) {
    this.material = soft({ vertexColors: true, ambient: colors.ambient });
    place(this.root, robot.base);
    let parent: Object3D = this.root;
    robot.joints.forEach((joint, index) => {
      this.dress(parent, this.fixed(index));
      const object = new Group();
      place(object, joint.origin);
      parent.add(object);
      const axis = new Vector3(...joint.axis).normalize();
      this.frames.push({ object, joint, axis, at: object.position.clone(), turn: object.quaternion.clone() });
      this.dress(object, this.moving(index));
      parent = object;
    });
    const tip = new Group();
    place(tip, robot.tip);
    parent.add(tip);
    const hand = new Vector3(...robot.tip.position_m).negate().applyQuaternion(tip.quaternion.clone().invert());
    this.dress(tip, racketParts(robot.racket_radius_m, hand, colors));
  }

  set(values: Float64Array, from: number): void {
    this.frames.forEach(({ object, joint, axis, at, turn }, index) => {
      const value = values[from + index];
      if (joint.slides) {
        object.position.copy(axis).multiplyScalar(value).applyQuaternion(turn).add(at);
      } else {
        object.quaternion.setFromAxisAngle(axis, value).premultiply(turn);
      }
    });
  }

  private dress(object: Object3D, parts: Parts): void {
    if (!parts.empty) object.add(new Mesh(parts.build(), this.material));
  }

  /** What a joint stands on: a column, or rails. */
  private fixed(index: number): Parts {
    const parts = new Parts();
    const joint = this.robot.joints[index];
    const at = new Vector3(...joint.origin.position_m);
    if (joint.slides) this.rails(parts, index);
    else if (index === 0) this.column(parts, at);
    return parts;
  }

  private column(parts: Parts, top: Vector3): void {
    const { colors } = this;
    const down = this.down();
    const foot = down.clone().multiplyScalar(this.robot.base.position_m[2] - this.floor);
    const at = (share: number) => foot.clone().lerp(top, share);
    parts.rod(at(0), at(0.05), 0.24, colors.joint, 0.22, 28).rod(at(0.05), at(0.93), 0.1, colors.shell, 0.07, 24);
    parts.rod(at(0.5), at(0.53), 0.089, colors.accent, 0.088, 24).rod(at(0.92), top, 0.08, colors.joint, 0.08, 24);
  }

  /** Towards the floor, in the base's frame. */
  private down(): Vector3 {
    return new Vector3(0, 0, -1).applyQuaternion(this.root.quaternion.clone().invert());
  }

  private rails(parts: Parts, index: number): void {
    const { colors, robot } = this;
    const joint = robot.joints[index];
    const along = axisInParent(joint);
    const at = new Vector3(...joint.origin.position_m);
    const ends = [joint.low - 0.12, joint.high + 0.12].map((q) => at.clone().addScaledVector(along, q));
    const next = robot.joints[index + 1];
    if (index === 0 && next?.slides) {
      const across = axisInParent(next).applyQuaternion(quaternion(joint.origin));
      for (const q of [next.low - 0.06, next.high + 0.06]) {
        const [a, b] = ends.map((end) => end.clone().addScaledVector(across, q));
        beam(parts, a, b, 0.035, colors.steel);
        this.legs(parts, [a, b, a.clone().lerp(b, 0.5)]);
      }
    } else {
      beam(parts, ends[0], ends[1], 0.04, colors.shell);
      if (index === 0) this.legs(parts, ends);
    }
  }

  private legs(parts: Parts, tops: Vector3[]): void {
    const down = this.down();
    for (const top of tops) {
      const height = this.robot.base.position_m[2] - this.floor - down.dot(top);
      const foot = top.clone().addScaledVector(down, height);
      parts.rod(foot, top, 0.025, this.colors.joint).rod(
        foot,
        foot.clone().addScaledVector(down, -0.015),
        0.06,
        this.colors.joint,
      );
    }
  }

  /** What moves with a joint: its housing, and the link to the next one. */
  private moving(index: number): Parts {
    const { colors, robot } = this;
    const parts = new Parts();
    const joint = robot.joints[index];
    const axis = new Vector3(...joint.axis).normalize();
    const size = 0.062 - 0.004 * index;
    if (joint.slides) {
      parts.box([0.16, 0.16, 0.1], [0, 0, 0.02], index === 0 ? colors.joint : colors.accent);
    } else {
      const half = axis.clone().multiplyScalar(size * 1.15);
      parts.rod(half.clone().negate(), half, size, colors.joint, size, 20);
      const [cap, end] = [half.clone().multiplyScalar(1.06), half.clone().multiplyScalar(0.9)];
      parts.rod(end, cap, size * 0.72, colors.accent, size * 0.72, 20);
    }
    const next = robot.joints[index + 1];
    const to = new Vector3(...(next ?? { origin: robot.tip }).origin.position_m);
    if (!next) {
      const reach = Math.max(0, to.length() - robot.racket_radius_m - 0.1);
      to.setLength(Math.max(1e-3, reach));
    }
    if (to.length() > 0.03) link(parts, to, size * 0.72, colors.shell);
    return parts;
  }
}

function link(parts: Parts, to: Vector3, radius: number, color: number): void {
  parts.capsule(ORIGIN, to, radius, color, radius * 0.82);
}

function beam(parts: Parts, a: Vector3, b: Vector3, half: number, color: number): void {
  const geometry = new CylinderGeometry(half * 1.414, half * 1.414, a.distanceTo(b), 4, 1).toNonIndexed();
  geometry.computeVertexNormals();
  geometry.setIndex(Array.from({ length: geometry.getAttribute("position").count }, (_, i) => i));
  geometry.rotateY(Math.PI / 4);
  const along = b.clone().sub(a).normalize();
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), along);
  parts.add(geometry, color, new Matrix4().compose(a.clone().add(b).multiplyScalar(0.5), turn, new Vector3(1, 1, 1)));
}

/** A racket at the origin: the face is square to x, the handle reaches for the hand. */
export function racketParts(radius: number, hand: Vector3, colors: Palette): Parts {
  const parts = new Parts();
  const x = new Vector3(1, 0, 0);
  const face = (from: number, to: number, color: number, share = 1) =>
    parts.rod(x.clone().multiplyScalar(from), x.clone().multiplyScalar(to), radius * share, color, radius * share, 28);
  face(-0.0035, 0.0035, colors.wood, 1.015);
  face(0.0035, 0.0075, colors.rubber);
  face(-0.0075, -0.0035, colors.rubberBack);
  const aside = hand.clone().setX(0);
  const handle = aside.lengthSq() > 1e-4 ? aside.normalize() : new Vector3(0, 0, -1);
  parts.rod(
    handle.clone().multiplyScalar(radius * 0.8),
    handle.clone().multiplyScalar(radius + 0.1),
    0.014,
    colors.wood,
    0.016,
    12,
  );
  return parts;
}

function axisInParent(joint: Joint): Vector3 {
  return new Vector3(...joint.axis).normalize().applyQuaternion(quaternion(joint.origin));
}

export function quaternion({ quaternion: [w, x, y, z] }: Pose): Quaternion {
  return new Quaternion(x, y, z, w);
}

export function place(object: Object3D, pose: Pose): void {
  object.position.set(...pose.position_m);
  object.quaternion.copy(quaternion(pose));
}
