/** The server: requests, and a live line that comes back by itself after it was cut. */

import type { Answer, BattleInfo, Field, Gallery, LiveUpdate, NewGame, OddsOf, Preview, RuleText, SeatInfo, SeatState } from "./types";

/** The server said no, in a sentence and with the rule. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly rule: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** The server was not reached: nothing is known about whether it heard. */
export class Unreached extends Error {}

async function request<T>(method: "GET" | "POST", path: string, body?: unknown): Promise<T> {
  let response: Response;
  let text: string;
  try {
    const headers = body === undefined ? undefined : { "content-type": "application/json" };
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    text = await response.text();
  } catch {
    throw new Unreached(path);
  }
  if (response.status >= 502 && response.status <= 504) throw new Unreached(path);
  const data = parsed(text);
  if (response.ok) return data as T;
  const told = (data ?? {}) as { error?: string; rule?: string };
  throw new Refused(told.error ?? response.statusText, told.rule ?? "", response.status);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const seat = (token: string): string => `/api/seats/${encodeURIComponent(token)}`;

export interface Hosted {
  paused: boolean;
  seats: SeatInfo[];
  /** The new link of a seat that was given to a person. */
  token?: string;
}

export interface Wanted {
  battle: string;
  system: string;
  options: Record<string, unknown>;
  seats: Record<string, string>;
}

export const api = {
  gallery: () => request<Gallery>("GET", "/api/gallery"),
  field: (battle: string) => request<Field>("GET", `/api/battles/${encodeURIComponent(battle)}/field`),
  ground: (battle: BattleInfo | string) => `/api/battles/${encodeURIComponent(typeof battle === "string" ? battle : battle.id)}/map.svg`,
  rule: (system: string, rule: string) =>
    request<RuleText>("GET", `/api/rules/${encodeURIComponent(system)}/${encodeURIComponent(rule)}`),
  begin: (wanted: Wanted) => request<NewGame>("POST", "/api/games", wanted),
  seat: (token: string) => request<SeatState>("GET", seat(token)),
  answer: (token: string, answer: Answer) => request<{ state: number }>("POST", `${seat(token)}/answers`, answer),
  preview: (token: string, asked: Omit<Answer, "state">) =>
    request<Preview>("POST", `${seat(token)}/preview`, asked),
  odds: (token: string, unit: string, target: string) =>
    request<{ odds: OddsOf[] }>("POST", `${seat(token)}/odds`, { unit, target }).then((got) => got.odds),
  undo: (token: string) => request<{ state: number; undone: boolean; wanted: string[] }>("POST", `${seat(token)}/undo`, {}),
  host: (token: string, what: string, body: unknown = {}) =>
    request<Hosted>("POST", `/api/host/${encodeURIComponent(token)}/${what}`, body),
};

export type Line = "connecting" | "live" | "lost" | "gone";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 3000;
/** Code with which the server closes the line of a seat that it does not know. */
const UNKNOWN_SEAT = 4404;

/** The live line of one seat. */
export class Live {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer = 0;
  private ended = false;

  constructor(
    private readonly token: string,
    private readonly since: () => number,
    private readonly heard: (update: LiveUpdate) => void,
    private readonly changed: (line: Line) => void,
  ) {
    addEventListener("online", this.now);
    this.open();
  }

  /** Hang up for good. */
  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.now);
    this.socket?.close();
  }

  private open(): void {
    const address = `${location.origin.replace(/^http/, "ws")}${seat(this.token)}/live?since=${this.since()}`;
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.changed("live");
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      const update = parsed(message.data) as Partial<LiveUpdate> | null;
      if (update && typeof update.state === "number") this.heard(update as LiveUpdate);
    };
    socket.onclose = (event) => {
      if (this.ended || this.socket !== socket) return;
      if (event.code === UNKNOWN_SEAT) return this.changed("gone");
      this.changed("lost");
      this.timer = window.setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  private now = (): void => {
    if (this.ended || this.socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.timer);
    this.open();
  };
}
