// The socket to the program: notices come in, wishes go out.

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
    private hear: (notice: Notice) => void,
    private changed: (connected: boolean) => void,
  ) {
    this.open();
  }

  start(wish: Start): boolean {
    return this.send({ kind: "start", ...wish });
  }

  stop(): boolean {
    return this.send({ kind: "stop" });
  }

  private send(wish: object): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(wish));
    return true;
  }

  private open(): void {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.waits_ms = 500;
      this.tell(true);
    };
    socket.onmessage = (message) => {
      const notice = JSON.parse(String(message.data)) as Notice;
      this.refused ||= notice.kind === "refused";
      this.hear(notice);
    };
    socket.onclose = () => {
      this.tell(false);
      if (this.refused) return;
      setTimeout(() => this.open(), this.waits_ms);
      this.waits_ms = Math.min(8000, this.waits_ms * 2);
    };
  }

  private tell(connected: boolean): void {
    if (this.connected !== connected) this.changed((this.connected = connected));
  }
}
