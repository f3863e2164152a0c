/** Paint servers and words that cards, changed ground and the sky share. */

import type { Extras } from "../lib/types";

/** Whether there is more than a clear day to draw. */
export const hasSky = (picture: Extras | null): boolean => Boolean((picture?.light && picture.light !== "day") || (picture?.weather && picture.weather !== "clear"));

/** The mark of own units that a card stands for: their figures are the sketch on it. */
export const ON_CARD = "hidden on a card";

export const extraPaints =
  `<pattern id="p-card" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0H7M0 0V7" fill="none" stroke="var(--panel)" stroke-opacity=".5" stroke-width="1"/></pattern>` +
  `<pattern id="p-ruin" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0H6M0 0V6" fill="none" stroke="var(--ink-3)" stroke-opacity=".6" stroke-width="1"/></pattern>` +
  `<radialGradient id="fire-glow"><stop offset="0" stop-color="#ffb347" stop-opacity=".55"/><stop offset=".6" stop-color="#f2762e" stop-opacity=".2"/><stop offset="1" stop-color="#f2762e" stop-opacity="0"/></radialGradient>`;
