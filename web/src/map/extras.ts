/** Paint servers that cards, areas and the sky share. */

export const extraPaints =
  `<pattern id="p-card" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0H7M0 0V7" fill="none" stroke="var(--panel)" stroke-opacity=".5" stroke-width="1"/></pattern>` +
  `<pattern id="p-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0H6M0 0V6" fill="none" stroke="var(--ink-3)" stroke-opacity=".6" stroke-width="1"/></pattern>` +
  `<radialGradient id="fire-glow"><stop offset="0" stop-color="#ffb347" stop-opacity=".55"/><stop offset=".6" stop-color="#f2762e" stop-opacity=".2"/><stop offset="1" stop-color="#f2762e" stop-opacity="0"/></radialGradient>`;
