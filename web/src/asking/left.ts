/** The time that is left for a decision, in words. */

import { T } from "../lib/text";

const MINUTE = 60, HOUR = 3600, DAY = 86_400;

export function inWords(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds)), { asked } = T;
  if (whole >= 2 * DAY) return asked.days(Math.floor(whole / DAY));
  if (whole >= HOUR) return `${asked.hours(Math.floor(whole / HOUR))} ${asked.minutes(Math.floor((whole % HOUR) / MINUTE))}`;
  if (whole >= 10 * MINUTE) return asked.minutes(Math.floor(whole / MINUTE));
  return whole >= MINUTE ? `${asked.minutes(Math.floor(whole / MINUTE))} ${asked.seconds(whole % MINUTE)}` : asked.seconds(whole);
}
