/** One's part of the dice: drawn here, promised by its hash, given when all have promised, and kept with what was seen, so
 *  that a server that exchanges anything later is found out. */

import { api } from "../lib/client";
import { holding } from "../lib/games";
import { sha256 } from "./sha256";
import type { DiceTold, SeatState } from "../lib/types";

/** What this browser keeps of a battle's dice. */
export interface Proof {
  /** What the server promised when this browser first looked. */
  commitment: string;
  /** The parts that were drawn here, by seat and draw. */
  parts: Record<string, Record<number, string>>;
  /** What all seats had promised before a part was given here. */
  promises: Record<string, string>;
}

const KEY = "grognard.dice";
const MOST = 40;
/** Where a browser keeps nothing. */
let unkept: Record<string, Proof> = {};

function all(): Record<string, Proof> {
  try {
    return { ...unkept, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Proof>) };
  } catch {
    return unkept;
  }
}

export const proofOf = (game: string): Proof | undefined => all()[game];

function keep(game: string, proof: Proof): void {
  const { [game]: _, ...others } = all();
  unkept = Object.fromEntries([...Object.entries(others).slice(1 - MOST), [game, proof]]);
  try {
    localStorage.setItem(KEY, JSON.stringify(unkept));
  } catch {
    // It lasts as long as the page, then.
  }
}

export const hashOf = (game: string, seat: string, part: string): string => sha256(`${game} seat ${seat} ${part}`);

const drawn = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export interface Word {
  seat: string;
  promise?: string;
  part?: string;
}

/** What a seat has to say next, if anything; `proof` is changed where something is drawn or seen for the first time. */
export function due(game: string, seat: string, dice: DiceTold, proof: Proof): Word | null {
  const told = dice.seats.find((each) => each.seat === seat);
  if (dice.begun || !told || told.given) return null;
  const parts = (proof.parts[seat] ??= {}), mine = parts[dice.draw];
  if (told.commitment && mine && hashOf(game, seat, mine) === told.commitment) {
    if (!dice.promised) return null;
    proof.promises = Object.fromEntries(dice.seats.map((each) => [each.seat, each.commitment]));
    return { seat, part: mine };
  }
  // A hash that stands there already is of a part that this browser does not have: then all draw anew.
  const draw = told.commitment ? dice.draw + 1 : dice.draw;
  const part = (parts[draw] ??= drawn());
  return { seat, promise: hashOf(game, seat, part) };
}

/** Say what is due for all seats at this screen. */
export async function pledge(token: string, data: SeatState): Promise<void> {
  const { game, dice } = data;
  const proof = structuredClone(proofOf(game)) ?? { commitment: dice.commitment, parts: {}, promises: {} };
  const seats = [...(holding(token)?.seats ?? []), { seat: data.seat, token }];
  for (const { seat, token: link } of seats.filter((each, i) => seats.findIndex((one) => one.seat === each.seat) === i)) {
    const word = due(game, seat, dice, proof);
    if (!word) continue;
    keep(game, proof);
    await api.dice(link, word.part ? { part: word.part } : { promise: word.promise ?? "" });
  }
}

/** Whether the server still says what it promised. */
export const isBroken = (data: SeatState): boolean => {
  const kept = proofOf(data.game)?.commitment;
  return Boolean(kept) && kept !== data.dice.commitment;
};

/** What to type to have it all checked. */
export function command(data: SeatState, file: string): string {
  const proof = proofOf(data.game), words = ["grognard verify", file];
  if (proof?.commitment) words.push(`--commitment ${proof.commitment}`);
  for (const [seat, commitment] of Object.entries(proof?.promises ?? {})) words.push(`--commitment ${seat}=${commitment}`);
  for (const { seat, commitment } of data.dice.seats) {
    const mine = Object.values(proof?.parts[seat] ?? {}).find((part) => hashOf(data.game, seat, part) === commitment);
    if (mine) words.push(`--part ${seat}=${mine}`);
  }
  return words.join(" ");
}
