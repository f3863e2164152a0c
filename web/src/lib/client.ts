/** The server: requests, each answered, refused in a sentence, or not heard. */

import type { Answer, BattleInfo, Field, Gallery, GroundCard, History, NewGame, OddsOf, Past, Preview, Reach, Reel, RuleText, SeatInfo, SeatState, Seeing, SightLine, Spectators, Spot } from "./types";

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

/** The server was not reached, or could not do its work: nothing is known about whether it heard. Its message is what the server
 *  said of it, often nothing. */
export class Unreached extends Error {}

const doubters = new Set<() => void>();

/** Be told when a request was not heard: then the live line may be dead as well. */
export function whenUnreached(tell: () => void): () => void {
  doubters.add(tell);
  return () => doubters.delete(tell);
}

function unreached(said = ""): Unreached {
  doubters.forEach((tell) => tell());
  return new Unreached(said);
}

/** Milliseconds after which an answer is given up for lost. */
const PATIENCE = 30_000;
/** The same for what the server has to follow or to reckon through: it gives up by itself, in a sentence. */
export const LONG = 180_000;

declare global {
  interface Window {
    early?: { path: string; answer: Promise<Response> };
  }
}

/** The answer to what was asked for while the page was being read (public/early.js), once. */
function taken(method: string, path: string): Promise<Response> | undefined {
  const had = typeof window === "undefined" || method !== "GET" || window.early?.path !== path ? undefined : window.early;
  if (had) delete window.early;
  return had?.answer;
}

export async function request<T>(method: "GET" | "POST", path: string, body?: unknown, patience = PATIENCE): Promise<T> {
  let response: Response;
  let text: string;
  try {
    const headers = body === undefined ? undefined : { "content-type": "application/json" };
    response = await (taken(method, path) ?? fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal: AbortSignal.timeout(patience) }));
    text = await response.text();
  } catch {
    throw unreached();
  }
  const data = parsed(text), told = (data ?? {}) as { error?: string; rule?: string };
  if (response.status >= 502 && response.status <= 504) throw unreached(told.error);
  if (response.ok) return data as T;
  throw new Refused(told.error ?? response.statusText, told.rule ?? "", response.status);
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const seatPath = (token: string): string => `/api/seats/${encodeURIComponent(token)}`;

export interface Hosted {
  paused: boolean;
  spectators?: Spectators;
  seats: SeatInfo[];
  /** The new link of a seat that was given to a person. */
  token?: string;
}

export interface Wanted {
  battle: string;
  system: string;
  options: Record<string, unknown>;
  seats: Record<string, string>;
  seed?: number;
}

export interface WordSection {
  title: string;
  depth: number;
  lines: { text: string; about: string }[];
}
/** The table of a link in words. */
export interface SeatWords {
  state: number;
  sections: WordSection[];
  asked: WordSection[];
  field: WordSection[];
  /** What is left to give orders with. */
  purses: string[];
  /** A line that could be typed now. */
  example: string;
}
/** What a typed line means: an answer that can be given, or why it is none. */
export interface LineRead {
  answer: { decision: string; option: string; values: Record<string, unknown> } | null;
  said: string;
  problem: string;
  help: WordSection[];
  completions: string[];
}

export const api = {
  gallery: () => request<Gallery>("GET", "/api/gallery"),
  field: (battle: string) => request<Field>("GET", `/api/battles/${encodeURIComponent(battle)}/field`),
  /** The same of the battle that a link leads to, which need not be offered any more. */
  seatField: (token: string) => request<Field>("GET", `${seatPath(token)}/field`),
  seatGround: (token: string): string => `${seatPath(token)}/map.svg`,
  ground: (battle: BattleInfo | string) => `/api/battles/${encodeURIComponent(typeof battle === "string" ? battle : battle.id)}/map.svg`,
  rule: (system: string, rule: string) =>
    request<RuleText>("GET", `/api/rules/${encodeURIComponent(system)}/${encodeURIComponent(rule)}`),
  begin: (wanted: Wanted) => request<NewGame>("POST", "/api/games", wanted, LONG),
  // the first table on a machine may wait until sight is compiled, and one of old until its record has been followed
  seat: (token: string) => request<SeatState>("GET", seatPath(token), undefined, LONG),
  answer: (token: string, answer: Answer) => request<{ state: number }>("POST", `${seatPath(token)}/answers`, answer),
  preview: (token: string, asked: Omit<Answer, "state">) =>
    request<Preview>("POST", `${seatPath(token)}/preview`, asked),
  odds: (token: string, unit: string, target: string) =>
    request<{ odds: OddsOf[] }>("POST", `${seatPath(token)}/odds`, { unit, target }).then((got) => got.odds),
  /** Whether two places see each other. */
  sight: (token: string, start: Spot, end: Spot) => request<SightLine>("POST", `${seatPath(token)}/sight`, { start, end }),
  /** What lies at a place. */
  footing: (token: string, at: Spot) => request<GroundCard>("POST", `${seatPath(token)}/ground`, { at }),
  /** How far the enemies reach who are in sight. */
  reach: (token: string) => request<{ reaches: Reach[] }>("GET", `${seatPath(token)}/reach`).then((got) => got.reaches),
  words: (token: string) => request<SeatWords>("GET", `${seatPath(token)}/words`),
  /** The same of a step of the past. */
  pastWords: (token: string, n: number, see: Seeing) => request<{ sections: WordSection[] }>("GET", `${seatPath(token)}/history/${n}/words?see=${see}`),
  typed: (token: string, text: string, complete: boolean) => request<LineRead>("POST", `${seatPath(token)}/typed`, { text, complete }),
  talk: (token: string, text: string) => request<{ n: number }>("POST", `${seatPath(token)}/talk`, { text }),
  history: (token: string) => request<History>("GET", `${seatPath(token)}/history`),
  past: (token: string, n: number, see: Seeing) => request<Past>("GET", `${seatPath(token)}/history/${n}?see=${see}`),
  /** What happened from one event to another, in pictures. */
  reel: (token: string, first: number, last: number, see: Seeing = "own") => request<Reel>("GET", `${seatPath(token)}/reel?first=${first}&last=${last}&see=${see}`),
  /** Where the illustrated report and the file of a battle that is over are. */
  report: (token: string): string => `${seatPath(token)}/report`,
  save: (token: string): string => `${seatPath(token)}/save`,
  /** One's part of the seed: its hash, or itself when all have promised theirs. */
  dice: (token: string, own: { promise: string } | { part: string }) => request<{ state: number }>("POST", `${seatPath(token)}/dice`, own),
  undo: (token: string) => request<{ state: number; undone: boolean; wanted: string[] }>("POST", `${seatPath(token)}/undo`, {}),
  /** No to a wish to take something back, one's own or another's. */
  refuseUndo: (token: string) => request<unknown>("POST", `${seatPath(token)}/undo/refuse`, {}),
  host: (token: string, what: string, body: unknown = {}) =>
    request<Hosted>("POST", `/api/host/${encodeURIComponent(token)}/${what}`, body),
};
