/** What happens, painted over the map: each is a pure function of the time in its shot, so that it can be stopped, stepped
 *  and sought. Smoke, beds of charges and the fallen lie under the troops; lines of fire, flashes and words over them. */

import { cast } from "./beats";
import { corners, type Easel, type Layer } from "./easel";
import { breath, fallen, fire } from "./firing";
import { marching, ride, rush, trodden } from "./going";
import { bodyOf } from "./lens";
import { out, part } from "./motion";
import type { Shot } from "./stage";
import { clash, gone, meet } from "./steel";
import { AIM, EFFECT, lasts, turnsAt } from "./timing";

export { Easel, type Layer } from "./easel";

const DOWN = 480;
/** Shots before this one of which traces are left. */
const TRACES = 60;

/** One layer of the shot that is on, `t` milliseconds into it. */
export function paint(easel: Easel, layer: Layer, shot: Shot, t: number): void {
  const time = easel.quiet ? settledTime(shot, t) : t;
  if (layer === "over") marching(easel, shot, t);
  PLAYS[shot.act]?.(easel, layer, shot, time);
  if (layer === "over" && shot.act !== "fire" && shot.act !== "march") lit(easel, shot, time);
  for (const deed of shot.effects) if (deed.act === "fall") fallen(easel, layer, shot, deed, part(time, turnsAt(shot), turnsAt(shot) + DOWN));
}

/** What is left of the shots before: it lies under the troops, and does not change while a shot is on. */
export function traces(easel: Easel, shots: readonly Shot[], at: number): void {
  const now = shots[Math.min(at, shots.length - 1)];
  if (now) for (let i = Math.max(0, at - TRACES); i < at; i++) if (shots[i]!.turn === now.turn) trace(easel, "under", shots[i]!, shots[i]!.phase === now.phase);
}

/** Without motion a shot is seen twice: as it is done, and as it has come out. */
const settledTime = (shot: Shot, t: number): number => (shot.act === "fire" ? (t < turnsAt(shot) ? AIM + 60 : EFFECT) : t < turnsAt(shot) ? turnsAt(shot) - 1 : lasts(shot));

type Play = (easel: Easel, layer: Layer, shot: Shot, t: number) => void;
const PLAYS: Partial<Record<Shot["act"], Play>> = {
  fire: (easel, layer, shot, t) => shot.deeds.forEach((deed, i) => fire(easel, layer, shot, deed, t - (easel.quiet ? 0 : Math.min(i, 12) * 90))),
  fall: (easel, layer, shot, t) => shot.deeds.forEach((deed) => fallen(easel, layer, shot, deed, part(t, 200, 200 + DOWN))),
  charge: (easel, layer, shot, t) => rush(easel, layer, shot, t, false),
  flight: (easel, layer, shot, t) => rush(easel, layer, shot, t, true),
  march: (easel, layer, shot, t) => trodden(easel, layer, shot, t),
  ride: (easel, layer, shot, t) => ride(easel, layer, shot, t),
  clash: (easel, layer, shot, t) => shot.deeds.forEach((deed) => clash(easel, layer, shot, deed, t)),
  meet: (easel, layer, shot, t) => shot.deeds.forEach((deed) => meet(easel, layer, shot, deed, t)),
  go: (easel, layer, shot, t) => shot.deeds.forEach((deed) => gone(easel, layer, shot, deed, t)),
};

/** What is left of a shot for the rest of the turn: the fallen; of the same phase also smoke and ways. */
function trace(easel: Easel, layer: Layer, shot: Shot, samePhase: boolean): void {
  const { pen } = easel;
  pen.save();
  pen.globalAlpha = 0.55;
  for (const deed of [...shot.deeds, ...shot.effects]) if (deed.act === "fall") fallen(easel, layer, shot, deed, 1, true);
  if (samePhase && layer === "under") {
    pen.globalAlpha = 1;
    if (shot.act === "fire") for (const deed of shot.deeds) breath(easel, shot, deed, 1);
    pen.globalAlpha = 0.5;
    if (shot.act === "charge" || shot.act === "flight") rush(easel, layer, shot, lasts(shot), shot.act === "flight");
  }
  pen.restore();
}

/** Those whom a shot is about, where nothing else says so. */
function lit(easel: Easel, shot: Shot, t: number): void {
  const come = out(part(t, 0, 260)), go = 1 - part(t, lasts(shot) - 220, lasts(shot));
  for (const id of cast(shot).slice(0, 14)) {
    const unit = easel.unit(shot.before, id) ?? easel.unit(shot.after, id);
    if (unit && !shot.ways.has(id)) corners(easel, bodyOf(easel.lens, unit), come, 0.75 * go);
  }
}
