// What the hall's cameras see.

import type { Store } from "../data/store";
import type { Camera, Stage } from "../data/types";
import { h, svg } from "./dom";

const EVERY_MS = 300;

interface Inset {
  camera: Camera;
  image: HTMLCanvasElement;
  overlay: SVGElement;
  busy: boolean;
}

export class Insets {
  readonly root: HTMLElement;
  private box = h("div", { class: "inset-box" });
  private details: HTMLDetailsElement;
  private insets: Inset[] = [];
  private last = 0;
  private requested = "";
  private misses = 0;

  constructor(private store: Store) {
    this.details = h("details", { open: true }, h("summary", {}, h("h2", {}, "Cameras")), this.box);
    this.root = h("section", { class: "card insets", "aria-label": "Cameras" }, this.details);
  }

  stage(stage: Stage): void {
    this.insets = stage.cameras.map((camera) => {
      const image = h(
        "canvas",
        { role: "img", "aria-label": `What ${camera.name} sees`, width: camera.width_px, height: camera.height_px },
      );
      const overlay = svg("svg", { viewBox: `0 0 ${camera.width_px} ${camera.height_px}`, "aria-hidden": "true" });
      return { camera, image, overlay, busy: false };
    });
    this.misses = 0;
    this.root.hidden = true;
    this.box.replaceChildren(
      ...this.insets.map(
        ({ camera, image, overlay }) => h("figure", {}, image, overlay, h("figcaption", {}, camera.name)),
      ),
    );
  }

  set(t_s: number, wall_ms: number): void {
    // Cameras that never gave a picture are requested rarely.
    const every = this.misses > 6 ? 3000 : EVERY_MS;
    const key = `${this.store.run}:${t_s.toFixed(2)}`;
    if (wall_ms - this.last < every || key === this.requested || (!this.details.open && !this.root.hidden)) return;
    if (this.root.offsetParent === null && !this.root.hidden) return;
    this.last = wall_ms;
    this.requested = key;
    this.insets.forEach((inset, number) => void this.pull(inset, number, t_s));
  }

  private async pull(inset: Inset, number: number, t_s: number): Promise<void> {
    if (inset.busy) return;
    inset.busy = true;
    try {
      const answer = await fetch(`/api/run/${this.store.run}/picture/${number}?t=${t_s.toFixed(4)}`);
      if (answer.status !== 200) {
        this.misses++;
        return;
      }
      const about = JSON.parse(answer.headers.get("x-picture") ?? "{}") as { marks?: [number, number, number][] };
      await paint(inset, await answer.blob());
      this.misses = 0;
      this.root.hidden = false;
      const circles = (about.marks ?? []).map(([x, y, radius]) => svg("circle", { cx: x, cy: y, r: radius * 1.6 + 8 }));
      inset.overlay.replaceChildren(...circles);
    } catch {
      this.misses++;
    } finally {
      inset.busy = false;
    }
  }
}

/** Draws a picture as large as it is seen: scaled once, not by the compositor at every frame. */
async function paint({ image, camera }: Inset, file: Blob): Promise<void> {
  const width = Math.round((image.clientWidth || 208) * Math.min(2, window.devicePixelRatio));
  const height = Math.round((width * camera.height_px) / camera.width_px);
  const scaled = await createImageBitmap(file, { resizeWidth: width, resizeHeight: height, resizeQuality: "medium" });
  if (image.width !== width || image.height !== height) Object.assign(image, { width, height });
  image.getContext("2d", { alpha: false, willReadFrequently: true })?.drawImage(scaled, 0, 0);
  scaled.close();
}
