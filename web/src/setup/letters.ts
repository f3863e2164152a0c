/** Messages by courier, as the dispatches tell of them. */

import type { RiderPicture, TableEvent } from "../lib/types";

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

const RECEIVED = "message", SENT = "message_sent", THERE = "message_arrived";

/** All letters, the newest first. */
export function letters(events: TableEvent[], riders: RiderPicture[]): Letter[] {
  const found: Letter[] = [];
  for (const event of events) {
    const text = String(event.values?.text ?? ""), { leader = "", to = "" } = event.units ?? {};
    if (event.kind === RECEIVED) found.unshift({ n: event.n, received: true, who: leader, text, turn: event.turn, rider: null });
    if (event.kind === SENT) found.unshift({ n: event.n, received: false, who: to, text, turn: event.turn, rider: null });
  }
  return withRiders(found, events, riders);
}

/** Couriers to one man ride in the order in which they were sent: the oldest letter that has not arrived is the first on the road. */
function withRiders(found: Letter[], events: TableEvent[], riders: RiderPicture[]): Letter[] {
  const there = new Map<string, number>(), road = new Map<string, RiderPicture[]>();
  for (const event of events) if (event.kind === THERE) there.set(event.units?.to ?? "", (there.get(event.units?.to ?? "") ?? 0) + 1);
  for (const rider of riders) road.set(rider.to, [...(road.get(rider.to) ?? []), rider]);
  const oldest = found.filter((letter) => !letter.received).reverse();
  for (const letter of oldest) {
    const arrived = there.get(letter.who) ?? 0;
    if (arrived > 0) there.set(letter.who, arrived - 1);
    else letter.rider = road.get(letter.who)?.shift() ?? null;
  }
  return found;
}
