// The socket to the program: receives notices, sends requests.

import type { Head } from "./types";

export type Notice =
  | { kind: "head"; run: number; staged: boolean; head: Head | null }
  | { kind: "done" }
  | { kind: "error"; message: string }
  | { kind: "refused"; message: string };

export interface Start {
  scenario: string;
  seed?: number;
  strength?: number;
  rubber?: string;
  target_m?: [number, number];
}

export class Socket {
  connected = false;
  private socket: WebSocket | null = null;
  private waits_ms = 500;
  private refused = false;

  constructor(
    private receive: (notice: Notice) => void,
    private changed: (connected: boolean) => void,
  ) {
    this.open();
  }

  start(request: Start): boolean {
    return this.send({ kind: "start", ...request });
  }

  stop(): boolean {
    return this.send({ kind: "stop" });
  }

  private send(request: object): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(request));
    return true;
  }

  private open(): void {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.waits_ms = 500;
      this.setConnected(true);
    };
    socket.onmessage = (message) => {
      const notice = JSON.parse(String(message.data)) as Notice;
      this.refused ||= notice.kind === "refused";
      this.receive(notice);
    };
    socket.onclose = () => {
      this.setConnected(false);
      if (this.refused) return;
      setTimeout(() => this.open(), this.waits_ms);
      this.waits_ms = Math.min(8000, this.waits_ms * 2);
    };
  }

  private setConnected(connected: boolean): void {
    if (this.connected !== connected) this.changed((this.connected = connected));
  }
}
