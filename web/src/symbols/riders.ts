/** Aides on the road and ghosts of those who were seen: each finds a place beside the troops and names that are there. */

import { T } from "../lib/text";
import type { GhostPicture, RiderPicture } from "../lib/types";
import { chevron, figure } from "./figures";
import { Room, Sheet, boxOf, f, path } from "./geometry";
import type { Box, Point } from "./geometry";
import { aide } from "./marks";
import { chip } from "../map/orders";
import { escaped, measure } from "./text";

const DISC = 12;
const AROUND: Point[] = [[0, -1], [0.7, -0.7], [-0.7, -0.7], [1, 0], [-1, 0], [0.7, 0.7], [-0.7, 0.7], [0, 1]];
const RINGS = [20, 32, 46];
const MOST_LETTERS = 42;

const disc = ([x, y]: Point): Box => ({ x, y, w: DISC, h: DISC, turn: 0 });

/** Where his disc lies: where he is, or as near as it hides nobody. */
function discAt(at: Point, room: Room): Point {
  const ways = [at, ...RINGS.flatMap((far) => AROUND.map(([x, y]): Point => [at[0] + x * far, at[1] + y * far]))];
  return ways.find((way) => room.free(disc(way))) ?? at;
}

/** Where his words lie; nowhere, if they would cover others. */
function chipAt([x, y]: Point, text: string, room: Room): Point | null {
  const w = measure(text, 11) / 2 + 9, box = ([cx, cy]: Point): Box => ({ x: cx, y: cy, w: w + 1, h: 10, turn: 0 });
  const found = ([[x, y - 22], [x, y + 22], [x + w + 15, y], [x - w - 15, y], [x + w, y + 24], [x - w, y + 24], [x + w, y - 24], [x - w, y - 24], [x, y + 36]] as Point[]).find((way) => room.free(box(way)));
  if (found) room.take(box(found));
  return found ?? null;
}

/** An aide on the road: dots ahead of him, the rider in his disc, and the turn he is due. */
export function rider(r: RiderPicture, nation: string, sheet: Sheet, room: Room): string {
  const at = sheet.at(r.x, r.y), to = sheet.at(r.to_x, r.to_y), flip = to[0] < at[0] ? -1 : 1, drawn = discAt(at, room);
  room.take(disc(drawn));
  const due = r.arrives ? T.map.aide(r.arrives) : r.carries.length > MOST_LETTERS ? `${r.carries.slice(0, MOST_LETTERS - 2)}…` : r.carries;
  const words = due && sheet.level !== "far" ? chipAt(drawn, due, room) : null;
  const aside = drawn !== at ? `<path class="tether" d="${path([at, drawn])}"/><circle class="goal" cx="${f(at[0])}" cy="${f(at[1])}" r="2.6"/>` : "";
  return `<g class="n-${nation}" data-of="${escaped(r.id)}"><title>${escaped(r.carries)}</title><path class="ride" d="${path([at, to])}"/><circle class="goal" cx="${f(to[0])}" cy="${f(to[1])}" r="3.4"/>${aside}<g class="aide" transform="translate(${f(drawn[0])} ${f(drawn[1])})">${aide(flip)}</g>${words ? chip("eta", words, due) : ""}</g>`;
}

/** The room that ghosts take, so that no name is written over them. */
export function ghostBoxes(all: GhostPicture[], sheet: Sheet): Box[] {
  return all.map((ghost) => { const e = figure(ghost, sheet.k).extent; return boxOf(sheet.at(ghost.x, ghost.y), ghost.heading, e.x0, e.y0, e.x1, e.y1); });
}

/** Enemies where they were seen last; their words where there is room. */
export function ghosts(all: GhostPicture[], sheet: Sheet, room: Room): string {
  return all
    .map((ghost) => {
      const [x, y] = sheet.at(ghost.x, ghost.y), drawn = figure(ghost, sheet.k), off = Math.min(Math.max(drawn.extent.y1, drawn.extent.x1) + 12, 40);
      const words = T.map.ghostMark(ghost.short || ghost.name, ghost.turn), w = measure(words, 11, 400) / 2 + 2;
      const box = (cx: number, cy: number): Box => ({ x: cx, y: cy - 3.5, w, h: 7, turn: 0 });
      const at = ([[x, y + off], [x, y - off + 6], [x + off + w, y + 3], [x - off - w, y + 3]] as Point[]).find(([cx, cy]) => room.free(box(cx, cy)));
      if (at) room.take(box(...at));
      const said = at ? `<text class="seen" x="${f(at[0])}" y="${f(at[1])}">${escaped(words)}</text>` : "";
      return `<g class="ghost n-${ghost.nation}"><title>${escaped(T.map.ghost(ghost.name, ghost.turn))}</title><g transform="translate(${f(x)} ${f(y)}) rotate(${ghost.heading})">${drawn.svg}${drawn.faces ? chevron(0) : ""}</g>${said}</g>`;
    })
    .join("");
}
