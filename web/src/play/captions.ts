/** What is said of a take: sentences as they were told, those that say the same of several taken together. */

import { T } from "../lib/text";
import type { TableEvent } from "../lib/types";
import { large } from "../words/rules";
import type { Beat } from "./beats";

export interface Said {
  text: string;
  events: TableEvent[];
}

export interface Names {
  nameOf(id: string): string;
  /** The arm of a unit, where it is one. */
  armOf(id: string): string;
}

/** Who does it: the first who has a part in it and whose name begins the sentence. */
function subject(event: TableEvent, names: Names): { id: string; rest: string } | null {
  for (const id of Object.values(event.units ?? {})) {
    const name = id && names.nameOf(id);
    if (name && event.text.startsWith(`${name} `)) return { id, rest: event.text.slice(name.length + 1) };
  }
  return null;
}

const key = (event: TableEvent): string => `${event.turn}/${event.phase}/${event.kind}`;

/** Sentences that say the same of several are one: "Nine battalions oblique 180 paces", if there are enough of them. Only
 *  those that follow on one another, so that all stay in their order; unless they all tell of the same moment. */
export function gathered(events: readonly TableEvent[], names: Names, least = 3, atOnce = false): Said[] {
  const found: (Said & { key: string; ids: string[]; rest: string })[] = [];
  for (const event of events) {
    const near = atOnce ? found : found.slice(-1);
    const again = near.find((each) => each.ids.length < 2 && each.text === event.text && key(each.events[0]!) === key(event));
    if (again && Object.values(event.units ?? {}).some(Boolean)) {
      again.events.push(event);
      continue;
    }
    const who = subject(event, names), rest = who ? T.play.plural(who.rest) : "";
    const same = who && !event.roll ? near.find((each) => each.key === `${key(event)}/${rest}`) : undefined;
    if (same && who && !same.ids.includes(who.id)) {
      same.events.push(event);
      same.ids.push(who.id);
    } else found.push({ key: who ? `${key(event)}/${rest}` : `${event.n}`, text: event.text, events: [event], ids: who ? [who.id] : [], rest });
  }
  return found.flatMap(({ events: all, ids, rest, text }): Said[] => {
    if (all.length > 1 && ids.length < 2) return [{ text: T.play.times(text, all.length), events: all }];
    if (all.length < least) return all.map((event) => ({ text: event.text, events: [event] }));
    const arms = new Set(ids.map((id) => names.armOf(id)));
    return [{ text: all.length > 1 ? T.play.several(all.length, arms.size === 1 ? [...arms][0]! : "", rest) : text, events: all }];
  });
}

/** Sentences of a take that stand in the strip. */
const MOST_SAID = 3;
/** The first of what happens, and what came of it, as two pieces of text. */
export function captioned(beat: Beat, all: readonly Beat[], names: Names): { lead: string; rest: string } {
  let told = beat.deeds.map((deed) => deed.event).filter((event) => event.text);
  if (!told.length) {
    // Of a march that is told of in one word for all its parts.
    const ids = new Set(beat.deeds.map((deed) => deed.who));
    const same = all.filter((each) => each.turn === beat.turn && each.phase === beat.phase && each.act === beat.act);
    told = same.flatMap((each) => each.deeds).filter((deed) => deed.event.text && ids.has(deed.who)).map((deed) => deed.event);
  }
  const said = gathered(told, names, 2, true), more = gathered(beat.effects.map((deed) => deed.event).filter((event) => event.text), names, 2, true);
  const lead = said[0]?.text ?? "", rest = [...said.slice(1), ...more].map((each) => each.text);
  const cut = rest.length > MOST_SAID ? [...rest.slice(0, MOST_SAID - 1), T.play.more(rest.length - MOST_SAID + 1)] : rest;
  return { lead: lead && `${large(lead)}.`, rest: cut.map((each) => large(/[.…]$/.test(each) ? each : `${each}.`)).join(" ") };
}
