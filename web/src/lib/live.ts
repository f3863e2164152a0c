/** The live line of one seat. It hangs up by itself when it may be dead, and comes back until it is closed for good. */

import { parsed, seatPath, whenUnreached } from "./client";
import type { LiveUpdate } from "./types";

export type Line = "connecting" | "live" | "lost" | "gone";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 3000;
/** The server says a word after 20 seconds of silence at the latest; twice that and some more means that nobody is there. */
export const SILENCE = 45_000;
/** Code with which the server closes the line of a seat that it does not know. */
const UNKNOWN_SEAT = 4404;
/** The same when the seat was given to somebody else; the reason says to whom. */
const OUSTED = 4410;
/** Shut with a reason that trying again would not change: a foreign page, or too much asked. */
const TURNED_AWAY = [4403, 4429];

export class Live {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer = 0;
  private watch = 0;
  private ended = false;
  private readonly unhook: () => void;

  constructor(
    private readonly token: string,
    private readonly since: () => number,
    private readonly heard: (update: LiveUpdate) => void,
    private readonly changed: (line: Line, why?: string) => void,
  ) {
    addEventListener("online", this.now);
    addEventListener("offline", this.drop);
    this.unhook = whenUnreached(this.drop);
    this.open();
  }

  /** Hang up for good. */
  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    clearTimeout(this.watch);
    removeEventListener("online", this.now);
    removeEventListener("offline", this.drop);
    this.unhook();
    this.socket?.close();
  }

  private open(): void {
    clearTimeout(this.timer);
    const address = `${location.origin.replace(/^http/, "ws")}${seatPath(this.token)}/live?since=${this.since()}`;
    const socket = new WebSocket(address);
    this.socket = socket;
    this.listenFor(SILENCE);
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.wait = FIRST_WAIT;
      this.changed("live");
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      if (this.socket !== socket) return;
      this.listenFor(SILENCE);
      const update = parsed(message.data) as Partial<LiveUpdate> | null;
      if (update && typeof update.state === "number") this.heard(update as LiveUpdate);
    };
    socket.onclose = (event) => {
      if (this.ended || this.socket !== socket) return;
      if (event.code === UNKNOWN_SEAT) return this.changed("gone");
      if (event.code === OUSTED || TURNED_AWAY.includes(event.code)) return this.changed("gone", event.reason);
      this.lost();
    };
  }

  /** The line may be dead though nobody said so: a request failed, the network went, or all is silent. */
  private drop = (): void => {
    const socket = this.socket;
    if (this.ended || !socket || socket.readyState === WebSocket.CONNECTING) return;
    this.socket = null;
    socket.close();
    this.lost();
  };

  private lost(): void {
    clearTimeout(this.watch);
    this.changed("lost");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private listenFor(silence: number): void {
    clearTimeout(this.watch);
    this.watch = window.setTimeout(() => {
      const socket = this.socket;
      this.socket = null;
      socket?.close();
      this.lost();
    }, silence);
  }

  private now = (): void => {
    if (this.ended || this.socket?.readyState === WebSocket.OPEN) return;
    this.open();
  };
}
