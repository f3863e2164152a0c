/** Drawings for the words that orders are made of, 18 by 15. A word without one is a chit with its name only. */

import { SPECIAL_CHITS } from "./special_chits";

const block = (w: number, h: number, ys: number[]): string => ys.map((y) => `<path class="solid" d="M${9 - w / 2} ${y}h${w}v${h}h${-w}z"/>`).join("");
const dots = (spots: [number, number][]): string => spots.map(([x, y]) => `<circle class="solid" cx="${x}" cy="${y}" r="1.3"/>`).join("");

const CHITS: Record<string, string> = {
  forward: '<path d="M9 13V3M5 7l4-4 4 4"/>',
  oblique: '<path d="M5 13L12 4M7.500 3.600L12.600 3l.2 5"/>',
  wheel: '<path d="M14 12C14 7 11 4 5 4M8 1L5 4l3 3"/><circle class="solid" cx="4" cy="12" r="1.400"/><path d="M4 12h10" stroke-dasharray="1.500 2.500"/>',
  backward: '<path d="M9 2v10M5 8l4 4 4-4"/>',
  conversion: '<path d="M14 5A5.600 5.600 0 1 0 14.600 9M14.400 2v3.400H11"/>',
  prolong: '<path d="M9 10V2M6 5l3-3 3 3M5 13a2.200 2.200 0 1 0 .01 0M13 13a2.200 2.200 0 1 0 .01 0"/>',
  line: block(16, 3.4, [6]),
  double_line: block(12, 3, [3.5, 8.8]),
  column_of_companies: block(6, 2.2, [1, 4.6, 8.2, 11.8]),
  column_of_zuege: block(3.6, 1.6, [0.6, 3.2, 5.8, 8.4, 11, 13.2]),
  column_of_divisions: block(9, 2.8, [1.5, 6.2, 10.9]),
  attack_column: block(10, 2.6, [3, 6.4, 9.8]),
  march_column: block(2.6, 13, [1]),
  column_of_squadrons: '<path class="solid" d="M4 2h10L4 6.500zM4 9h10L4 13.500z"/>',
  column_of_troops: '<path class="solid" d="M6 1h6l-6 3zM6 6h6l-6 3zM6 11h6l-6 3z"/>',
  open_square: '<path d="M4.400 2.400h9.400v9.400H4.400z" stroke-width="2.400"/>',
  closed_square: '<path class="solid" d="M4 2h10v10H4z"/>',
  skirmish_squares: '<path class="solid" d="M1 5h4v4H1zM7 5h4v4H7zM13 5h4v4h-4z"/>',
  open_order: dots([[2, 5], [6.6, 4], [11.3, 5], [16, 4], [4.3, 9.6], [9, 9], [13.6, 9.8]]),
  extended_order: dots([[1.5, 5], [9, 4], [16.5, 5], [5, 10], [13, 10]]),
  limbered: '<path class="solid" d="M5 1h3v4H5zM10 1h3v4h-3z"/><path d="M6.500 7v6M11.500 7v6"/>',
  unlimbered: '<path d="M9 2v9M6 8v5M12 8v5"/>',
  unlimbered_open: '<path d="M4 2v9M2 8v5M6 8v5M14 2v9M12 8v5M16 8v5"/>',
  attack: '<path d="M3 2l10 10M15 2L5 12M3.400 9.200L7 12.800M14.600 9.200L11 12.800"/>',
  protect: '<path d="M9 1.500l6 2v4c0 3.500-2.500 5.500-6 6.500-3.500-1-6-3-6-6.500v-4z"/>',
  support: '<path d="M9 1.500l6 2v4c0 3.500-2.500 5.500-6 6.500-3.500-1-6-3-6-6.500v-4zM9 4.500v6M6 7.500h6"/>',
  defense: '<path d="M2 13V5h3v2.400h2.500V5h3v2.400H13V5h3v8z"/>',
  rearguard: '<path class="solid" d="M4 2h10v3.400H4z"/><path d="M9 7.500V13M6 10.400L9 13.400l3-3"/>',
  maneuver: '<path d="M2 13c1-7 5-2 7-6s3-4 6-4M12 .8L15.200 3 12.600 6"/>',
  skirmish: dots([[3, 4], [9, 3], [15, 4]]) + '<path d="M3 7.500V13M9 6.500V13M15 7.500V13" stroke-dasharray="1.500 2.200"/>',
  follow_me: '<path d="M4 14V1M4 1.800h8l-2 2.400 2 2.400H4"/>' + dots([[9.500, 11.500], [13, 11.500], [16.500, 11.500]]),
  reform: '<path d="M3 11h12M3 7.400h12M3 3.800h12"/>',
  send_skirmishers: '<path class="solid" d="M4 9.600h10v3H4z"/>' + dots([[3, 4], [7, 3], [11, 4], [15, 3]]),
  recall_skirmishers: '<path class="solid" d="M4 9.600h10v3H4z"/><path d="M9 1v6M6 4.500L9 7l3-2.500"/>',
  lie_down: '<path d="M2 12h14M4 9l10-2"/>',
  stand_up: '<path d="M4 13h10M9 12V3"/>',
  hold: '<path d="M4 13h10M9 13V5M5 5h8"/>',
  charge: '<path d="M3 12L14 3M9 3h5v5"/>',
  move: '<path d="M9 13V3M5 7l4-4 4 4"/>',
  fire: '<path d="M3 12l8-5M12 3v3M15 6h-3M14 3.500l-2 2.500"/>',
};

export const chit = (word: string): string => CHITS[word] ?? SPECIAL_CHITS[word] ?? "";
