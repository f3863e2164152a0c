/** The line of what is played: a tick for each shot, by phase; a shape for what it is. */

import type { Shot } from "./stage";

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
  fire: "M0 -3.8L1.1 -1.1L3.8 0L1.1 1.1L0 3.8L-1.1 1.1L-3.8 0L-1.1 -1.1Z", guns: "M-2.8 0a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0", move: "M0 -3.2L3 2.6H-3Z", steel: "M-3.2 -3.2L3.2 3.2M3.2 -3.2L-3.2 3.2",
  flight: "M0 3.2L3 -2.6H-3Z", check: "M0 -3.2L3.2 0L0 3.2L-3.2 0Z", word: "M-2.5 0h5",
};
const BY_ACT: Record<Shot["act"], keyof typeof SHAPES> = {
  fire: "fire", march: "move", form: "move", come: "move", ride: "word", charge: "steel", clash: "steel", meet: "steel", flight: "flight", go: "flight", fall: "check", spirit: "check", sign: "word", word: "word",
};

export function shapeOfShot(shot: Shot): string {
  const who = shot.deeds[0]?.who ?? "", guns = shot.act === "fire" && (shot.before.units.find((unit) => unit.id === who)?.guns ?? 0) > 0;
  return SHAPES[guns ? "guns" : BY_ACT[shot.act]];
}

export function stretches(shots: readonly Shot[]): Stretch[] {
  const found: Stretch[] = [];
  shots.forEach((shot, n) => {
    const last = found.at(-1), here = last && last.turn === shot.turn && last.phase === shot.phase ? last : { turn: shot.turn, phase: shot.phase, ticks: [] };
    if (here !== last) found.push(here);
    here.ticks.push({ n, shape: shapeOfShot(shot), own: shot.own });
  });
  return found;
}
