/** Names of places: serif, each kind in its own size and colour, beside or along what it names, always the same size. */

import type { Field, FieldFeature, Spot } from "../lib/types";
import { Room, Sheet, f } from "../symbols/geometry";
import type { Box, Point } from "../symbols/geometry";
import { SERIF, escaped, measure } from "../symbols/text";

interface Style {
  cls: string;
  size: number;
  spacing: number;
  /** Less goes first. */
  rank: number;
  far: boolean;
}

function styleOf(kind: string): Style | null {
  if (kind === "village" || kind === "town") return { cls: "village", size: 17, spacing: 0.12, rank: 0, far: true };
  if (kind === "hill" || kind === "ridge") return { cls: "hill", size: 15, spacing: 0.14, rank: 3, far: true };
  if (kind.endsWith("woods") || kind === "clearing") return { cls: "wood-n", size: 14, spacing: 0.16, rank: 2, far: true };
  if (["stream", "river", "water", "marsh", "ford"].includes(kind)) return { cls: "water-n", size: 13, spacing: 0.14, rank: 4, far: true };
  if (kind === "building" || kind.endsWith("works")) return { cls: "farm", size: 12.5, spacing: 0, rank: 1, far: false };
  if (kind === "road" || kind === "bridge") return { cls: "road-n", size: 11.5, spacing: 0.05, rank: 5, far: false };
  return null;
}

/** A name without what only tells two polygons of one place apart, its first letter large. */
export function title(name: string): string {
  const short = (name.split(/[,(;]/)[0] ?? "").trim();
  return short.slice(0, 1).toUpperCase() + short.slice(1);
}

const smaller: Record<string, number> = { village: 13, hill: 11.5, "wood-n": 11.5, "water-n": 11 };

/** All names that find room, as SVG; each name once. They keep clear of `troops` where they can, and of lesser things where they must. */
export function names(field: Field, sheet: Sheet, troops = new Room()): string {
  const far = sheet.level === "far", room = new Room(120), done = new Set<string>();
  const wanted = field.features
    .map((feature) => ({ feature, style: styleOf(feature.properties.kind), text: title(feature.properties.name ?? "") }))
    .filter((each): each is { feature: FieldFeature; style: Style; text: string } => !!each.style && !!each.text && (!far || each.style.far))
    .sort((a, b) => a.style.rank - b.style.rank);
  let out = "";
  for (const { feature, style, text } of wanted) {
    if (done.has(text)) continue;
    const size = far ? (smaller[style.cls] ?? style.size) : style.size;
    const w = measure(text, size, 600, SERIF) + text.length * style.spacing * size;
    const open = spots(feature, style, w, size, sheet).filter((box) => room.free(box) && onSheet(box, sheet));
    // villages, hills and woods are known by their names even under troops; the rest waits until there is room
    const at = open.find((box) => troops.free(box)) ?? (style.rank === 0 || style.rank === 2 || style.rank === 3 ? open[0] : undefined);
    if (!at) continue;
    room.take(at);
    done.add(text);
    const turn = at.turn ? ` rotate(${f(at.turn)})` : "";
    out += `<text class="name ${style.cls}" transform="translate(${f(at.x)} ${f(at.y)})${turn}" y="${f(size * 0.3)}">${escaped(text)}</text>`;
  }
  return out;
}

/** Pixels of a thing beside which its name must lie close. */
const SMALL = 40;

const onSheet = (box: Box, sheet: Sheet): boolean =>
  box.x - box.w * 0.9 > 0 && box.y - box.h > 0 && box.x + box.w * 0.9 < sheet.width * sheet.k && box.y + box.h < sheet.height * sheet.k;

function spots({ geometry: g }: FieldFeature, style: Style, w: number, size: number, sheet: Sheet): Box[] {
  const flat = (pts: Spot[]): Point[] => pts.map(([x, y]) => sheet.at(x, y));
  const box = (x: number, y: number, turn = 0): Box => ({ x, y, w: w / 2 + 3, h: size / 2 + 2, turn });
  if (g.type === "LineString" || g.type === "MultiLineString") return along(flat(g.type === "LineString" ? g.coordinates : (g.coordinates[0] ?? [])), w, size, box);
  const ring = flat(g.type === "Point" ? [g.coordinates] : g.type === "Polygon" ? (g.coordinates[0] ?? []) : (g.coordinates[0]?.[0] ?? []));
  if (!ring.length) return [];
  const xs = ring.map((p) => p[0]), ys = ring.map((p) => p[1]);
  const x0 = Math.min(...xs), x1 = Math.max(...xs), y0 = Math.min(...ys), y1 = Math.max(...ys), cx = (x0 + x1) / 2, cy = (y0 + y1) / 2;
  const small = Math.max(x1 - x0, y1 - y0) < SMALL;
  // a name farther off would seem to belong to something else: on a small map it is left out
  const outside = (small ? [7, 14] : [7, 18, 32]).flatMap((gap) => [box(cx, y1 + gap + size / 2), box(cx, y0 - gap - size / 2), box(x1 + gap + w / 2, cy), box(x0 - gap - w / 2, cy)]);
  const corners = (small ? [4] : [4, 18]).flatMap((gap) => [1, -1].flatMap((down) => [1, -1].map((right) => box(right > 0 ? x1 + w / 2 : x0 - w / 2, down > 0 ? y1 + gap + size / 2 : y0 - gap - size / 2))));
  if (["village", "farm"].includes(style.cls)) return [...outside, ...corners];
  const inside: Box[] = [];
  for (const q of [0, 0.22, -0.22, 0.36, -0.36]) for (const p of [0, 0.2, -0.2, 0.34, -0.34]) inside.push(box(cx + p * (x1 - x0), cy + q * (y1 - y0)));
  return [...inside.filter((b) => within(ring, b.x, b.y)), ...outside];
}

/** Beside a line where it runs straight enough for the name, nearest its middle first. */
function along(pts: Point[], w: number, size: number, box: (x: number, y: number, turn: number) => Box): Box[] {
  const steps: Point[] = [];
  for (let i = 1; i < pts.length; i++) {
    const [ax, ay] = pts[i - 1]!, [bx, by] = pts[i]!, cuts = Math.max(1, Math.round(Math.hypot(bx - ax, by - ay) / 8));
    for (let c = 0; c < cuts; c++) steps.push([ax + ((bx - ax) * c) / cuts, ay + ((by - ay) * c) / cuts]);
  }
  const reach = Math.max(1, Math.round(w / 16)), middle = steps.length / 2, out: { far: number; box: Box }[] = [];
  for (let i = reach; i < steps.length - reach; i += 2) {
    const [ax, ay] = steps[i - reach]!, [bx, by] = steps[i + reach]!, angle = Math.atan2(by - ay, bx - ax);
    const bend = Math.max(...steps.slice(i - reach, i + reach + 1).map(([x, y]) => Math.abs((y - ay) * Math.cos(angle) - (x - ax) * Math.sin(angle))));
    if (bend > 8) continue;
    let turn = (angle * 180) / Math.PI;
    turn = turn > 90 ? turn - 180 : turn < -90 ? turn + 180 : turn;
    const up = (turn * Math.PI) / 180, off = size * 0.6 + 8;
    for (const side of [-1, 1]) out.push({ far: Math.abs(i - middle), box: box((ax + bx) / 2 - Math.sin(up) * off * -side, (ay + by) / 2 + Math.cos(up) * off * -side, turn) });
  }
  return out.sort((a, b) => a.far - b.far).map((each) => each.box);
}

function within(ring: Point[], x: number, y: number): boolean {
  let hit = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i]!, [xj, yj] = ring[j]!;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) hit = !hit;
  }
  return hit;
}
