/** One order for several units: what each of them can be told of it, and what would come of it for all. */

import { accepts, type Values } from "./options";
import type { Option, Preview } from "./types";

/** Values that another unit can be told too; what it does not know is left out. */
export const fitted = (option: Option, values: Values): Values =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => {
    const domain = option.fields[name];
    if (!domain) return [];
    if (accepts(domain, value)) return [[name, value]];
    return name in option.optional || domain.type !== "choice" || domain.values[0] === undefined ? [] : [[name, domain.values[0]]];
  }));

/** Several previews as one: all units, what they cost together, the first refusal. */
export function together(all: (Preview | null)[]): Preview | null {
  const found = all.filter((each) => each !== null);
  const [first] = found;
  if (!first || found.length === 1) return first ?? null;
  return {
    ...first, units: found.flatMap((each) => each.units ?? []), cost: found.reduce((sum, each) => sum + (each.cost ?? 0), 0), left: null,
    notes: [...new Set(found.flatMap((each) => each.notes ?? []))], refusal: found.find((each) => each.refusal)?.refusal ?? null,
  };
}
