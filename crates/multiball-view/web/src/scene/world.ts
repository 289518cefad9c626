// Everything in the hall, for one stage and one set of colours.

import { type Camera, Group, Mesh, type Object3D, type Raycaster, Vector3 } from "three";
import type { Now } from "../data/sample";
import type { Store } from "../data/store";
import type { Stage } from "../data/types";
import { Arm } from "./arm";
import { Balls } from "./balls";
import { Cameras } from "./cameras";
import { Predicted } from "./prediction";
import { hall } from "./hall";
import { Landings } from "./landings";
import type { Palette } from "./palette";
import { Person } from "./person";
import { Picker } from "./picker";
import { Trail } from "./trail";

export class World {
  readonly root = new Group();
  readonly picker: Picker | null;
  private arms: Arm[];
  private people: Person[];
  private balls: Balls;
  private trail = new Trail();
  private predicted: Predicted;
  private landings: Landings;
  private cameras: Cameras;
  private floor: number;

  constructor(
    readonly stage: Stage,
    colors: Palette,
  ) {
    this.floor = -stage.court.table_height_m;
    this.arms = stage.robots.map((robot) => new Arm(robot, this.floor, colors));
    this.people = stage.people.map(() => new Person(colors));
    this.picker = stage.picker && new Picker(stage.picker, this.floor, colors);
    this.balls = new Balls(stage, colors);
    this.predicted = new Predicted(colors);
    this.landings = new Landings(stage, colors);
    this.cameras = new Cameras(stage, colors);
    this.root.add(hall(stage, colors), this.balls.root, this.landings.mesh, this.cameras.root);
    for (const { root } of [...this.arms, ...this.people]) this.root.add(root);
    if (this.picker) this.root.add(this.picker.root);
    this.root.add(this.predicted.root, this.trail.ribbon.mesh);
  }

  set(store: Store, now: Now, camera: Camera): void {
    const layout = store.layout;
    if (!layout) return;
    this.arms.forEach((arm, i) => arm.set(now.values, layout.joints[i].from));
    this.people.forEach((person, i) => person.set(now.values, layout.people[i]));
    this.picker?.set(now.values, layout.picker, store.marks, now.t_s);
    this.balls.set(now, camera, this.bodies());
    this.trail.set(store, now, camera);
    this.predicted.set(store.predicted(now.t_s), now.t_s, camera);
    this.landings.set(store.marks, now.t_s);
  }

  showViews(visible: boolean): void {
    this.cameras.show(visible);
  }

  pick(ray: Raycaster): number | null {
    return this.landings.pick(ray);
  }

  dispose(): void {
    this.root.traverse((object: Object3D) => {
      if (!(object instanceof Mesh)) return;
      object.geometry.dispose();
      for (const material of [object.material].flat()) material.dispose();
    });
  }

  /** What casts a shadow on the floor besides the balls. */
  private bodies(): { at: Vector3; radius: number }[] {
    const bodies = this.people.map((person) => ({ at: person.middle.setZ(this.floor), radius: 0.5 }));
    if (this.picker && this.stage.picker) bodies.push({ at: this.picker.at, radius: this.stage.picker.radius_m * 1.4 });
    return bodies;
  }
}
