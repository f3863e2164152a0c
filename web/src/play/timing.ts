/** How long a take takes, in milliseconds at the usual speed, and when what came of it is seen. */

import { rollOf } from "../dice/dice";
import { moves } from "./beats";
import { eased, into, lengthOf, out } from "../stage/motion";
import type { Take } from "../stage/stage";

export const AIM = 300, FIRE = 620, DICE = 1300, EFFECT = 2500;
/** Milliseconds for a pace, and the bounds of a march. */
const PACE = 8, SHORT = 700, LONG = 1900;
const READ = 16;

export const hasDice = (take: Take): boolean => [...take.deeds, ...take.effects].some((deed) => { const roll = rollOf(deed.event); return Boolean(roll && (roll.dice.length || roll.parts?.some((each) => each.dice.length))); });
const words = (take: Take): number => Math.min(900, take.deeds.reduce((sum, deed) => sum + deed.event.text.length, 0) * READ);
const marched = (take: Take): number => Math.max(0, ...[...take.ways.values()].map(lengthOf));

/** From when on the table after it is shown. */
export function turnsAt(take: Take): number {
  if (moves(take.act)) return take.act === "form" && !take.ways.size ? 320 : 0;
  if (take.act === "fire") return hasDice(take) ? DICE : FIRE + 280;
  if (take.act === "clash") return 1200;
  if (take.act === "spirit") return 460;
  return take.act === "fall" || take.act === "go" ? 420 : 200;
}

export function lasts(take: Take): number {
  switch (take.act) {
    case "march":
    case "ride":
    case "come":
      return take.ways.size ? Math.min(LONG, Math.max(SHORT, SHORT * 0.6 + marched(take) * PACE)) + 150 : 650;
    case "charge":
      return take.effects.length ? 1900 : 1250;
    case "flight":
      return 1250;
    case "form":
      return 850;
    case "fire":
      return take.effects.length ? EFFECT + Math.min(500, take.effects.length * 120) : hasDice(take) ? DICE + 350 : FIRE + 500;
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
      return 900 + words(take) / 2;
    default:
      return 700 + words(take);
  }
}

/** The share of a take in which those who go are on their way. */
export const onTheWay = (take: Take, t: number): number => Math.min(1, t / Math.max(1, lasts(take) - 150));

/** A charge gathers speed, a flight loses it, a march does both. */
export const pace = (take: Take): ((t: number) => number) => (take.act === "charge" ? into : take.act === "flight" ? out : eased);
