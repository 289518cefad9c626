// A small state for programs that test the page.

export interface Status {
  fps: number;
  time: number;
  head: number;
  run: number;
  playing: boolean;
  speed: number;
  live: boolean;
  story: number;
  preset: string | null;
  frames: number;
  webgl: boolean;
  firstPictureMs: number | null;
  errors: string[];
}

export const status: Status = {
  fps: 0,
  time: 0,
  head: 0,
  run: 0,
  playing: true,
  speed: 1,
  live: false,
  story: 0,
  preset: null,
  frames: 0,
  webgl: false,
  firstPictureMs: null,
  errors: [],
};

declare global {
  interface Window {
    multiball: Status;
  }
}

window.multiball = status;
addEventListener("error", (event) => status.errors.push(event.message));
addEventListener("unhandledrejection", (event) => status.errors.push(String(event.reason)));
