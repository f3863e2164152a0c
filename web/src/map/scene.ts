/** A picture laid out on a sheet: which figures stand where, which labels and flags found room. */

import { T, words } from "../lib/text";
import type { Body, LeaderPicture, Picture, UnitPicture } from "../lib/types";
import { blockBoxes } from "../symbols/badges";
import type { Symbols } from "./contract";
import { chevron, figure } from "../symbols/figures";
import type { Extent, Figure } from "../symbols/figures";
import { Room, Sheet, dir, f, unwound } from "../symbols/geometry";
import type { Point } from "../symbols/geometry";
import { figureBox, flag, labelSvg, labels } from "../symbols/labels";
import type { Laid } from "../symbols/labels";
import type { Flag } from "../symbols/marks";
import { nato } from "../symbols/nato";
import { escaped } from "../symbols/text";

export const here = <T extends { where: string }>(all: T[]): T[] => all.filter((each) => each.where === "table");

/** Ids in the order of the roster. */
function rosterOrder(bodies: Body[], out: string[] = []): string[] {
  for (const body of bodies) { out.push(...body.units); rosterOrder(body.formations, out); }
  return out;
}

/** Units on the table, brigade by brigade, so that Tab goes through them as the roster does. */
export function inOrder(picture: Picture): UnitPicture[] {
  const place = new Map(rosterOrder(picture.formations).map((id, i) => [id, i]));
  const rank = (unit: UnitPicture) => place.get(unit.id) ?? 1e6;
  return here(picture.units).sort((a, b) => rank(a) - rank(b) || a.side.localeCompare(b.side) || a.brigade.localeCompare(b.brigade));
}

/** A unit in words: "2/33e, line, resolute, 640 men". */
export function said(u: UnitPicture): string {
  const much = u.guns ? T.map.guns(u.guns) : u.men ? T.map.men(u.men) : "";
  return [...new Set([u.name, words(u.formation), u.steadiness.word, much, ...u.badges.map((badge) => badge.words), ...u.marks, u.order].filter(Boolean))].join(", ");
}

export interface Standing extends Laid {
  svg: string;
}

const turns = new Map<string, number>();
/** A heading that turns the short way from the last one drawn. */
function turnOf(id: string, heading: number): number {
  const turn = unwound(turns.get(id) ?? heading, heading);
  turns.set(id, turn);
  return turn;
}

interface Kept {
  k: number;
  symbols: Symbols;
  drawn: Figure;
  svg: string;
}
/** Figures as they were drawn last: most units of the next picture are the same. */
const kept = new WeakMap<UnitPicture, Kept>();
function drawnOf(unit: UnitPicture, k: number, symbols: Symbols): Kept {
  const had = kept.get(unit);
  if (had && had.k === k && had.symbols === symbols) return had;
  const drawn: Figure = symbols === "nato" ? nato(unit, k) : figure(unit, k);
  const now = { k, symbols, drawn, svg: outlined(drawn.extent) + drawn.svg + (drawn.faces ? chevron(0) : "") };
  kept.set(unit, now);
  return now;
}

/** All units as figures. */
export function standing(units: UnitPicture[], sheet: Sheet, symbols: Symbols): Standing[] {
  return units.map((unit) => {
    const { drawn, svg } = drawnOf(unit, sheet.k, symbols);
    return { unit, at: sheet.at(unit.x, unit.y), turn: turnOf(unit.id, unit.heading), extent: drawn.extent, faces: drawn.faces, svg };
  });
}

/** The frame of hover, focus and selection; also what a pointer can hit between the bars. */
export const outlined = (e: Extent, grow = 5.5): string =>
  `<rect class="hit" x="${f(e.x0 - 3)}" y="${f(e.y0 - 3)}" width="${f(e.x1 - e.x0 + 6)}" height="${f(e.y1 - e.y0 + 6)}"/><rect class="ring-focus" x="${f(e.x0 - grow)}" y="${f(e.y0 - grow)}" width="${f(e.x1 - e.x0 + 2 * grow)}" height="${f(e.y1 - e.y0 + 2 * grow)}" rx="4"/>`;

export interface Planted {
  leader: LeaderPicture;
  at: Point;
  flag: Flag;
}

/** A label as it lies on the sheet. */
export interface Lettered {
  unit: string;
  at: Point;
  svg: string;
}

/** Labels and flags: figures take their room first, then flags, then labels by their weight; `named` says whether there are any yet. */
export function lettered(all: Standing[], leaders: LeaderPicture[], sheet: Sheet, kept: Set<string>, room = new Room(), seen?: readonly [number, number, number, number], named = true): { labels: Lettered[]; flags: Planted[]; room: Room } {
  const units = new Map(all.map((each) => [each.unit.id, each.unit]));
  for (const each of all) {
    room.take(figureBox(each));
    for (const box of blockBoxes(each)) room.take(box);
  }
  const rank = [...leaders].sort((a, b) => b.level - a.level);
  const flags = rank.map((leader) => { const at = sheet.at(leader.x, leader.y); return { leader, at, flag: flag(leader, at, room, sheet.width * sheet.k) }; });
  const placed = !named ? [] : labels(all, room, { kept, marks: true, size: [sheet.width * sheet.k, sheet.height * sheet.k], seen });
  return { labels: placed.map((label) => ({ unit: label.unit, at: [label.x, label.y], svg: labelSvg(label, units.get(label.unit)!) })), flags, room };
}

/** What belongs to a unit and goes with it. */
export const ofUnit = (unit: string, svg: string): string => (svg ? `<g data-of="${escaped(unit)}">${svg}</g>` : "");

/** Crossed swords between units that are locked in close combat. */
export function locks(all: Standing[]): string {
  const by = new Map(all.map((each) => [each.unit.id, each])), done = new Set<string>();
  let out = "";
  for (const a of all)
    for (const foe of a.unit.engaged) {
      const b = by.get(foe), pair = [a.unit.id, foe].sort().join("|");
      if (!b || done.has(pair)) continue;
      done.add(pair);
      const [p, q] = [figureBox(a), figureBox(b)], x = (p.x + q.x) / 2, y = (p.y + q.y) / 2;
      out += `<g transform="translate(${f(x)} ${f(y)})"><circle class="locked-disc" r="8"/><path class="locked" d="M-4 -4L4 4M4 -4L-4 4M-4.6 1.6L-1.6 4.6M4.6 1.6L1.6 4.6"/></g>`;
    }
  return out;
}

/** How far smoke drifts on its loop, in pixels. */
export function windDrift(from: number, k: number): Point {
  const [x, y] = dir(from + 180), far = Math.min(26, 34 * k);
  return [x * far, y * far];
}
