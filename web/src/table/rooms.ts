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
/** Pixels of the window that are always the map's, and the space about panels. */
const MAP = 360, RIM = 30, GAP = 14, TAB = 34;

export const isFolded = (rooms: Rooms, panel: PanelKey): boolean => rooms.folded.includes(panel);
export const isWhole = (rooms: Rooms): boolean => PANELS.every((panel) => rooms.folded.includes(panel));

/** What was kept, made good: of another version, or by somebody's hand. */
export function kept(found: unknown): Rooms {
  const had = (typeof found === "object" && found ? found : {}) as Partial<Record<keyof Rooms, unknown>>;
  const panels = (list: unknown): PanelKey[] => (Array.isArray(list) ? PANELS.filter((panel) => list.includes(panel)) : []);
  const number = (n: unknown, usual: number) => (typeof n === "number" && Number.isFinite(n) ? Math.round(n) : usual);
  return { folded: panels(had.folded), before: panels(had.before), left: number(had.left, USUAL.left), right: number(had.right, USUAL.right), log: number(had.log, USUAL.log) };
}

/** One panel folded, or laid open again. */
export const turned = (rooms: Rooms, panel: PanelKey): Rooms => ({ ...rooms, folded: PANELS.filter((each) => (each === panel) !== rooms.folded.includes(each)) });

/** The whole map; and from there back to what was open before, or to all where nothing was. */
export function wholeMap(rooms: Rooms): Rooms {
  if (!isWhole(rooms)) return { ...rooms, before: rooms.folded, folded: [...PANELS] };
  return { ...rooms, folded: rooms.before.length < PANELS.length ? rooms.before : [] };
}

/** A width of the left or the right column that leaves the map its part of the window. */
export function width(rooms: Rooms, side: "left" | "right", window: number, wanted = rooms[side]): number {
  const other = side === "left" ? rooms.right : rooms.left;
  return Math.round(Math.max(LEAST[side], Math.min(MOST[side], window - other - 2 * RIM - MAP, wanted)));
}

/** A height of the dispatches; as little as nothing means what is left over. */
export const logHeight = (wanted: number, window: number): number => Math.round(Math.max(LEAST.log, Math.min(window - 320, wanted)));

/** Pixels at either side that panels, or their tabs, lie over. */
export function insets(rooms: Rooms, window: number): { left: number; right: number } {
  const open = (...panels: PanelKey[]) => panels.some((panel) => !isFolded(rooms, panel));
  const shut = TAB + 18;
  return { left: open("force", "field") ? RIM + width(rooms, "left", window) + GAP : shut, right: open("hand", "log") ? RIM + width(rooms, "right", window) + GAP : shut };
}

/** A rectangle of the window. */
export interface Rect { left: number; top: number; right: number; bottom: number }

const meets = (a: Rect, b: Rect): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const APART = 22;

/** The corner of a slip of paper beside a unit: to its right, else to its left, below or above it, else in a corner of the map; never over the unit,
 *  and over where it goes only where nothing else will do. */
export function beside(unit: Rect, others: Rect[], wide: number, high: number, frame: Rect): { x: number; y: number } {
  const low = (n: number) => Math.max(frame.top, Math.min(frame.bottom - high, n)), side = (n: number) => Math.max(frame.left, Math.min(frame.right - wide, n));
  const middle = { x: (unit.left + unit.right - wide) / 2, y: (unit.top + unit.bottom - high) / 2 };
  const ways = [
    { x: unit.right + APART, y: low(middle.y) }, { x: unit.left - APART - wide, y: low(middle.y) }, { x: side(middle.x), y: unit.bottom + APART }, { x: side(middle.x), y: unit.top - APART - high },
    ...[frame.right - wide, frame.left].flatMap((x) => [frame.bottom - high, frame.top].map((y) => ({ x, y }))),
  ];
  const rect = ({ x, y }: { x: number; y: number }): Rect => ({ left: x, top: y, right: x + wide, bottom: y + high });
  const fits = (way: { x: number; y: number }) => way.x >= frame.left && way.y >= frame.top && way.x + wide <= frame.right && way.y + high <= frame.bottom;
  const open = ways.filter((way) => fits(way) && !meets(rect(way), unit));
  return open.find((way) => !others.some((other) => meets(rect(way), other))) ?? open[0] ?? { x: frame.right - wide, y: frame.top };
}
