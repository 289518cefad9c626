// The page: loads the data, plays it back, and draws hall and panels.

import { Clock } from "./data/clock";
import { figuresAt, nextOf, standingAt, type Goal } from "./data/marks";
import { emptyNow, sample, type Now } from "./data/sample";
import { Socket, type Notice } from "./data/socket";
import { Store, UnknownVersion } from "./data/store";
import { listen } from "./keys";
import { FigurePanel } from "./panels/figures";
import { FoundPanel } from "./panels/found";
import { Frame } from "./panels/frame";
import { helpDialog } from "./panels/help";
import { Insets } from "./panels/insets";
import { ScoreBoard } from "./panels/score";
import { StartPanel } from "./panels/start";
import { StoryPanel } from "./panels/story";
import { StrokeList } from "./panels/strokes";
import { Theme } from "./panels/theme";
import { Timeline } from "./panels/timeline";
import { Transport } from "./panels/transport";
import { PRESETS, View, type Preset } from "./scene/view";
import { status } from "./status";

/**
 * Panels change a few times a second: they are read, not watched. Less often where the processor draws them too. ms.
 */
const PANELS_MS = { quick: 120, software: 400 };
/** Most session time that is loaded ahead, s. */
const AHEAD_S = 6;

export class App {
  private store = new Store();
  private clock = new Clock();
  private now: Now | null = null;
  private view: View | null = null;
  private views = false;
  private connected = false;
  private shownRun = -1;
  private lastPanels = 0;
  private lastFrame = 0;
  private socket: Socket;

  private score = new ScoreBoard();
  private figures = new FigurePanel();
  private found = new FoundPanel((shown) => this.frame.offer("found", shown));
  private insets = new Insets(this.store);
  private start = new StartPanel(() => this.socket);
  private help = helpDialog();
  private strokes = new StrokeList((stroke) => void this.story.open(stroke));
  private story = new StoryPanel(
    this.store,
    (t_s, speed) => this.watch(t_s, speed),
    (stroke) => this.chosen(stroke),
  );
  private timeline = new Timeline(this.store, (t_s) => this.seek(t_s));
  private transport = new Transport(this.clock, (goal, forward) => this.jump(goal, forward), this.timeline.root);
  private frame: Frame;
  private theme: Theme;

  constructor() {
    this.frame = new Frame(
      {
        score: this.score.root,
        figures: this.figures.root,
        strokes: this.strokes.root,
        found: this.found.root,
        insets: this.insets.root,
        story: this.story.root,
        dock: this.transport.root,
      },
      {
        look: (preset) => this.look(preset),
        theme: () => this.theme.toggle(),
        views: () => this.toggleViews(),
        help: () => this.help.showModal(),
        start: () => void this.openStart(),
      },
    );
    this.frame.offer("found", false);
    document.body.append(this.frame.stage, this.start.root, this.help);
    this.openView();
    this.theme = new Theme(() => this.dress());
    this.socket = new Socket(
      (notice) => this.receive(notice),
      (connected) => this.connection(connected),
    );
    this.keys();
    void this.reload();
    requestAnimationFrame((ms) => this.tick(ms));
  }

  private openView(): void {
    try {
      this.view = new View(this.frame.stage);
      this.view.onPick = (stroke) => void this.story.open(stroke);
      this.frame.chosen(this.view.preset);
      document.body.classList.toggle("software", this.view.software);
    } catch {
      document.body.classList.add("no-webgl");
      const words =
        "This browser has no WebGL, so the hall cannot be drawn. Score, figures, strokes and their stories still work.";
      this.frame.stage.prepend(
        Object.assign(document.createElement("p"), { className: "no-hall", textContent: words }),
      );
    }
    status.webgl = this.view !== null;
  }

  private async reload(): Promise<void> {
    try {
      await this.store.load();
      this.wait();
      this.dress();
    } catch (error) {
      this.frame.say(error instanceof UnknownVersion ? error.message : "The program does not answer.");
    }
  }

  /** Shows what the page waits for, as long as there is nothing to draw. */
  private wait(): void {
    const { stage, headS, head } = this.store;
    if (!stage) this.frame.say("The hall is being set up.");
    else this.frame.say(headS === 0 && head?.state === "running" ? "The robots are getting ready." : null);
  }

  /** Builds the hall for a new run, or in other colours. */
  private dress(): void {
    this.timeline?.repaint();
    const { stage, layout, run } = this.store;
    if (!stage || !layout) return;
    this.view?.build(stage, this.theme.dark);
    if (run === this.shownRun) return;
    this.shownRun = run;
    this.now = emptyNow(layout);
    this.score.stage(stage);
    this.insets.stage(stage);
    this.figures.stage(stage);
    this.found.stage(stage);
    // Only robots that see and predict have stroke records.
    this.strokes.root.hidden = stage.targets.length === 0;
    this.story.close();
    this.frame.title.textContent = `${stage.scenario} · seed ${stage.seed}`;
    this.frame.title.title = stage.about;
    this.begin();
  }

  /** Starts playback: at the beginning of a finished run, near the head of a running one. */
  private begin(): void {
    const { headS, firstS, head } = this.store;
    const running = head?.state === "running";
    Object.assign(this.clock, { playing: true, speed: 1, live: false });
    this.clock.t_s = running && headS > 10 ? Math.max(firstS, headS - 1) : firstS;
  }

  private receive(notice: Notice): void {
    if (notice.kind === "error") this.start.answer(notice.message);
    else if (notice.kind === "done") this.start.answer(null);
    else if (notice.kind === "refused") this.frame.say(notice.message);
    else if (notice.run !== this.store.run || (notice.staged && !this.store.stage)) void this.reload();
    else if (notice.head) {
      this.store.advance(notice.head);
      this.wait();
    }
  }

  private connection(connected: boolean): void {
    this.connected = connected;
    if (connected) {
      void this.reload();
      void this.offer();
    } else this.frame.say("The program does not answer. What was loaded can still be viewed.");
  }

  /** Hides the start button where nothing can be started. */
  private async offer(): Promise<void> {
    try {
      this.frame.start.hidden = (await this.store.choices()).scenarios.length === 0;
    } catch {
      // The next connection tries again.
    }
  }

  private tick(ms: number): void {
    requestAnimationFrame((next) => this.tick(next));
    const wall_s = Math.min(0.25, (ms - this.lastFrame) / 1000);
    this.lastFrame = ms;
    const { store, clock } = this;
    const running = this.connected && store.head?.state === "running";
    const before = clock.t_s;
    if (store.head) clock.tick(wall_s, store.firstS, store.headS, running);
    store.want(clock.t_s, Math.min(AHEAD_S, 1 + 2 * clock.speed));
    const there = this.now !== null && sample(store, clock.t_s, this.now);
    // Waits for chunks that are still loading instead of skipping them.
    if (!there && store.isComing(clock.t_s)) clock.t_s = Math.max(store.firstS, Math.min(before, clock.t_s));
    this.view?.draw(store, there ? this.now : null, wall_s);
    if (ms - this.lastPanels > PANELS_MS[this.view?.software ? "software" : "quick"]) {
      this.lastPanels = ms;
      this.panels(running, ms);
    }
    this.publishStatus(there);
  }

  private panels(running: boolean, ms: number): void {
    const { store, clock, now } = this;
    const atEnd = store.head !== null && store.head.state !== "running" && clock.t_s > store.headS - 0.05;
    if (atEnd) clock.playing = false;
    // The last decision falls together with the end.
    const t_s = atEnd ? Infinity : clock.t_s;
    const over = store.head?.state === "failed" ? `broke off: ${store.head.why ?? ""}` : "the session is over";
    this.score.set(standingAt(store.marks, t_s), atEnd ? over : null);
    const battery = now && store.layout && store.layout.picker >= 0 ? now.values[store.layout.picker + 7] : null;
    this.figures.set(figuresAt(store.marks, t_s), now, battery, store.speed, running);
    this.strokes.set(store.marks, t_s);
    this.found.set(store.marks, t_s);
    this.timeline.set(clock.t_s);
    this.transport.set(store.headS, running);
    if (this.connected) this.insets.set(clock.t_s, ms);
  }

  private publishStatus(there: boolean): void {
    if (there && status.firstPictureMs === null) status.firstPictureMs = performance.now();
    Object.assign(status, {
      fps: this.view?.fps ?? 0,
      time: this.clock.t_s,
      head: this.store.headS,
      run: this.store.run,
      playing: this.clock.playing,
      speed: this.clock.speed,
      live: this.clock.live,
      story: this.story.stroke,
      preset: this.view?.preset ?? null,
      frames: status.frames + 1,
    });
  }

  private seek(t_s: number): void {
    this.clock.seek(Math.min(Math.max(t_s, this.store.firstS), this.store.headS));
  }

  private watch(t_s: number, speed: number): void {
    this.seek(t_s);
    Object.assign(this.clock, { playing: true, speed });
  }

  private jump(goal: Goal, forward: boolean): void {
    const t_s = nextOf(this.store.marks, this.clock.t_s, goal, forward);
    if (t_s !== null) this.seek(t_s);
    else {
      const yet = forward && this.store.head?.state === "running" ? " yet" : "";
      this.frame.hint(`There is no ${goal} ${forward ? "after" : "before"} this${yet}.`);
    }
  }

  private look(preset: Preset): void {
    this.view?.look(preset);
    this.frame.chosen(preset);
  }

  private toggleViews(): void {
    this.views = !this.views;
    this.view?.showViews(this.views);
  }

  private chosen(stroke: number): void {
    this.strokes.select(stroke);
    document.body.classList.toggle("with-story", stroke !== 0);
    if (stroke !== 0) this.frame.sheet(null);
  }

  private async openStart(): Promise<void> {
    try {
      this.start.open(await this.store.choices(), this.store.stage?.court, this.store.stage?.scenario);
    } catch (error) {
      this.frame.say(error instanceof UnknownVersion ? error.message : "The program does not answer.");
    }
  }

  private keys(): void {
    listen({
      toggle: () => this.clock.toggle(),
      step: (by_s) => this.seek(this.clock.t_s + by_s),
      jump: (goal, forward) => this.jump(goal, forward),
      faster: (steps) => this.clock.faster(steps),
      live: () => this.clock.goLive(),
      look: (index) => this.look(PRESETS[index]),
      views: () => this.toggleViews(),
      help: () => this.help.showModal(),
      close: () => this.story.close(),
      playing: () => this.clock.playing,
    });
  }
}
