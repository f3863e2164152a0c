/** What was told, made into beats: each is one thing to look at, with what came of it. What a kind of event looks like the
 *  system says (`scenes`); what has no look of its own is a word. */

import type { Scene, TableEvent } from "../lib/types";

export type Act = Scene["act"] | "word";
export type Scenes = Readonly<Record<string, readonly Scene[]>>;

/** An event by the roles of its scene. */
export interface Deed {
  event: TableEvent;
  act: Act;
  who: string;
  whom: string;
  paces: number | null;
  count: number;
  note: string;
  /** Who won: the one, the other, or nobody. */
  won: "who" | "whom" | "";
}

export interface Beat {
  act: Act;
  /** What happens at once: one of them, or many alike. */
  deeds: Deed[];
  /** What came of it. */
  effects: Deed[];
  turn: number;
  phase: string;
  first: number;
  last: number;
}

/** Kinds of events that only say what time it is. */
const CLOCK = new Set(["turn", "phase"]);
/** What is done to somebody: where a scene does not name him, whoever else has a part in it. */
const UPON: ReadonlySet<Act> = new Set<Act>(["fire", "charge", "meet", "clash"]);
/** After these somebody may stand elsewhere. */
const GOING: ReadonlySet<Act> = new Set<Act>(["march", "form", "come", "ride"]);
const RUSHING: ReadonlySet<Act> = new Set<Act>(["charge", "flight"]);
export const moves = (act: Act): boolean => GOING.has(act) || RUSHING.has(act);
/** What may follow from fire and steel. */
const EFFECT: ReadonlySet<Act> = new Set<Act>(["fall", "spirit", "sign", "word"]);
const CAUSE: ReadonlySet<Act> = new Set<Act>(["fire", "clash", "meet", "charge"]);
/** Shots that are fired together, at least; and beats of fire in a phase, at most. */
const SALVO = 6, SALVOES = 8;
/** Words that are shown together. */
const WORDS = 12;

const number = (value: unknown): number | null => (typeof value === "number" ? value : null);
/** A word of the rules as one reads it. */
const read = (value: unknown): string => (typeof value === "string" ? value.replaceAll("_", " ") : "");

export function deedOf(event: TableEvent, scenes: Scenes): Deed {
  const units = event.units ?? {}, values = event.values ?? {};
  const scene = scenes[event.kind]?.find((each) => Object.entries(each.when ?? {}).every(([name, value]) => values[name] === value));
  if (!scene) return { event, act: "word", who: Object.values(units).find(Boolean) ?? "", whom: "", paces: null, count: 0, note: "", won: "" };
  const who = units[scene.who ?? ""] ?? "", other = UPON.has(scene.act) && !scene.whom ? Object.values(units).find((id) => id && id !== who) : undefined;
  const value = (name: string | undefined): unknown => (name ? values[name] : undefined);
  return {
    event, act: scene.act, who, whom: other ?? units[scene.whom ?? ""] ?? "", paces: number(value(scene.paces)),
    count: number(value(scene.count)) ?? 0, note: read(value(scene.note)), won: scene.wins?.[String(value(scene.winner))] ?? "",
  };
}

/** All who have a part in a beat. */
export function named(beat: Beat): Set<string> {
  return new Set([...beat.deeds, ...beat.effects].flatMap((deed) => Object.values(deed.event.units ?? {})).filter(Boolean));
}

/** Those whom one looks at. */
export const cast = (beat: Beat): string[] => [...new Set(beat.deeds.flatMap((deed) => [deed.who, deed.whom]))].filter(Boolean);

/** The beats of what was told, in its order; none goes over the end of a phase. */
export function beats(events: readonly TableEvent[], scenes: Scenes): Beat[] {
  const salvoes = new Map<string, number>(), found: Beat[] = [];
  const deeds = events.filter((event) => !CLOCK.has(event.kind) && (event.text || scenes[event.kind])).map((event) => deedOf(event, scenes));
  for (const deed of deeds) if (deed.act === "fire") salvoes.set(key(deed.event), (salvoes.get(key(deed.event)) ?? 0) + 1);
  for (const deed of deeds) {
    const summed = summary(found, deed);
    if (summed) {
      summed.deeds.push(deed);
      continue;
    }
    const { event } = deed, last = found.at(-1), here = last && last.turn === event.turn && last.phase === event.phase ? last : undefined;
    if (here && ensues(here, deed)) here.effects.push(deed);
    else if (here && belongs(here, deed, salvoes.get(key(event)) ?? 0)) {
      here.deeds.push(deed);
      if (GOING.has(here.act) && deed.act === "march") here.act = "march";
    }
    else if (!event.text && !moves(deed.act)) continue; // nothing to see, and nothing to say
    else found.push({ act: deed.act, deeds: [deed], effects: [], turn: event.turn, phase: event.phase, first: event.n, last: event.n });
    found.at(-1)!.last = Math.max(found.at(-1)!.last, event.n);
  }
  return found;
}

/** Where a phase is gone through in parts, what is told at its end of somebody's whole march belongs to where it began. */
function summary(found: readonly Beat[], deed: Deed): Beat | undefined {
  const { event } = deed;
  if (deed.act !== "march" || event.quarter) return undefined;
  return found.find((beat) => GOING.has(beat.act) && beat.turn === event.turn && beat.phase === event.phase && beat.deeds.some((each) => each.act === "march" && each.event.quarter && each.who === deed.who));
}

const key = (event: TableEvent): string => `${event.turn}/${event.phase}`;

/** Whether something came of what just happened: to one who had a part in it. */
function ensues(beat: Beat, deed: Deed): boolean {
  if (!CAUSE.has(beat.act) || !EFFECT.has(deed.act)) return false;
  if (deed.act === "word" && !deed.event.text) return true;
  return Boolean(deed.who) && named(beat).has(deed.who);
}

/** Whether it happens together with what just happened. */
function belongs(beat: Beat, deed: Deed, discharges: number): boolean {
  if (GOING.has(beat.act)) return GOING.has(deed.act) || (!deed.event.text && !CAUSE.has(deed.act));
  if (beat.act === "word") return deed.act === "word" && beat.deeds.length < WORDS;
  if (beat.act !== deed.act) return false;
  if (RUSHING.has(deed.act)) return true;
  if (deed.act === "sign") return beat.deeds.length < WORDS;
  if (deed.act !== "fire") return false;
  const many = discharges > SALVO * 2, most = many ? Math.max(SALVO, Math.ceil(discharges / SALVOES)) : SALVO;
  if (beat.deeds.some((each) => each.who && each.who === deed.who) && !beat.effects.length) return true;
  return beat.deeds.length < most && (many || (!beat.effects.length && !deed.count && beat.deeds.every((each) => !each.count)));
}

/** Whether there is something to see on the map, not only to read. */
export const isSeen = (beat: Beat): boolean => beat.act !== "word" && beat.act !== "ride";
