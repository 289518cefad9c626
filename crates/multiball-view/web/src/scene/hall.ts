// What does not move: floor, barriers, table, net, hopper, targets, zones.

import {
  BufferAttribute,
  Color,
  DataTexture,
  Group,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  MeshBasicMaterial,
  DoubleSide,
  PlaneGeometry,
  RepeatWrapping,
  Vector3,
} from "three";
import type { Court, Stage } from "../data/types";
import type { Palette } from "./palette";
import { Parts } from "./parts";
import { flat, plain, soft } from "./soft";
import { square, Strips } from "./strips";

const BARRIER_M = 0.7;
export const HOPPER = { radius: 0.17, height: 0.3 };

export function hall(stage: Stage, colors: Palette): Group {
  const group = new Group();
  group.add(floor(stage, colors), solids(stage, colors), net(stage.court, colors), markings(stage, colors));
  return group;
}

/** How far the floor goes on beyond the hall, fading into the background, m. */
const BEYOND_M = 13;
/** Lines of its grid, on either side: of the half of the hall, then of what is beyond it. */
const [INSIDE, OUTSIDE] = [[0, 0.35, 0.7, 1], [0.2, 0.45, 0.7, 1]];

function floor({ hall_m, court }: Stage, colors: Palette): Mesh {
  const [length, width] = hall_m;
  const [xs, ys] = [lines(length / 2), lines(width / 2)];
  const geometry = new PlaneGeometry(1, 1, xs.length - 1, ys.length - 1);
  const position = geometry.getAttribute("position");
  const [inner, rim, far] = [colors.floor, colors.floorRim, colors.background].map((color) => new Color(color));
  const paints = new Float32Array(position.count * 3);
  for (let i = 0; i < position.count; i++) {
    const [x, y] = [xs[i % xs.length], ys[ys.length - 1 - Math.floor(i / xs.length)]];
    const outside = Math.hypot(Math.max(0, Math.abs(x) - length / 2), Math.max(0, Math.abs(y) - width / 2));
    const middle = Math.min(1, Math.hypot(x / length, y / width) * 1.5);
    const paint = inner.clone().lerp(rim, middle * middle).lerp(far, smooth(outside / 9));
    position.setXY(i, x, y);
    paints.set([paint.r, paint.g, paint.b], i * 3);
  }
  geometry.setAttribute("color", new BufferAttribute(paints, 3));
  const mesh = new Mesh(geometry, plain());
  mesh.position.z = -court.table_height_m;
  // After all that stands on it: what is hidden need not be painted.
  mesh.renderOrder = 0.5;
  return mesh;
}

function lines(half: number): number[] {
  const right = [...INSIDE.map((share) => share * half), ...OUTSIDE.map((share) => half + share * BEYOND_M)];
  return [...right.slice(1).reverse().map((x) => -x), ...right];
}

function smooth(share: number): number {
  const s = Math.min(1, Math.max(0, share));
  return s * s * (3 - 2 * s);
}

function solids(stage: Stage, colors: Palette): Mesh {
  const parts = new Parts();
  table(parts, stage.court, colors);
  barriers(parts, stage, colors);
  if (stage.picker) hopper(parts, new Vector3(...stage.picker.hopper_m), -stage.court.table_height_m, colors);
  return new Mesh(parts.build(), soft({ vertexColors: true, ambient: colors.ambient }));
}

function table(parts: Parts, court: Court, colors: Palette): void {
  const { table_length_m: length, table_width_m: width, table_thickness_m: thick, table_height_m: height } = court;
  parts.box([length, width, thick], [0, 0, -thick / 2], colors.table);
  const line = (size: [number, number], at: [number, number]) =>
    parts.box([size[0], size[1], 0.001], [at[0], at[1], 0.0012], colors.line);
  for (const sign of [-1, 1]) {
    line([length, 0.02], [0, sign * (width / 2 - 0.01)]);
    line([0.02, width], [sign * (length / 2 - 0.01), 0]);
    parts.box([length - 0.1, 0.03, 0.06], [0, sign * (width / 2 - 0.08), -thick - 0.03], colors.tableSide);
    parts.box([0.03, width - 0.16, 0.06], [sign * (length / 2 - 0.06), 0, -thick - 0.03], colors.tableSide);
    for (const side of [-1, 1]) {
      const [x, y] = [sign * (length / 2 - 0.35), side * (width / 2 - 0.14)];
      parts.box([0.05, 0.05, height - thick], [x, y, -(height + thick) / 2], colors.legs);
      parts.rod(new Vector3(x, y, -thick - 0.05), new Vector3(sign * 0.25, y, -height + 0.1), 0.016, colors.legs);
    }
    parts.box([0.05, width - 0.24, 0.05], [sign * (length / 2 - 0.35), 0, -height + 0.14], colors.legs);
  }
  line([length, 0.006], [0, 0]);
  const [half, top] = [court.net_width_m / 2, court.net_height_m];
  parts.box([0.008, court.net_width_m, 0.016], [0, 0, top - 0.008], colors.netBand);
  for (const sign of [-1, 1]) {
    parts.rod(new Vector3(0, sign * half, -0.05), new Vector3(0, sign * half, top), 0.011, colors.joint);
    parts.box(
      [0.06, half - width / 2 + 0.04, 0.025],
      [0, sign * ((half + width / 2) / 2 - 0.01), -0.045],
      colors.joint,
    );
  }
}

/** Surrounds that are seen from within alone: those before the camera do not hide the play. */
function barriers(parts: Parts, { hall_m, court }: Stage, colors: Palette): void {
  const [length, width] = hall_m;
  const z = -court.table_height_m;
  const wall = (long: number, x: number, y: number, turn: number) => {
    for (const [from, to, color] of [
      [0, BARRIER_M - 0.05, colors.barrier],
      [BARRIER_M - 0.05, BARRIER_M, colors.barrierTop],
    ]) {
      const panel = new PlaneGeometry(long, to - from, Math.max(1, Math.round(long / 1.4)), 1);
      panel.rotateX(Math.PI / 2).rotateZ(turn).translate(x, y, z + (from + to) / 2);
      parts.add(panel, color);
    }
  };
  wall(length, 0, width / 2, 0);
  wall(length, 0, -width / 2, Math.PI);
  wall(width, length / 2, 0, -Math.PI / 2);
  wall(width, -length / 2, 0, Math.PI / 2);
}

function hopper(parts: Parts, mouth: Vector3, floor: number, colors: Palette): void {
  const { radius, height } = HOPPER;
  const at = (dx: number, dy: number, dz: number) => mouth.clone().add(new Vector3(dx, dy, dz));
  parts.ring(mouth, radius, 0.012, colors.accent);
  parts.ring(at(0, 0, -height / 2), radius * 0.93, 0.005, colors.steel);
  parts.ring(at(0, 0, -height), radius * 0.85, 0.008, colors.steel);
  for (let i = 0; i < 14; i++) {
    const [c, s] = [Math.cos((i / 7) * Math.PI), Math.sin((i / 7) * Math.PI)];
    parts.rod(
      at(c * radius * 0.85, s * radius * 0.85, -height),
      at(c * radius, s * radius, 0),
      0.004,
      colors.steel,
      0.004,
      5,
    );
  }
  parts.rod(new Vector3(mouth.x, mouth.y, floor), at(0, 0, -height), 0.03, colors.joint);
  parts.rod(
    new Vector3(mouth.x, mouth.y, floor),
    new Vector3(mouth.x, mouth.y, floor + 0.03),
    0.2,
    colors.joint,
    0.17,
    28,
  );
}

function net(court: Court, colors: Palette): Mesh {
  const geometry = new PlaneGeometry(court.net_width_m, court.net_height_m - 0.016);
  geometry.rotateX(Math.PI / 2).rotateZ(Math.PI / 2).translate(0, 0, (court.net_height_m - 0.016) / 2);
  const size = 32;
  const { r, g, b } = new Color(colors.net);
  const pixels = new Uint8Array(size * size * 4);
  for (let i = 0; i < size * size; i++) {
    const thread = i % size < 5 || Math.floor(i / size) < 5;
    pixels.set([r * 255, g * 255, b * 255, thread ? 220 : 40], i * 4);
  }
  const texture = new DataTexture(pixels, size, size);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.repeat.set(court.net_width_m / 0.02, court.net_height_m / 0.02);
  texture.generateMipmaps = true;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  const material = new MeshBasicMaterial({ map: texture, transparent: true, depthWrite: false, side: DoubleSide });
  return new Mesh(geometry, material);
}

function markings(stage: Stage, colors: Palette): Mesh {
  const strips = new Strips();
  const z = -stage.court.table_height_m + 0.004;
  for (const zone of stage.zones_m) strips.band(zone, 0.03, z, colors.zone, 0.55, true);
  for (const outline of stage.obstacles_m) strips.fill(outline, z, colors.shadow, 0.1);
  for (const { center_m, half_sides_m } of stage.targets) {
    half_sides_m.forEach(
      (half, i) => strips.band(square(center_m, half), 0.012, 0.004, colors.target, i ? 0.55 : 0.95, true),
    );
    strips.fill(square(center_m, Math.min(...half_sides_m)), 0.003, colors.target, 0.16);
  }
  const [x, y] = [stage.hall_m[0] / 2, stage.hall_m[1] / 2];
  strips.band([[-x, -y], [x, -y], [x, y], [-x, y]], 0.05, z, colors.line, colors.dark ? 0.1 : 0.5, true);
  const mesh = new Mesh(strips.build(), flat(true));
  mesh.renderOrder = 1;
  return mesh;
}
