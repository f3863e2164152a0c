/** Going: the way that somebody has gone, charges and flights, aides; and many who march at once. */

import { ranged } from "../lib/measure";
import { rad, random } from "../symbols/geometry";
import type { Point } from "../symbols/geometry";
import type { UnitPicture } from "../lib/types";
import type { Deed } from "../play/beats";
import { chip, type Easel, type Layer } from "./easel";
import { bodyOf, pixel } from "./lens";
import { along, eased, into, out, part, type Pose } from "./motion";
import { crowd, type Take } from "./stage";
import { lasts, onTheWay, pace } from "../play/timing";

/** Many who are on their way, as plain blocks in their colours. Each bar is filled by itself: one outline of them all, drawn with a
 *  pen, takes a browser many times as long. */
export function marching(easel: Easel, take: Take, t: number): void {
  const all = crowd(take), gone = onTheWay(take, t);
  // whoever goes by himself is drawn as his figure: blocks are for a crowd, where figures would be too slow
  if (!all.size || easel.quiet || gone >= 1) return;
  const { pen, palette, lens } = easel, q = pace(take)(gone), halo = palette.of("unit-halo"), blocks: Block[] = [];
  for (const id of all) {
    const unit = easel.unit(take.after, id), way = take.ways.get(id), pose = unit && way && along(way, q), at = pose && pixel(lens, pose.x, pose.y);
    if (at && isNear(lens, at)) blocks.push({ unit, at, turn: rad(pose.heading) });
  }
  for (const each of blocks) inFrame(pen, each, (bars) => filled(pen, bars, halo, HALO));
  for (const each of blocks) {
    const ink = palette.nation(each.unit.nation), front = each.unit.parts.length ? Math.max(...each.unit.parts.map((part) => part[3])) : 0;
    inFrame(pen, each, (bars) => {
      filled(pen, bars, ink.edge, EDGE);
      filled(pen, bars, ink.body, -EDGE);
      // the front edge is drawn heavier, so that one sees which way it faces
      pen.fillStyle = ink.edge;
      for (const bar of bars) if (bar.ahead > front - 1) pen.fillRect(bar.left * lens.view.k, -bar.ahead * lens.view.k - FRONT / 2, (bar.right - bar.left) * lens.view.k, FRONT);
    });
  }

  function inFrame(on: CanvasRenderingContext2D, { unit, at, turn }: Block, draw: (bars: readonly Bar[]) => void): void {
    on.save();
    on.translate(...at);
    on.rotate(turn);
    draw(barsOf(unit));
    on.restore();
  }
  function filled(on: CanvasRenderingContext2D, bars: readonly Bar[], colour: string, grown: number): void {
    const k = lens.view.k;
    on.fillStyle = colour;
    for (const { left, right, ahead, rear } of bars) on.fillRect(left * k - grown, -ahead * k - grown, (right - left) * k + 2 * grown, Math.max(DEEP, (ahead - rear) * k) + 2 * grown);
  }
}

/** One of a crowd, where he is on the screen. */
interface Block {
  unit: UnitPicture;
  at: Point;
  turn: number;
}

/** A row of stands, in paces of the unit's own frame. */
interface Bar {
  left: number;
  right: number;
  ahead: number;
  rear: number;
}

/** Least depth of a bar, what lies round it, half its edge and the edge of its front, in pixels. */
const DEEP = 5, HALO = 2, EDGE = 0.4, FRONT = 2.4;
/** Pixels out of the window from which on nobody is drawn: room for the longest line. */
const OUT = 200;
const isNear = ({ width, height }: Easel["lens"], [x, y]: Point): boolean => x > -OUT && y > -OUT && x < width + OUT && y < height + OUT;

const barred = new WeakMap<UnitPicture, Bar[]>();
/** The parts of a unit; those side by side, as companies of a line are, are one. */
export function barsOf(unit: UnitPicture): Bar[] {
  const had = barred.get(unit);
  if (had) return had;
  const bars: Bar[] = unit.parts.length ? [] : [{ left: -40, right: 40, ahead: 0, rear: -14 }];
  for (const [left, rear, right, ahead] of [...unit.parts].sort((a, b) => a[0] - b[0])) {
    const beside = bars.find((bar) => bar.ahead === ahead && bar.rear === rear && left - bar.right < 1);
    if (beside) beside.right = Math.max(beside.right, right);
    else bars.push({ left, right, ahead, rear });
  }
  barred.set(unit, bars);
  return bars;
}

/** The ground that somebody has gone over, as a faint bed behind him; what is to come is not drawn. */
export function trodden(easel: Easel, layer: Layer, take: Take, t: number): void {
  if (layer !== "under" || easel.quiet) return;
  const { pen, palette } = easel, done = eased(onTheWay(take, t)), nations = new Map<string, Path2D>(), many = crowd(take).size > 0;
  for (const [id, way] of take.ways) {
    const unit = easel.unit(take.after, id);
    if (!unit) continue;
    const trails = nations.get(unit.nation) ?? new Path2D();
    nations.set(unit.nation, trails);
    trail(easel, way, done, trails, many ? 6 : 18);
  }
  pen.save();
  pen.globalAlpha *= many ? 0.22 : 0.34;
  pen.lineWidth = 1.1;
  // of a crowd whole lines: to break a hundred of them into dashes takes longer than to draw all else
  if (!many) pen.setLineDash([4, 4]);
  for (const [nation, trails] of nations) {
    pen.strokeStyle = palette.nation(nation).edge;
    pen.stroke(trails);
  }
  pen.restore();
}

function trail({ lens }: Easel, way: readonly Pose[], done: number, path = new Path2D(), cuts = 18): Path2D {
  const steps = Math.max(2, Math.ceil(cuts * done));
  for (let i = 0; i <= steps; i++) {
    const pose = along(way, (done * i) / steps), [x, y] = pixel(lens, pose.x, pose.y);
    if (i) path.lineTo(x, y);
    else path.moveTo(x, y);
  }
  return path;
}

/** A charge: its bed, streaks that follow it, dust. Flight: a broken way, men who drop out of it, and how far. */
export function rush(easel: Easel, layer: Layer, take: Take, t: number, runs: boolean): void {
  const { pen, palette, lens, quiet } = easel, done = runs ? out(onTheWay(take, t)) : into(onTheWay(take, t));
  for (const deed of take.deeds) {
    // one who breaks is no longer on the table after: then as he was before
    const way = take.ways.get(deed.who), unit = easel.unit(take.after, deed.who) ?? easel.unit(take.before, deed.who);
    if (!unit) continue;
    // of his way nothing was seen: only toward whom he went
    if (!way) {
      if (layer === "over" && deed.whom) arrow(easel, take, deed, runs, t);
      continue;
    }
    const ink = palette.nation(unit.nation), body = bodyOf(lens, unit), half = Math.max(8, Math.min(46, (body.right - body.left) / 2)), rnd = random(deed.event.n * 17 + 1);
    const at = (q: number, side: number): Point => { const pose = along(way, q), [x, y] = pixel(lens, pose.x, pose.y), next = along(way, Math.min(1, q + 0.04)), [nx, ny] = pixel(lens, next.x, next.y), far = Math.hypot(nx - x, ny - y) || 1; return [x - ((ny - y) / far) * side, y + ((nx - x) / far) * side]; };
    pen.save();
    if (layer === "under" && !runs) {
      pen.fillStyle = ink.body;
      pen.globalAlpha *= 0.15;
      pen.beginPath();
      // narrow where it began, as wide as the unit where it is now
      for (let i = 0; i <= 16; i++) pen.lineTo(...at((done * i) / 16, half * (0.3 + (0.7 * i) / 16)));
      for (let i = 16; i >= 0; i--) pen.lineTo(...at((done * i) / 16, -half * (0.3 + (0.7 * i) / 16)));
      pen.fill();
      // back to what the layer has, not to full: layers may be fading
      pen.globalAlpha /= 0.15;
      pen.strokeStyle = ink.edge;
      pen.lineCap = "round";
      if (!quiet)
        for (let i = 0; i < 22; i++) {
          const side = (rnd() - 0.5) * 2 * half * 0.94, end = done * (0.42 + 0.54 * Math.sqrt(rnd())), start = Math.max(0, end - 0.1 - 0.14 * rnd());
          pen.globalAlpha = (0.12 + 0.4 * (end / Math.max(done, 0.01)) ** 2) * Math.min(1, done * 3);
          pen.lineWidth = 0.8 + rnd() * 0.9;
          pen.beginPath();
          for (let j = 0; j <= 4; j++) pen.lineTo(...at(start + ((end - start) * j) / 4, side));
          pen.stroke();
        }
    }
    if (layer === "under" && runs) {
      pen.fillStyle = ink.body;
      for (let i = 0; i < 14; i++) {
        const q = done * (0.08 + 0.8 * rnd()), [x, y] = at(q, (rnd() - 0.5) * Math.min(46, half * 1.6));
        pen.globalAlpha = 0.75;
        pen.beginPath();
        pen.arc(x, y, 2, 0, 7);
        pen.fill();
      }
    }
    if (layer === "over" && runs) {
      pen.strokeStyle = pen.fillStyle = palette.of("m4");
      pen.lineWidth = 3;
      pen.setLineDash([9, 5]);
      pen.globalAlpha *= 0.9 * (1 - part(t, lasts(take) - 200, lasts(take)) * 0.5);
      pen.stroke(trail(easel, way, done));
    }
    pen.restore();
    if (layer === "over" && deed.paces) {
      const [x, y] = at(Math.min(0.5, done), runs ? 34 : half + 26);
      chip(easel, [x, y], ranged(deed.paces), part(t, 100, 300), runs ? palette.of("m4") : ink.body);
    }
  }
}

/** Somebody goes at another, of whose way nothing was seen: an arrow from him to the other. */
function arrow(easel: Easel, take: Take, deed: Deed, runs: boolean, t: number): void {
  const a = easel.spot(take.after, deed.who) ?? easel.spot(take.before, deed.who), b = easel.spot(take.before, deed.whom), { pen, palette } = easel;
  // who flees runs from somebody, and an arrow at him would say the contrary
  if (!a || !b || runs) return;
  const far = Math.hypot(b[0] - a[0], b[1] - a[1]), grown = out(part(t, 0, 500)), unit = easel.unit(take.before, deed.who), angle = Math.atan2(b[1] - a[1], b[0] - a[0]), h = Math.max(0, (far - 14) * grown);
  if (h < 8) return;
  pen.save();
  pen.translate(...a);
  pen.rotate(angle);
  pen.strokeStyle = pen.fillStyle = palette.nation(unit?.nation ?? "").body;
  pen.globalAlpha *= 0.85;
  pen.lineWidth = 2.4;
  pen.setLineDash([10, 5]);
  pen.beginPath();
  pen.moveTo(10, 0);
  pen.lineTo(h - 6, 0);
  pen.stroke();
  pen.setLineDash([]);
  pen.beginPath();
  pen.moveTo(h, 0);
  pen.lineTo(h - 10, -5);
  pen.lineTo(h - 10, 5);
  pen.fill();
  pen.restore();
}

/** An aide rides from one to another. */
export function ride(easel: Easel, layer: Layer, take: Take, t: number): void {
  if (layer !== "over") return;
  const { pen, palette } = easel;
  for (const deed of take.deeds) {
    const a = easel.spot(take.before, deed.who), b = deed.whom ? easel.spot(take.before, deed.whom) : undefined;
    if (!a || !b) continue;
    const q = eased(onTheWay(take, t)), x = a[0] + (b[0] - a[0]) * q, y = a[1] + (b[1] - a[1]) * q;
    pen.save();
    pen.strokeStyle = palette.of("ink-2");
    pen.setLineDash([1, 4]);
    pen.lineCap = "round";
    pen.lineWidth = 1.4;
    pen.beginPath();
    pen.moveTo(...a);
    pen.lineTo(x, y);
    pen.stroke();
    pen.setLineDash([]);
    pen.fillStyle = palette.of("panel");
    pen.strokeStyle = palette.of("ink");
    pen.beginPath();
    pen.arc(x, y, 5.5, 0, 7);
    pen.fill();
    pen.stroke();
    pen.fillStyle = palette.of("ink");
    pen.beginPath();
    pen.arc(x, y, 2.2, 0, 7);
    pen.fill();
    pen.restore();
  }
}

