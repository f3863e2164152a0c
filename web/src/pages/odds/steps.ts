/** Which step of which fact raises the chance of an outcome most, and which lowers it. */

import type { FactSteps } from "../books";

export interface Step {
  fact: string;
  value: string;
  percent: number;
  change: number;
}

/** The best step of each fact for an outcome, the greatest changes first. */
export function greatest(found: FactSteps, band: string, most: number): Step[] {
  const at = found.bands.indexOf(band), now = found.now[at] ?? 0, best = new Map<string, Step>();
  if (at < 0) return [];
  for (const { fact, value, percents } of found.steps) {
    const percent = percents[at] ?? 0, step = { fact, value, percent, change: percent - now };
    if (Math.abs(step.change) >= 0.05 && Math.abs(step.change) > Math.abs(best.get(fact)?.change ?? 0)) best.set(fact, step);
  }
  return [...best.values()].sort((one, other) => Math.abs(other.change) - Math.abs(one.change)).slice(0, most);
}
