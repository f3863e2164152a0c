/** Which step of which fact raises the chance of an outcome most, and which lowers it. */

import type { FactSteps } from "../books";

export interface Step {
  fact: string;
  value: string;
  percent: number;
  change: number;
}

/** Where outcomes differ in one number alone, exactly so many says little: as many or more is what can be compared. */
export function atLeast(found: FactSteps, orMore: (label: string) => string): FactSteps {
  const parts = found.bands.map((band) => /^(\D*)(\d+)$/.exec(band));
  if (parts.length < 2 || parts.some((part) => !part || part[1] !== parts[0]![1])) return found;
  const numbers = parts.map((part) => Number(part![2])), order = [...new Set(numbers)].sort((a, b) => a - b).slice(1);
  const heaped = (percents: readonly number[]) => order.map((least) => percents.reduce((sum, each, i) => sum + (numbers[i]! >= least ? each : 0), 0));
  return { ...found, bands: order.map((least) => orMore(found.bands[numbers.indexOf(least)]!)), now: heaped(found.now), steps: found.steps.map((step) => ({ ...step, percents: heaped(step.percents) })) };
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
