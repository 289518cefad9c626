// The playback clock.

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 8];

/** Delay of the live picture behind the head, s: a chunk, and the latency of a notice. */
const BEHIND_S = 0.7;

export class Clock {
  t_s = 0;
  playing = true;
  speed = 1;
  /** Follows the head while the run goes on. */
  live = false;

  /** Advances by a wall-clock time, within the loaded range. Returns whether it waits for more. */
  tick(wall_s: number, first_s: number, head_s: number, running: boolean): boolean {
    const last_s = Math.max(first_s, running ? head_s - 0.3 : head_s - 0.02);
    if (this.live && running) {
      const goal = Math.max(first_s, head_s - BEHIND_S);
      const off = goal - this.t_s;
      // Notices come in steps: go on evenly, and only lean towards the head.
      this.t_s = Math.abs(off) > 2 ? goal : this.t_s + wall_s * Math.max(0, 1 + off * 0.8);
    } else if (this.playing) {
      this.t_s += wall_s * this.speed;
    }
    const waits = this.t_s > last_s;
    this.t_s = Math.min(Math.max(this.t_s, first_s), last_s);
    return waits;
  }

  seek(t_s: number): void {
    this.t_s = t_s;
    this.live = false;
  }

  goLive(): void {
    Object.assign(this, { live: true, playing: true, speed: 1 });
  }

  toggle(): void {
    this.playing = !this.playing;
    this.live = false;
  }

  faster(steps: number): void {
    const index = SPEEDS.indexOf(this.speed) + steps;
    this.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, index))]);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.live = false;
  }
}
