/** Drawings that rule systems name, 18 by 15: movements, formations and deeds that all of them know. A system sends the
 *  strokes of any others itself, in the same way: SVG paths with `|` between them, `*` before a filled one, `~` before a dashed one. */

const DRAWINGS: Record<string, string> = {
  forward: "M9 13V3M5 7l4-4 4 4",
  oblique: "M5 13L12 4M7.5 3.6L12.6 3l.2 5",
  wheel: "M14 12C14 7 11 4 5 4M8 1L5 4l3 3|*M2.6 12a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0|~M4 12h10",
  backward: "M9 2v10M5 8l4 4 4-4",
  back: "M9 2v10M5 8l4 4 4-4",
  left: "M15 7.5H4M8 3.5l-4 4 4 4",
  right: "M3 7.5h11M10 3.5l4 4-4 4",
  forward_left: "M14 12.5L5 3.5M5 9V3.500h5.500",
  forward_right: "M4 12.5l9-9M7.500 3.500H13V9",
  back_left: "M14 2.500l-9 9M5 6v5.500h5.500",
  back_right: "M4 2.500l9 9M13 6v5.500H7.500",
  north: "M9 14V5|*M9 0.500l4 5.500H5z",
  south: "M9 1v9|*M9 14.500l4-5.500H5z",
  east: "M2 7.500h9|*M17 7.500l-5.500 4v-8z",
  west: "M16 7.500H7|*M1 7.500l5.500 4v-8z",
  line: "*M1 6h16v3.4h-16z",
  double_line: "*M3 3.5h12v3h-12zM3 8.8h12v3h-12z",
  column_of_companies: "*M6 1h6v2.2h-6zM6 4.6h6v2.2h-6zM6 8.2h6v2.2h-6zM6 11.8h6v2.2h-6z",
  column_of_zuege: "*M7.2 0.6h3.6v1.6h-3.6zM7.2 3.2h3.6v1.6h-3.6zM7.2 5.8h3.6v1.6h-3.6zM7.2 8.4h3.6v1.6h-3.6zM7.2 11h3.6v1.6h-3.6zM7.2 13.2h3.6v1.6h-3.6z",
  column_of_divisions: "*M4.5 1.5h9v2.8h-9zM4.5 6.2h9v2.8h-9zM4.5 10.9h9v2.8h-9z",
  attack_column: "*M4 3h10v2.6h-10zM4 6.4h10v2.6h-10zM4 9.8h10v2.6h-10z",
  closed_column: "*M4 3h10v2.900H4zM4 6.100h10V9H4zM4 9.200h10v2.900H4z",
  square: "*M3.2 1.2H15V13H3.2zM5.6 3.6v7h7v-7z",
  march_column: "*M7.7 1h2.6v13h-2.6z",
  column_of_squadrons: "*M4 2h10L4 6.5zM4 9h10L4 13.5z",
  column_of_troops: "*M6 1h6l-6 3zM6 6h6l-6 3zM6 11h6l-6 3z",
  open_square: "*M3.2 1.2H15V13H3.2zM5.6 3.6v7h7v-7z",
  closed_square: "*M4 2h10v10H4z",
  skirmish_squares: "*M1 5h4v4H1zM7 5h4v4H7zM13 5h4v4h-4z",
  open_order: "*M0.7 5a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0M5.3 4a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0M10 5a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0M14.7 4a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0M3 9.6a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0M7.7 9a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0M12.3 9.8a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0",
  extended_order: "*M0.2 5a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0M7.7 4a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0M15.2 5a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0M3.7 10a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0M11.7 10a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0",
  limbered: "*M5 1h3v4H5zM10 1h3v4h-3z|M6.5 7v6M11.5 7v6",
  unlimbered: "M9 2v9M6 8v5M12 8v5",
  unlimbered_open: "M4 2v9M2 8v5M6 8v5M14 2v9M12 8v5M16 8v5",
  attack: "M3 2l10 10M15 2L5 12M3.4 9.2L7 12.8M14.6 9.2L11 12.8",
  hold: "M4 13h10M9 13V5M5 5h8",
  withdraw: "M9 2v8M5 6l4 4 4-4M3 13.500h12",
  colours: "M5 14V1|*M5 1.500l9 2.700-9 2.800z",
  charge: "M3 12L14 3M9 3h5v5",
  move: "M9 13V3M5 7l4-4 4 4",
  fire: "M3 12l8-5M12 3v3M15 6h-3M14 3.5l-2 2.5",
  skirmish: "*M1.7 4a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0M7.7 3a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0M13.7 4a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0|~M3 7.5V13M9 6.5V13M15 7.5V13",
};

export interface Stroke {
  d: string;
  solid: boolean;
  dashed: boolean;
}

/** The strokes of a drawing, by its name or as they are. */
export const strokes = (icon: string): Stroke[] =>
  (DRAWINGS[icon] ?? icon).split("|").filter(Boolean).map((each) => ({ d: each.replace(/^[*~]/, ""), solid: each.startsWith("*"), dashed: each.startsWith("~") }));

export const DRAWN = new Set(Object.keys(DRAWINGS));
