// The past path of the ball, coloured by its speed.

import { type Camera, Color, Vector3 } from "three";
import { emptyNow, sample, type Now } from "../data/sample";
import type { Store } from "../data/store";
import { FLIGHT } from "../data/types";
import { Ribbon, type Knot } from "./ribbon";

const LASTS_S = 0.75;
const KNOTS = 60;
/** From slow to fast. */
const SLOW = new Color(0x2aa9ff);
const MIDDLE = new Color(0x8fe04a);
const FAST = new Color(0xff3f3f);
const [SLOWEST_M_S, FASTEST_M_S] = [1.5, 14];

export class Trail {
  readonly ribbon = new Ribbon(KNOTS + 1);
  private past: Now | null = null;

  set(store: Store, now: Now, camera: Camera): void {
    const ball = now.places.indexOf(FLIGHT);
    this.past ??= store.layout && emptyNow(store.layout);
    this.ribbon.set(ball >= 0 && this.past ? this.knots(store, now, ball, this.past, camera) : [], camera);
  }

  private knots(store: Store, now: Now, ball: number, past: Now, camera: Camera): Knot[] {
    const knots: Knot[] = [];
    const step = LASTS_S / KNOTS;
    let next = new Vector3().fromArray(now.balls, ball * 3);
    for (let i = 0; i <= KNOTS; i++) {
      const t_s = now.t_s - i * step;
      if (t_s < 0 || !sample(store, t_s, past) || past.places[ball] !== FLIGHT) break;
      const at = new Vector3().fromArray(past.balls, ball * 3);
      const speed = i === 0 ? 0 : at.distanceTo(next) / step;
      if (speed > 60) break;
      const fade = 1 - i / KNOTS;
      const width = Math.max(0.016, at.distanceTo(camera.position) * 0.0026);
      const color = speedColor(speed);
      knots.push({ at, half: width * fade, rgba: [color.r, color.g, color.b, 0.95 * fade] });
      next = at;
    }
    if (knots.length > 1) knots[0].rgba = [...knots[1].rgba];
    return knots;
  }
}

function speedColor(speed: number): Color {
  const share = Math.min(1, Math.max(0, (speed - SLOWEST_M_S) / (FASTEST_M_S - SLOWEST_M_S)));
  return share < 0.5 ? SLOW.clone().lerp(MIDDLE, share * 2) : MIDDLE.clone().lerp(FAST, share * 2 - 1);
}
