/** How long a shot takes, in milliseconds at the usual speed, and when what came of it is seen. */

import { rollOf } from "../lib/dice";
import { moves } from "./beats";
import { eased, into, lengthOf, out } from "./motion";
import type { Shot } from "./stage";

export const AIM = 300, FIRE = 620, DICE = 1300, EFFECT = 2500;
/** Milliseconds for a pace, and the bounds of a march. */
const PACE = 8, SHORT = 700, LONG = 1900;
const READ = 16;

export const hasDice = (shot: Shot): boolean => [...shot.deeds, ...shot.effects].some((deed) => { const roll = rollOf(deed.event); return Boolean(roll && (roll.dice.length || roll.parts?.some((each) => each.dice.length))); });
const words = (shot: Shot): number => Math.min(900, shot.deeds.reduce((sum, deed) => sum + deed.event.text.length, 0) * READ);
const marched = (shot: Shot): number => Math.max(0, ...[...shot.ways.values()].map(lengthOf));

/** From when on the table after it is shown. */
export function turnsAt(shot: Shot): number {
  if (moves(shot.act)) return shot.act === "form" && !shot.ways.size ? 320 : 0;
  if (shot.act === "fire") return hasDice(shot) ? DICE : FIRE + 280;
  if (shot.act === "clash") return 1200;
  if (shot.act === "spirit") return 460;
  return shot.act === "fall" || shot.act === "go" ? 420 : 200;
}

export function lasts(shot: Shot): number {
  switch (shot.act) {
    case "march":
    case "ride":
    case "come":
      return shot.ways.size ? Math.min(LONG, Math.max(SHORT, SHORT * 0.6 + marched(shot) * PACE)) + 150 : 650;
    case "charge":
      return shot.effects.length ? 1900 : 1250;
    case "flight":
      return 1250;
    case "form":
      return 850;
    case "fire":
      return shot.effects.length ? EFFECT + Math.min(500, shot.effects.length * 120) : hasDice(shot) ? DICE + 350 : FIRE + 500;
    case "clash":
      return 2600;
    case "spirit":
      return 1500;
    case "meet":
      return 1300;
    case "fall":
    case "go":
      return 1250;
    case "sign":
      return 900 + words(shot) / 2;
    default:
      return 700 + words(shot);
  }
}

/** The share of a shot in which those who go are on their way. */
export const onTheWay = (shot: Shot, t: number): number => Math.min(1, t / Math.max(1, lasts(shot) - 150));

/** A charge gathers speed, a flight loses it, a march does both. */
export const pace = (shot: Shot): ((t: number) => number) => (shot.act === "charge" ? into : shot.act === "flight" ? out : eased);
