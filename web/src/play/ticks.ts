/** The line of what is played: a tick for each take, by phase; a shape for what it is. */

import type { Take } from "../stage/stage";

export interface Tick {
  n: number;
  shape: string;
  own: boolean;
}

export interface Stretch {
  turn: number;
  phase: string;
  ticks: Tick[];
}

const SHAPES = {
  fire: "M0 -3.8L1.1 -1.1L3.8 0L1.1 1.1L0 3.8L-1.1 1.1L-3.8 0L-1.1 -1.1Z", guns: "M-2.8 0a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0", going: "M0 -3.2L3 2.6H-3Z", blades: "M-3.2 -3.2L3.2 3.2M3.2 -3.2L-3.2 3.2",
  flight: "M0 3.2L3 -2.6H-3Z", check: "M0 -3.2L3.2 0L0 3.2L-3.2 0Z", word: "M-2.5 0h5",
};
const BY_ACT: Record<Take["act"], keyof typeof SHAPES> = {
  fire: "fire", march: "going", form: "going", come: "going", ride: "word", charge: "blades", clash: "blades", meet: "blades", flight: "flight", go: "flight", fall: "check", spirit: "check", sign: "word", word: "word",
};

export function shapeOfTake(take: Take): string {
  const who = take.deeds[0]?.who ?? "", guns = take.act === "fire" && (take.before.units.find((unit) => unit.id === who)?.guns ?? 0) > 0;
  return SHAPES[guns ? "guns" : BY_ACT[take.act]];
}

export function stretches(takes: readonly Take[]): Stretch[] {
  const found: Stretch[] = [];
  takes.forEach((take, n) => {
    // the same phase of another turn is another stretch
    const last = found.at(-1), here = last && last.turn === take.turn && last.phase === take.phase ? last : { turn: take.turn, phase: take.phase, ticks: [] };
    if (here !== last) found.push(here);
    here.ticks.push({ n, shape: shapeOfTake(take), own: take.own });
  });
  return found;
}
