/** What would come of an order, as it is heard: everything that is shown of it, in the same order. */

import { T } from "../lib/text";
import type { OddsOf, Preview, UnitPreview } from "../lib/types";
import { counted } from "./previews";

/** The likeliest outcomes, in the order in which they are told. */
const MOST = 5;
export function likely({ chances }: Pick<OddsOf, "chances">): OddsOf["chances"] {
  const least = chances.map((each) => each.percent).sort((a, b) => b - a)[MOST - 1] ?? 0;
  return chances.filter((each) => each.percent >= least).slice(0, MOST);
}

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "");

const ofOdds = (odds: OddsOf): string =>
  `${odds.title}${T.colon}${odds.refusal || (odds.mean !== null ? T.odds.mean(odds.mean, counted(odds)) : likely(odds).map((chance) => `${chance.text} ${T.percent(chance.percent)}`).join(", "))}`;

const ended = (text: string): string => (/[.?!…]$/.test(text) ? text : `${text}.`);

export function aloud(preview: Preview, unit: UnitPreview | null): string {
  if (preview.refusal) return ended(preview.refusal.error);
  const told = [
    preview.said, unit?.track.map((part) => part.text).join(", ") ?? "", preview.arrives ? T.orders.arrives(preview.arrives) : "",
    ...(unit?.penalties ?? []).map((each) => [each.label, signed(each.value), each.value ? each.of : ""].filter(Boolean).join(" ")),
    ...(unit?.rows ?? []).map((row) => [row.label, row.value, row.note].filter(Boolean).join(" ")),
    ...(unit?.odds ?? []).map(ofOdds), ...preview.notes,
    unit?.threats?.length ? `${T.orders.threats}${T.colon}${unit.threats.map((each) => each.text).join(", ")}` : "",
    preview.cost ? T.orders.cost(preview.cost, preview.left) : "",
  ];
  return told.filter((each) => each.trim()).map(ended).join(" ");
}
