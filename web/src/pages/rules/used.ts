/** Where a rule was used in the battle that one sits at. */

import type { TableEvent } from "../../lib/types";

interface Roll {
  rule?: string;
  modifiers?: { rule?: string }[];
}

/** The events that name a rule, or in whose roll it counted, the latest first. */
export function uses(events: readonly TableEvent[], rule: string): TableEvent[] {
  const named = (event: TableEvent): boolean => {
    const roll = event.roll as Roll | null | undefined;
    return Boolean(event.rules?.includes(rule) || roll?.rule === rule || roll?.modifiers?.some((each) => each.rule === rule));
  };
  return events.filter((event) => event.text && named(event)).reverse();
}
