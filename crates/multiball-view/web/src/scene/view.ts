// The canvas: renderer, camera, and how many pixels are worth their time.

import {
  Color,
  ColorManagement,
  LinearSRGBColorSpace,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Now } from "../data/sample";
import type { Store } from "../data/store";
import type { Stage } from "../data/types";
import { palette } from "./palette";
import { setRoundness } from "./parts";
import { World } from "./world";

// Colours are mixed as they are written: no conversion at every pixel.
ColorManagement.enabled = false;

export const PRESETS = ["side", "player", "top", "picker"] as const;
export type Preset = (typeof PRESETS)[number];

/** Slower than this, pixels are saved; faster, they are spent. ms per frame. */
const SLOW_MS = 30;
const QUICK_MS = 15;
/** Pixels of the drawing over those of the window, at least. */
const LEAST_RATIO = 0.7;
const FLIGHT_S = 0.7;
/** Time between two drawings of a hall in which nothing happens yet, s. */
const IDLE_S = 0.5;

export class View {
  readonly canvas: HTMLCanvasElement;
  readonly software: boolean;
  fps = 0;
  preset: Preset = "side";
  onPick: (stroke: number) => void = () => {};

  private renderer: WebGLRenderer;
  private scene = new Scene();
  private camera = new PerspectiveCamera(38, 1, 0.08, 80);
  private orbit: OrbitControls;
  private world: World | null = null;
  private ratio: number;
  private most: number;
  private frameMs = 16;
  private sinceChange = 0;
  private flight: { from: Vector3; to: Vector3; look: Vector3; lookTo: Vector3; share: number } | null = null;
  private followed = new Vector3();
  private views = false;
  private idle_s = IDLE_S;

  /** Throws where there is no WebGL. */
  constructor(parent: HTMLElement) {
    const { context, software } = openContext();
    this.canvas = context.canvas as HTMLCanvasElement;
    this.software = software;
    this.canvas.className = "hall";
    this.canvas.setAttribute("aria-label", "The hall in 3D. Drag to turn, scroll to come nearer.");
    this.canvas.setAttribute("role", "img");
    setRoundness(software ? 0.45 : 1);
    this.renderer = new WebGLRenderer({ canvas: this.canvas, context });
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.most = this.software ? 1 : Math.min(2, window.devicePixelRatio);
    this.ratio = this.most;
    parent.prepend(this.canvas);
    this.camera.up.set(0, 0, 1);
    this.orbit = new OrbitControls(this.camera, this.canvas);
    Object.assign(
      this.orbit,
      { enableDamping: true, dampingFactor: 0.12, minDistance: 0.8, maxDistance: 22, maxPolarAngle: 1.54 },
    );
    this.orbit.addEventListener("start", () => (this.flight = null));
    // The table stands upright in a narrow window when it is seen along its length.
    this.look(parent.clientWidth < parent.clientHeight ? "player" : "side", true);
    this.watchClicks();
    new ResizeObserver(() => this.resize()).observe(parent);
    this.resize();
  }

  build(stage: Stage, dark: boolean): void {
    if (this.world) {
      this.scene.remove(this.world.root);
      this.world.dispose();
    }
    const colors = palette(dark);
    this.scene.background = new Color(colors.background);
    this.world = new World(stage, colors);
    this.world.showViews(this.views);
    this.scene.add(this.world.root);
  }

  showViews(visible: boolean): void {
    this.views = visible;
    this.world?.showViews(visible);
  }

  draw(store: Store, now: Now | null, wall_s: number): void {
    if (!this.world) return;
    // Nothing moves while the players are trained, which needs the processor that may also have to draw.
    if (store.headS === 0 && (this.idle_s += wall_s) < IDLE_S) return;
    this.idle_s = 0;
    if (now) this.world.set(store, now, this.camera);
    this.fly(wall_s);
    this.follow();
    this.orbit.update();
    this.renderer.render(this.scene, this.camera);
    this.adapt(wall_s * 1000);
  }

  look(preset: Preset, atOnce = false): void {
    this.preset = preset;
    const narrow = Math.min(2.1, Math.max(1, 1.25 / this.camera.aspect));
    const { from, at } = this.place(preset, narrow);
    this.followed.copy(this.world?.picker?.at ?? new Vector3());
    if (atOnce) {
      this.camera.position.copy(from);
      this.orbit.target.copy(at);
      return;
    }
    this.flight = {
      from: this.camera.position.clone(),
      to: from,
      look: this.orbit.target.clone(),
      lookTo: at,
      share: 0,
    };
  }

  private place(preset: Preset, far: number): { from: Vector3; at: Vector3 } {
    const picker = this.world?.picker?.at;
    switch (preset) {
      case "side":
        return { from: new Vector3(2.6, -6.2, 2.5).multiplyScalar(far), at: new Vector3(0.15, 0, -0.1) };
      case "player":
        return { from: new Vector3(5.6 * Math.sqrt(far), -0.5, 1.55 * far), at: new Vector3(-0.6, 0.05, 0) };
      case "top":
        return { from: new Vector3(0, -1.6, 9.4 * far), at: new Vector3(0, 0, -0.4) };
      case "picker": {
        const at = picker?.clone().add(new Vector3(0, 0, 0.25)) ?? new Vector3(-4, -2, -0.6);
        return { from: at.clone().add(new Vector3(-1.9, -1.5, 1.3).multiplyScalar(far)), at };
      }
    }
  }

  private fly(wall_s: number): void {
    if (!this.flight) return;
    const { from, to, look, lookTo } = this.flight;
    this.flight.share = Math.min(1, this.flight.share + wall_s / FLIGHT_S);
    const s = this.flight.share;
    const eased = s * s * (3 - 2 * s);
    this.camera.position.lerpVectors(from, to, eased);
    this.orbit.target.lerpVectors(look, lookTo, eased);
    if (s === 1) this.flight = null;
  }

  /** The camera goes with the picker, as it was turned. */
  private follow(): void {
    const at = this.world?.picker?.at;
    if (this.preset !== "picker" || !at) return;
    const step = at.clone().sub(this.followed);
    this.followed.copy(at);
    if (step.length() > 2) return;
    this.camera.position.add(step);
    this.orbit.target.add(step);
    this.flight?.to.add(step);
    this.flight?.lookTo.add(step);
  }

  /** Fewer pixels when frames take long, more when there is time. */
  private adapt(ms: number): void {
    this.frameMs += (Math.min(200, ms) - this.frameMs) * 0.06;
    this.fps = 1000 / this.frameMs;
    if (++this.sinceChange < 30) return;
    const slow = this.frameMs > SLOW_MS && this.ratio > LEAST_RATIO;
    const quick = this.frameMs < QUICK_MS && this.ratio < this.most && !this.software;
    if (!slow && !quick) return;
    const step = slow ? Math.max(0.7, Math.sqrt(SLOW_MS / this.frameMs)) : 1.12;
    this.ratio = Math.min(this.most, Math.max(LEAST_RATIO, this.ratio * step));
    this.sinceChange = 0;
    this.resize();
  }

  private resize(): void {
    const parent = this.canvas.parentElement;
    if (!parent) return;
    const [width, height] = [parent.clientWidth, parent.clientHeight];
    this.renderer.setPixelRatio(this.ratio);
    this.renderer.setSize(width, height, false);
    // Pixel upon pixel needs no smoothing, which a processor that draws the page would do for each.
    this.canvas.style.imageRendering = this.ratio === window.devicePixelRatio ? "pixelated" : "";
    const turned = this.camera.aspect < 1 !== width < height;
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
    if (turned) this.look(this.preset, true);
  }

  private watchClicks(): void {
    const down = new Vector2();
    this.canvas.addEventListener("pointerdown", (event) => down.set(event.clientX, event.clientY));
    this.canvas.addEventListener("pointerup", (event) => {
      if (down.distanceTo(new Vector2(event.clientX, event.clientY)) > 5) return;
      const box = this.canvas.getBoundingClientRect();
      const at = new Vector2(
        ((event.clientX - box.left) / box.width) * 2 - 1,
        1 - ((event.clientY - box.top) / box.height) * 2,
      );
      const ray = new Raycaster();
      ray.setFromCamera(at, this.camera);
      const stroke = this.world?.pick(ray);
      if (stroke) this.onPick(stroke);
    });
  }
}

/**
 * Smooth edges where a graphics processor draws, plain ones where the processor does. Throws where there is no WebGL.
 */
function openContext(): { context: WebGL2RenderingContext; software: boolean } {
  const plain = contextWith(false);
  const info = plain.getExtension("WEBGL_debug_renderer_info");
  const name = info ? String(plain.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  const software = /swiftshader|llvmpipe|software|basic render/i.test(name);
  if (software) return { context: plain, software };
  plain.getExtension("WEBGL_lose_context")?.loseContext();
  return { context: contextWith(true), software };
}

function contextWith(antialias: boolean): WebGL2RenderingContext {
  // Without alpha the browser need not mix the picture with what is behind it.
  const attributes: WebGLContextAttributes = {
    alpha: false,
    stencil: false,
    antialias,
    powerPreference: "high-performance",
  };
  const context = document.createElement("canvas").getContext("webgl2", attributes) as WebGL2RenderingContext | null;
  if (!context) throw new Error("no WebGL");
  return context;
}
