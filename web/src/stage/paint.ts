/** What happens, painted over the map: each is a pure function of the time in its take, so that it can be stopped, stepped
 *  and sought. Smoke, beds of charges and the fallen lie under the troops; lines of fire, flashes and words over them. */

import { cast } from "../play/beats";
import { corners, type Easel, type Layer } from "./easel";
import { breath, fallen, fire } from "./fire";
import { marching, ride, rush, trodden } from "./going";
import { bodyOf } from "./lens";
import { out, part } from "./motion";
import { isThronged, type Take } from "./stage";
import { clash, gone, meet } from "./clashing";
import { AIM, EFFECT, lasts, turnsAt } from "../play/timing";

export { Easel, type Layer } from "./easel";

const DOWN = 480;
/** Shots before this one of which traces are left. */
const TRACES = 60;

/** One layer of the take that is on, `t` milliseconds into it. */
export function paint(easel: Easel, layer: Layer, take: Take, t: number): void {
  const time = easel.quiet ? settledTime(take, t) : t;
  if (layer === "over") marching(easel, take, t);
  PLAYS[take.act]?.(easel, layer, take, time);
  if (layer === "over" && take.act !== "fire" && take.act !== "march") lit(easel, take, time);
  for (const deed of take.effects) if (deed.act === "fall") fallen(easel, layer, take, deed, part(time, turnsAt(take), turnsAt(take) + DOWN));
}

/** Milliseconds in which smoke and beds of a crowd grow on. */
const STEP = 100;
/** The time at which a layer is painted: what lies under a crowd changes in steps, so that it is not painted with every frame. */
export const momentOf = (layer: Layer, take: Take, t: number): number => (layer === "under" && isThronged(take) ? Math.floor(t / STEP) * STEP : t);

/** What is left of the takes before: it lies under the troops, and does not change while a take is on. */
export function traces(easel: Easel, takes: readonly Take[], at: number): void {
  const now = takes[Math.min(at, takes.length - 1)];
  if (now) for (let i = Math.max(0, at - TRACES); i < at; i++) if (takes[i]!.turn === now.turn) trace(easel, "under", takes[i]!, takes[i]!.phase === now.phase);
}

/** Without motion a take is seen twice: as it is done, and as it has come out. */
const settledTime = (take: Take, t: number): number => (take.act === "fire" ? (t < turnsAt(take) ? AIM + 60 : EFFECT) : t < turnsAt(take) ? turnsAt(take) - 1 : lasts(take));

type Play = (easel: Easel, layer: Layer, take: Take, t: number) => void;
const PLAYS: Partial<Record<Take["act"], Play>> = {
  fire: (easel, layer, take, t) => take.deeds.forEach((deed, i) => fire(easel, layer, take, deed, t - (easel.quiet ? 0 : Math.min(i, 12) * 90))),
  fall: (easel, layer, take, t) => take.deeds.forEach((deed) => fallen(easel, layer, take, deed, part(t, 200, 200 + DOWN))),
  charge: (easel, layer, take, t) => rush(easel, layer, take, t, false),
  flight: (easel, layer, take, t) => rush(easel, layer, take, t, true),
  march: (easel, layer, take, t) => trodden(easel, layer, take, t),
  ride: (easel, layer, take, t) => ride(easel, layer, take, t),
  clash: (easel, layer, take, t) => take.deeds.forEach((deed) => clash(easel, layer, take, deed, t)),
  meet: (easel, layer, take, t) => take.deeds.forEach((deed) => meet(easel, layer, take, deed, t)),
  go: (easel, layer, take, t) => take.deeds.forEach((deed) => gone(easel, layer, take, deed, t)),
};

/** What is left of a take for the rest of the turn: the fallen; of the same phase also smoke and ways. */
function trace(easel: Easel, layer: Layer, take: Take, samePhase: boolean): void {
  const { pen } = easel;
  pen.save();
  pen.globalAlpha = 0.55;
  for (const deed of [...take.deeds, ...take.effects]) if (deed.act === "fall") fallen(easel, layer, take, deed, 1, true);
  if (samePhase && layer === "under") {
    pen.globalAlpha = 1;
    if (take.act === "fire") for (const deed of take.deeds) breath(easel, take, deed, 1);
    pen.globalAlpha = 0.5;
    if (take.act === "charge" || take.act === "flight") rush(easel, layer, take, lasts(take), take.act === "flight");
  }
  pen.restore();
}

/** Those whom a take is about, where nothing else says so. */
function lit(easel: Easel, take: Take, t: number): void {
  const come = out(part(t, 0, 260)), go = 1 - part(t, lasts(take) - 220, lasts(take));
  for (const id of cast(take).slice(0, 14)) {
    const unit = easel.unit(take.before, id) ?? easel.unit(take.after, id);
    if (unit && !take.ways.has(id)) corners(easel, bodyOf(easel.lens, unit), come, 0.75 * go);
  }
}
