/** Letters, as the dispatches tell of them: each event says itself what it tells of one. */

import type { Option, RiderPicture, TableEvent } from "../lib/types";

export interface Letter {
  n: number;
  received: boolean;
  /** The other leader: who wrote it, or to whom it goes. */
  who: string;
  text: string;
  turn: number;
  /** Of one that was sent: the courier who still carries it. */
  rider: RiderPicture | null;
}

const whoOf = (event: TableEvent): string => event.units[event.letter?.who ?? ""] ?? "";
const textOf = (event: TableEvent): string => String(event.values[event.letter?.text ?? ""] ?? event.secret[event.letter?.text ?? ""] ?? "");

/** The option with which a letter is written: one that asks for words. */
export const writes = (options: Option[]): Option | undefined => options.find((option) => Object.values(option.fields).some((domain) => domain.type === "words"));

/** All letters, the newest first. */
export function letters(events: TableEvent[], riders: RiderPicture[]): Letter[] {
  const found = events.filter((event) => event.letter && event.letter.part !== "delivered").map((event): Letter => ({
    n: event.n, received: event.letter?.part === "received", who: whoOf(event), text: textOf(event), turn: event.turn, rider: null,
  }));
  return withRiders(found.reverse(), events, riders);
}

/** Couriers to one man ride in the order in which they were sent: the oldest letter that has not arrived is the first on the road. */
function withRiders(found: Letter[], events: TableEvent[], riders: RiderPicture[]): Letter[] {
  const there = new Map<string, number>(), road = new Map<string, RiderPicture[]>();
  for (const event of events) if (event.letter?.part === "delivered") there.set(whoOf(event), (there.get(whoOf(event)) ?? 0) + 1);
  for (const rider of riders) road.set(rider.to, [...(road.get(rider.to) ?? []), rider]);
  const oldest = found.filter((letter) => !letter.received).reverse();
  for (const letter of oldest) {
    const arrived = there.get(letter.who) ?? 0;
    if (arrived > 0) there.set(letter.who, arrived - 1);
    else letter.rider = road.get(letter.who)?.shift() ?? null;
  }
  return found;
}
