/** Room on the table: which panels are folded, how wide they are, and what of the map they leave free. */

export type PanelKey = "force" | "field" | "hand" | "log";
export const PANELS: PanelKey[] = ["force", "field", "hand", "log"];

/** What the browser keeps of it. */
export interface Rooms {
  folded: PanelKey[];
  /** Those that were folded before all were. */
  before: PanelKey[];
  left: number;
  right: number;
  /** Pixels of the dispatches; 0 for what is left over. */
  log: number;
}

export const USUAL: Rooms = { folded: [], before: [], left: 252, right: 318, log: 0 };
export const LEAST = { left: 216, right: 286, log: 96 };
const MOST = { left: 420, right: 520 };
/** Below so many pixels a window is low: cards draw in and what is seldom wanted is folded. */
export const LOW = 960;
/** And below so many a unit's card is no more than its name while it is told something. */
export const TERSE = 860;
/** Pixels of the window that are always the map's, and the space about panels. */
const MAP = 360, RIM = 30, GAP = 14, TAB = 34;
/** Narrower than this a window has no air to spare: panels lie at its edge, and as wide as its part of it until somebody pulls at them. */
const NARROW = 1400, EDGE = 12;
const PART = { left: 0.185, right: 0.235 };

/** Pixels between the edge of the window and its panels. */
export const rim = (window: number): number => (window < NARROW ? EDGE : RIM);

export const isFolded = (rooms: Rooms, panel: PanelKey): boolean => rooms.folded.includes(panel);
export const isWhole = (rooms: Rooms): boolean => PANELS.every((panel) => rooms.folded.includes(panel));

/** What was kept, made good: of another version, or by somebody's hand. */
export function kept(found: unknown): Rooms {
  const had = (typeof found === "object" && found ? found : {}) as Partial<Record<keyof Rooms, unknown>>;
  const panels = (list: unknown): PanelKey[] => (Array.isArray(list) ? PANELS.filter((panel) => list.includes(panel)) : []);
  const number = (n: unknown, usual: number) => (typeof n === "number" && Number.isFinite(n) ? Math.round(n) : usual);
  return { folded: panels(had.folded), before: panels(had.before), left: number(had.left, USUAL.left), right: number(had.right, USUAL.right), log: number(had.log, USUAL.log) };
}

/** What goes along with a panel: without the list of troops its column is the map's. */
const along = (rooms: Rooms, panel: PanelKey): PanelKey[] => (panel === "force" && isFolded(rooms, "field") === isFolded(rooms, "force") ? ["force", "field"] : [panel]);

/** One panel folded, or laid open again. */
export const turned = (rooms: Rooms, panel: PanelKey): Rooms => ({ ...rooms, folded: PANELS.filter((each) => along(rooms, panel).includes(each) !== rooms.folded.includes(each)) });

/** The whole map; and from there back to what was open before, or to all where nothing was. */
export function wholeMap(rooms: Rooms): Rooms {
  if (!isWhole(rooms)) return { ...rooms, before: rooms.folded, folded: [...PANELS] };
  return { ...rooms, folded: rooms.before.length < PANELS.length ? rooms.before : [] };
}

/** A width of the left or the right column that leaves the map its part of the window. */
export function width(rooms: Rooms, side: "left" | "right", window: number, wanted = rooms[side]): number {
  const other = side === "left" ? rooms.right : rooms.left;
  const part = wanted === USUAL[side] && window < NARROW ? PART[side] * window : wanted;
  return Math.round(Math.max(LEAST[side], Math.min(MOST[side], window - other - 2 * RIM - MAP, part)));
}

/** A height of the dispatches; as little as nothing means what is left over. */
export const logHeight = (wanted: number, window: number): number => Math.round(Math.max(LEAST.log, Math.min(window - 320, wanted)));

/** Pixels at either side that panels, or their tabs, lie over. */
export function insets(rooms: Rooms, window: number): { left: number; right: number } {
  const open = (...panels: PanelKey[]) => panels.some((panel) => !isFolded(rooms, panel));
  const shut = TAB + 18, about = rim(window) + GAP;
  return { left: open("force", "field") ? width(rooms, "left", window) + about : shut, right: open("hand", "log") ? width(rooms, "right", window) + about : shut };
}
