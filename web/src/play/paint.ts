/** What happens, painted over the map: each is a pure function of the time in its shot, so that it can be stopped, stepped
 *  and sought. Smoke, beds of charges and the fallen lie under the troops; lines of fire, flashes and words over them. */

import { T } from "../lib/text";
import type { Picture, UnitPicture } from "../lib/types";
import { random } from "../map/geometry";
import type { Point } from "../map/geometry";
import { cast, type Deed } from "./beats";
import { bodyOf, inBody, middle, pixel, spread, toward, type Body, type Lens } from "./lens";
import { along, eased, into, out, part, type Pose } from "./motion";
import type { Palette } from "./palette";
import type { Shot } from "./stage";
import { AIM, DICE, EFFECT, lasts, onTheWay, turnsAt } from "./timing";

export type Layer = "under" | "over";
type Pen = CanvasRenderingContext2D;

const FLASH = 160, RIPPLE = 240, BALL = 200, SWELL = 700, DOWN = 480;
/** Shots before this one of which traces are left. */
const TRACES = 60;
/** Men who are drawn for one loss. */
const MOST_FALLEN = 8;

/** Where all of it is painted: a pen, a lens and a box of colours. */
export class Easel {
  private units = new Map<string, UnitPicture>();
  private of: Picture | null = null;

  constructor(
    readonly pen: Pen,
    readonly lens: Lens,
    readonly palette: Palette,
    /** No motion: everything as it is when it is done. */
    readonly quiet: boolean,
  ) {}

  unit(picture: Picture, id: string): UnitPicture | undefined {
    if (this.of !== picture) {
      this.of = picture;
      this.units = new Map(picture.units.map((each) => [each.id, each]));
    }
    const found = this.units.get(id);
    return found?.where === "table" ? found : undefined;
  }

  /** Where a unit or leader is on the screen. */
  spot(picture: Picture, id: string): Point | undefined {
    const unit = this.unit(picture, id);
    if (unit) return middle(bodyOf(this.lens, unit));
    const leader = picture.leaders.find((each) => each.id === id);
    return leader ? pixel(this.lens, leader.x, leader.y) : undefined;
  }
}

/** One layer of the shot that is on, `t` milliseconds into it, and of what is left of those before. */
export function paint(easel: Easel, layer: Layer, shots: readonly Shot[], at: number, t: number): void {
  const shot = shots[at];
  if (!shot) return;
  for (let i = Math.max(0, at - TRACES); i < at; i++) if (shots[i]!.turn === shot.turn) trace(easel, layer, shots[i]!, shots[i]!.phase === shot.phase);
  const time = easel.quiet ? settledTime(shot, t) : t;
  PLAYS[shot.act]?.(easel, layer, shot, time);
  if (layer === "over" && shot.act !== "fire" && shot.act !== "march") lit(easel, shot, time);
  for (const deed of shot.effects) if (deed.act === "fall") fallen(easel, layer, shot, deed, part(time, turnsAt(shot), turnsAt(shot) + DOWN));
}

/** Without motion a shot is seen twice: as it is done, and as it has come out. */
const settledTime = (shot: Shot, t: number): number => (shot.act === "fire" ? (t < turnsAt(shot) ? AIM + 60 : EFFECT) : t < turnsAt(shot) ? turnsAt(shot) - 1 : lasts(shot));

type Play = (easel: Easel, layer: Layer, shot: Shot, t: number) => void;
const PLAYS: Partial<Record<Shot["act"], Play>> = {
  fire: (easel, layer, shot, t) => shot.deeds.forEach((deed, i) => fire(easel, layer, shot, deed, t - (easel.quiet ? 0 : Math.min(i, 12) * 90))),
  fall: (easel, layer, shot, t) => shot.deeds.forEach((deed) => fallen(easel, layer, shot, deed, part(t, 200, 200 + DOWN))),
  charge: (easel, layer, shot, t) => rush(easel, layer, shot, t, false),
  flight: (easel, layer, shot, t) => rush(easel, layer, shot, t, true),
  march: (easel, layer, shot, t) => trodden(easel, layer, shot, t),
  ride: (easel, layer, shot, t) => ride(easel, layer, shot, t),
  clash: (easel, layer, shot, t) => shot.deeds.forEach((deed) => clash(easel, layer, shot, deed, t)),
  meet: (easel, layer, shot, t) => shot.deeds.forEach((deed) => meet(easel, layer, shot, deed, t)),
  go: (easel, layer, shot, t) => shot.deeds.forEach((deed) => gone(easel, layer, shot, deed, t)),
};

/** What is left of a shot for the rest of the turn: the fallen; of the same phase also smoke and ways. */
function trace(easel: Easel, layer: Layer, shot: Shot, samePhase: boolean): void {
  const { pen } = easel;
  pen.save();
  pen.globalAlpha = 0.55;
  for (const deed of [...shot.deeds, ...shot.effects]) if (deed.act === "fall") fallen(easel, layer, shot, deed, 1, true);
  if (samePhase && layer === "under") {
    pen.globalAlpha = 1;
    if (shot.act === "fire") for (const deed of shot.deeds) breath(easel, shot, deed, 1);
    pen.globalAlpha = 0.5;
    if (shot.act === "charge" || shot.act === "flight") rush(easel, layer, shot, lasts(shot), shot.act === "flight");
  }
  pen.restore();
}

// ---- fire --------------------------------------------------------------------------------------------

/** Who fires from which front at whom. */
function aimed(easel: Easel, shot: Shot, deed: Deed): { from?: Body; to?: Body; shooter?: UnitPicture; target?: UnitPicture } {
  const shooter = easel.unit(shot.before, deed.who), target = easel.unit(shot.before, deed.whom);
  const from = shooter && bodyOf(easel.lens, shooter), to = target && bodyOf(easel.lens, target);
  return { shooter, target, from: from && (to ? toward(from, middle(to)) : from), to: to && (from ? toward(to, middle(from)) : to) };
}

const barrels = (unit: UnitPicture, wide: number): number => (unit.guns ? Math.min(24, unit.guns) : Math.max(3, Math.min(26, Math.round(wide / 12))));

function fire(easel: Easel, layer: Layer, shot: Shot, deed: Deed, t: number): void {
  if (t < 0) return;
  const { from, to, shooter, target } = aimed(easel, shot, deed);
  if (layer === "under") return breath(easel, shot, deed, part(t, AIM + 40, AIM + 40 + SWELL));
  if (to && target) corners(easel, bodyOf(easel.lens, target), out(part(t, 0, AIM)), t > EFFECT ? 0 : 1);
  if (from && to) linesOfFire(easel, from, to, t, Boolean(shooter?.guns));
  if (from && shooter) flashes(easel, from, barrels(shooter, from.right - from.left), deed.event.n, t);
  if (from && to && (deed.paces !== null || deed.note)) {
    const [ax, ay] = middle(from), [bx, by] = middle(to), near = Math.hypot(bx - ax, by - ay) < 90;
    chip(easel, [(ax + bx) / 2 + (near ? 66 : 0), (ay + by) / 2 + (near ? 26 : 0)], [deed.paces !== null ? T.map.range(deed.paces, "") : "", deed.note].filter(Boolean).join(" · "), out(part(t, 120, AIM)) * (1 - part(t, DICE, DICE + 500)));
  }
}

function linesOfFire({ pen, palette }: Easel, from: Body, to: Body, t: number, guns: boolean): void {
  const n = Math.max(2, Math.min(10, Math.round(Math.min(from.right - from.left, to.right - to.left + 40) / 30)));
  const a = spread(from, n), b = spread(to, n).reverse(), grown = out(part(t, 0, AIM)), fade = 1 - part(t, DICE, DICE + 300);
  if (fade <= 0) return;
  const way = new Path2D(), ball = new Path2D();
  a.forEach(([ax, ay], i) => {
    const [bx, by] = b[i]!, far = Math.hypot(bx - ax, by - ay) || 1, ux = (bx - ax) / far, uy = (by - ay) / far, first = Math.min(16, far / 3), last = Math.max(first, far - 8);
    way.moveTo(ax + ux * first, ay + uy * first);
    way.lineTo(ax + ux * (first + (last - first) * grown), ay + uy * (first + (last - first) * grown));
    const late = AIM + 20 + ((i * 37) % 11) * (RIPPLE / 11), gone = part(t, late, late + BALL * (guns ? 1.5 : 1));
    if (gone <= 0 || gone >= 1) return;
    const h = first + (last - first) * gone, tail = Math.max(first, h - 12);
    ball.moveTo(ax + ux * tail, ay + uy * tail);
    ball.lineTo(ax + ux * h, ay + uy * h);
  });
  pen.save();
  pen.strokeStyle = palette.of("shot");
  pen.lineCap = "round";
  pen.globalAlpha *= 0.6 * fade;
  pen.lineWidth = 0.95;
  pen.setLineDash([1, 4]);
  pen.stroke(way);
  pen.globalAlpha = pen.globalAlpha / 0.6;
  pen.setLineDash([]);
  pen.lineWidth = guns ? 3 : 2;
  pen.stroke(ball);
  pen.restore();
}

/** Tongues of fire off the muzzles, rippling along the front. */
function flashes({ pen, palette, quiet }: Easel, from: Body, n: number, seed: number, t: number): void {
  if (t < AIM || t > AIM + RIPPLE + FLASH) return;
  pen.save();
  if (quiet) {
    const [ax, ay] = inBody(from, from.left, -3), [bx, by] = inBody(from, from.right, -3);
    pen.strokeStyle = palette.of("flash");
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(ax, ay);
    pen.lineTo(bx, by);
    pen.stroke();
    pen.restore();
    return;
  }
  const rnd = random(seed * 7 + 3);
  for (const [x, y] of spread(from, n)) {
    const late = AIM + rnd() * RIPPLE, life = (t - late) / FLASH, strong = 0.45 + 0.55 * rnd(), lean = (rnd() - 0.5) * 0.12;
    if (life <= 0 || life >= 1) continue;
    const glow = life < 0.3 ? life / 0.3 : 1 - (life - 0.3) / 0.7, long = (9 + 11 * strong) * (0.6 + 0.4 * glow), wide = 3.2 + 1.6 * strong;
    pen.save();
    pen.translate(x, y);
    pen.rotate(from.facing + lean);
    pen.globalAlpha *= glow;
    for (const [colour, l, w] of [[palette.of("flash"), long, wide], [palette.of("flash-core"), long * 0.62, wide * 0.45]] as const) {
      pen.fillStyle = colour;
      pen.beginPath();
      pen.moveTo(0, -1);
      pen.bezierCurveTo(-w, -l * 0.35, -w * 0.5, -l * 0.7, 0, -l);
      pen.bezierCurveTo(w * 0.5, -l * 0.7, w, -l * 0.35, 0, -1);
      pen.fill();
    }
    pen.restore();
  }
  pen.restore();
}

/** Fresh smoke, rolling out before the front. */
function breath(easel: Easel, shot: Shot, deed: Deed, grown: number): void {
  const { from, shooter } = aimed(easel, shot, deed), { pen, palette, lens } = easel;
  if (!from || !shooter || grown <= 0) return;
  const rnd = random(deed.event.n * 13 + 9), k = Math.max(0.35, lens.view.k), n = Math.max(3, Math.min(22, Math.round((from.right - from.left) / (11 * k)))), q = out(grown);
  pen.save();
  pen.globalAlpha *= palette.smokeOpacity * Math.min(1, grown * 3);
  const balls = spread(from, n).map(() => [rnd(), rnd(), rnd()] as const), places = spread(from, n);
  for (const sheet of [palette.shade, palette.puff])
    places.forEach((place, i) => {
      const [a, b, c] = balls[i]!, ahead = (5 + 19 * a) * k * q, size = (10 + 9 * b) * k * (0.35 + 0.75 * q) * (shooter.guns ? 1.7 : 1.25);
      const x = place[0] + Math.sin(from.facing) * ahead + (c - 0.5) * 8 * k, y = place[1] - Math.cos(from.facing) * ahead + (a - 0.5) * 6 * k, drop = sheet === palette.shade ? size * 0.24 : 0;
      pen.drawImage(sheet, x - size + drop, y - size + drop, size * 2, size * 2);
    });
  pen.restore();
}

// ---- the fallen ----------------------------------------------------------------------------------------

/** A man struck down, seen from above: arms out, his musket beside him. */
const MAN = { coat: "M-2.7 -2.6Q0 -3.7 2.7 -2.6L2 3.6Q0 4.4 -2 3.6Z", limbs: "M-1 2.8L-2 7M1 2.8L1.7 7.2M2.2 -1.6L4.8 -3.4", musket: "M5.6 -7L7 4.5" };
const made = new Map<string, Path2D>();
function drawn(path: string): Path2D {
  const had = made.get(path) ?? new Path2D(path);
  made.set(path, had);
  return had;
}

function fallen(easel: Easel, layer: Layer, shot: Shot, deed: Deed, done: number, past = false): void {
  const unit = easel.unit(shot.before, deed.who) ?? easel.unit(shot.after, deed.who), { pen, palette } = easel;
  if (done <= 0) return;
  if (!unit) {
    const at = layer === "over" && !past ? easel.spot(shot.before, deed.who) : undefined;
    if (at) burst(easel, at, done);
    return;
  }
  const body = bodyOf(easel.lens, unit), ink = palette.nation(unit.nation), n = Math.min(MOST_FALLEN, Math.max(1, deed.count)), rnd = random(deed.event.n * 31 + 5);
  const s = Math.max(0.75, Math.min(1.25, easel.lens.view.k)), gone = into(done);
  for (let i = 0; i < n; i++) {
    const q = body.left + (0.08 + 0.84 * ((i + rnd() * 0.9) / n)) * (body.right - body.left), back = body.rear + (8 + 10 * rnd()) * s, lies = (rnd() - 0.5) * 4.4;
    if (layer === "over") continue;
    const [x, y] = inBody(body, q, body.rear * 0.4 + (back - body.rear * 0.4) * gone);
    pen.save();
    pen.translate(x, y);
    pen.rotate(body.facing + lies * gone);
    pen.scale(s, s);
    pen.globalAlpha *= Math.min(1, done * 3);
    pen.fillStyle = palette.of("halo");
    pen.globalAlpha *= 0.75;
    pen.beginPath();
    pen.arc(0, -0.5, 6.4, 0, 7);
    pen.fill();
    pen.globalAlpha /= 0.75;
    pen.lineCap = "round";
    pen.strokeStyle = ink.edge;
    pen.lineWidth = 1.3;
    pen.stroke(drawn(MAN.limbs));
    pen.strokeStyle = palette.of("leather");
    pen.lineWidth = 1;
    pen.stroke(drawn(MAN.musket));
    pen.fillStyle = ink.body;
    pen.fill(drawn(MAN.coat));
    pen.strokeStyle = ink.edge;
    pen.lineWidth = 0.7;
    pen.stroke(drawn(MAN.coat));
    pen.fillStyle = ink.edge;
    pen.beginPath();
    pen.arc(0, -4.7, 1.9, 0, 7);
    pen.fill();
    pen.restore();
  }
  if (layer === "over" && !past && deed.count) {
    const [x, y] = inBody(body, body.right * 0.55, body.rear + 30 * s);
    written(easel, [x, y - 6 * out(done)], `−${deed.count}`, palette.of("loss"), Math.min(1, done * 2), 14);
  }
}

// ---- going ------------------------------------------------------------------------------------------------

/** The ground that somebody has gone over, as a faint bed behind him; what is to come is not drawn. */
function trodden(easel: Easel, layer: Layer, shot: Shot, t: number): void {
  if (layer !== "under" || easel.quiet) return;
  const { pen, palette } = easel, done = eased(onTheWay(shot, t));
  for (const [id, way] of shot.ways) {
    const unit = easel.unit(shot.after, id);
    if (!unit) continue;
    pen.save();
    pen.strokeStyle = palette.nation(unit.nation).edge;
    pen.globalAlpha *= 0.34;
    pen.lineWidth = 1.1;
    pen.setLineDash([4, 4]);
    pen.stroke(trail(easel, way, done));
    pen.restore();
  }
}

function trail({ lens }: Easel, way: readonly Pose[], done: number): Path2D {
  const path = new Path2D(), steps = Math.max(2, Math.ceil(18 * done));
  for (let i = 0; i <= steps; i++) {
    const pose = along(way, (done * i) / steps), [x, y] = pixel(lens, pose.x, pose.y);
    if (i) path.lineTo(x, y);
    else path.moveTo(x, y);
  }
  return path;
}

/** A charge: its bed, streaks that follow it, dust. Flight: a broken way, men who drop out of it, and how far. */
function rush(easel: Easel, layer: Layer, shot: Shot, t: number, flees: boolean): void {
  const { pen, palette, lens, quiet } = easel, done = flees ? out(onTheWay(shot, t)) : into(onTheWay(shot, t));
  for (const deed of shot.deeds) {
    const way = shot.ways.get(deed.who), unit = easel.unit(shot.after, deed.who) ?? easel.unit(shot.before, deed.who);
    if (!unit) continue;
    if (!way) {
      if (layer === "over" && deed.whom) arrow(easel, shot, deed, flees, t);
      continue;
    }
    const ink = palette.nation(unit.nation), body = bodyOf(lens, unit), half = Math.max(8, Math.min(46, (body.right - body.left) / 2)), rnd = random(deed.event.n * 17 + 1);
    const at = (q: number, side: number): Point => { const pose = along(way, q), [x, y] = pixel(lens, pose.x, pose.y), next = along(way, Math.min(1, q + 0.04)), [nx, ny] = pixel(lens, next.x, next.y), far = Math.hypot(nx - x, ny - y) || 1; return [x - ((ny - y) / far) * side, y + ((nx - x) / far) * side]; };
    pen.save();
    if (layer === "under" && !flees) {
      pen.fillStyle = ink.body;
      pen.globalAlpha *= 0.15;
      pen.beginPath();
      for (let i = 0; i <= 16; i++) pen.lineTo(...at((done * i) / 16, half * (0.3 + (0.7 * i) / 16)));
      for (let i = 16; i >= 0; i--) pen.lineTo(...at((done * i) / 16, -half * (0.3 + (0.7 * i) / 16)));
      pen.fill();
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
    if (layer === "under" && flees) {
      pen.fillStyle = ink.body;
      for (let i = 0; i < 14; i++) {
        const q = done * (0.08 + 0.8 * rnd()), [x, y] = at(q, (rnd() - 0.5) * Math.min(46, half * 1.6));
        pen.globalAlpha = 0.75;
        pen.beginPath();
        pen.arc(x, y, 2, 0, 7);
        pen.fill();
      }
    }
    if (layer === "over" && flees) {
      pen.strokeStyle = pen.fillStyle = palette.of("m4");
      pen.lineWidth = 3;
      pen.setLineDash([9, 5]);
      pen.globalAlpha *= 0.9 * (1 - part(t, lasts(shot) - 200, lasts(shot)) * 0.5);
      pen.stroke(trail(easel, way, done));
    }
    pen.restore();
    if (layer === "over" && deed.paces) {
      const [x, y] = at(Math.min(0.5, done), flees ? 34 : half + 26);
      chip(easel, [x, y], T.map.range(deed.paces, ""), part(t, 100, 300), flees ? palette.of("m4") : ink.body);
    }
  }
}

/** Somebody goes at another, of whose way nothing was seen: an arrow from him to the other. */
function arrow(easel: Easel, shot: Shot, deed: Deed, flees: boolean, t: number): void {
  const a = easel.spot(shot.after, deed.who) ?? easel.spot(shot.before, deed.who), b = easel.spot(shot.before, deed.whom), { pen, palette } = easel;
  if (!a || !b || flees) return;
  const far = Math.hypot(b[0] - a[0], b[1] - a[1]), grown = out(part(t, 0, 500)), unit = easel.unit(shot.before, deed.who), angle = Math.atan2(b[1] - a[1], b[0] - a[0]), h = Math.max(0, (far - 14) * grown);
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
function ride(easel: Easel, layer: Layer, shot: Shot, t: number): void {
  if (layer !== "over") return;
  const { pen, palette } = easel;
  for (const deed of shot.deeds) {
    const a = easel.spot(shot.before, deed.who), b = deed.whom ? easel.spot(shot.before, deed.whom) : undefined;
    if (!a || !b) continue;
    const q = eased(onTheWay(shot, t)), x = a[0] + (b[0] - a[0]) * q, y = a[1] + (b[1] - a[1]) * q;
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

// ---- steel ---------------------------------------------------------------------------------------------------

/** Where two meet: nearest to both. */
function contact(easel: Easel, shot: Shot, deed: Deed): Point | undefined {
  const a = easel.spot(shot.before, deed.who), b = easel.spot(shot.before, deed.whom);
  return a && b ? [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] : (a ?? b);
}

function meet(easel: Easel, layer: Layer, shot: Shot, deed: Deed, t: number): void {
  const at = layer === "over" ? contact(easel, shot, deed) : undefined;
  if (at) burst(easel, at, part(t, 60, 700));
}

/** Short strokes that fly out from a place. */
function burst({ pen, palette, quiet }: Easel, at: Point, done: number): void {
  if (done <= 0) return;
  const q = quiet ? 0.6 : out(done);
  pen.save();
  pen.translate(...at);
  pen.strokeStyle = palette.of("ink");
  pen.lineWidth = 2;
  pen.lineCap = "round";
  pen.globalAlpha *= 1 - (quiet ? 0.2 : part(done, 0.6, 1));
  pen.beginPath();
  for (let i = 0; i < 10; i++) {
    const a = (i / 10) * Math.PI * 2 + 0.3, near = 8 + 14 * q, far = near + (i % 2 ? 6 : 10) * (1 - q * 0.4);
    pen.moveTo(Math.cos(a) * near, Math.sin(a) * near);
    pen.lineTo(Math.cos(a) * far, Math.sin(a) * far);
  }
  pen.stroke();
  pen.restore();
}

/** Two blades that cross, again and again, till it is decided. */
function clash(easel: Easel, layer: Layer, shot: Shot, deed: Deed, t: number): void {
  if (layer !== "over") return;
  const at = contact(easel, shot, deed), { pen, palette, quiet } = easel;
  if (!at) return;
  const come = out(part(t, 0, 260)), decided = turnsAt(shot), swing = quiet || t > decided ? 0 : Math.sin(t / 95) * 0.32;
  pen.save();
  pen.translate(...at);
  pen.scale(come, come);
  pen.globalAlpha *= 1 - part(t, lasts(shot) - 300, lasts(shot)) * 0.7;
  pen.fillStyle = palette.of("panel");
  pen.strokeStyle = palette.of("ink");
  pen.lineWidth = 1.4;
  pen.beginPath();
  pen.arc(0, 0, 19, 0, 7);
  pen.fill();
  pen.stroke();
  pen.lineCap = "round";
  const unit = (role: "who" | "whom") => easel.unit(shot.before, deed[role]);
  for (const [role, side] of [["who", -1], ["whom", 1]] as const) {
    const colour = palette.nation(unit(role)?.nation ?? ""), lost = t > decided && deed.won && deed.won !== role;
    pen.save();
    pen.rotate(side * (0.78 + swing * side));
    pen.globalAlpha *= lost ? 0.35 : 1;
    pen.strokeStyle = colour.edge;
    pen.lineWidth = 4.2;
    pen.beginPath();
    pen.moveTo(0, 11);
    pen.lineTo(0, -12);
    pen.stroke();
    pen.strokeStyle = colour.body;
    pen.lineWidth = 2.4;
    pen.stroke();
    pen.strokeStyle = colour.edge;
    pen.lineWidth = 2.4;
    pen.beginPath();
    pen.moveTo(-4.500, 6.500);
    pen.lineTo(4.500, 6.500);
    pen.stroke();
    pen.restore();
  }
  pen.restore();
}

/** A body that is no more: its place, dissolving. */
function gone(easel: Easel, layer: Layer, shot: Shot, deed: Deed, t: number): void {
  const unit = easel.unit(shot.before, deed.who), { pen, palette, lens } = easel;
  if (!unit || layer !== "under") return;
  const body = bodyOf(lens, unit), ink = palette.nation(unit.nation), rnd = random(deed.event.n), done = out(part(t, turnsAt(shot) - 200, lasts(shot)));
  pen.save();
  pen.fillStyle = ink.body;
  for (let i = 0; i < 36; i++) {
    const q = body.left + rnd() * (body.right - body.left), back = rnd() * body.rear, a = rnd() * 7, far = done * (10 + 34 * rnd()), [x, y] = inBody(body, q, back);
    pen.globalAlpha = (1 - done) * 0.9;
    pen.beginPath();
    pen.arc(x + Math.cos(a) * far, y + Math.sin(a) * far, 2.1, 0, 7);
    pen.fill();
  }
  pen.restore();
}

// ---- marks and words ---------------------------------------------------------------------------------------------

/** Four corners round a body, closing upon it. */
function corners({ pen, palette }: Easel, body: Body, closed: number, strong: number): void {
  const off = 7 + 14 * (1 - closed), arm = Math.min(13, (body.right - body.left) / 3), x0 = body.left - off, x1 = body.right + off, y0 = -off, y1 = body.rear + off;
  pen.save();
  pen.translate(...body.at);
  pen.rotate(body.facing);
  pen.strokeStyle = palette.of("ink");
  pen.lineWidth = 2;
  pen.lineCap = "round";
  pen.lineJoin = "round";
  pen.globalAlpha *= closed * strong;
  pen.beginPath();
  for (const [x, y, dx, dy] of [[x0, y0, 1, 1], [x1, y0, -1, 1], [x1, y1, -1, -1], [x0, y1, 1, -1]] as const) {
    pen.moveTo(x + dx * arm, y);
    pen.lineTo(x, y);
    pen.lineTo(x, y + dy * arm);
  }
  pen.stroke();
  pen.restore();
}

/** Those whom a shot is about, where nothing else says so. */
function lit(easel: Easel, shot: Shot, t: number): void {
  const come = out(part(t, 0, 260)), go = 1 - part(t, lasts(shot) - 220, lasts(shot));
  for (const id of cast(shot).slice(0, 14)) {
    const unit = easel.unit(shot.before, id) ?? easel.unit(shot.after, id);
    if (unit && !shot.ways.has(id)) corners(easel, bodyOf(easel.lens, unit), come, 0.75 * go);
  }
}

function chip({ pen, palette }: Easel, [x, y]: Point, words: string, strong: number, edge = palette.of("line-2")): void {
  if (!words || strong <= 0) return;
  pen.save();
  pen.globalAlpha *= Math.min(1, strong);
  pen.font = `600 11.5px ${palette.sans}`;
  const w = pen.measureText(words).width + 22;
  pen.fillStyle = palette.of("panel");
  pen.strokeStyle = edge;
  pen.lineWidth = 1.1;
  pen.beginPath();
  pen.roundRect(x - w / 2, y - 10.5, w, 21, 10.5);
  pen.fill();
  pen.stroke();
  pen.fillStyle = palette.of("ink");
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(words, x, y + 0.5);
  pen.restore();
}

function written({ pen, palette }: Easel, [x, y]: Point, words: string, colour: string, strong: number, size: number): void {
  pen.save();
  pen.globalAlpha *= strong;
  pen.font = `700 ${size}px ${palette.sans}`;
  pen.textAlign = "center";
  pen.lineJoin = "round";
  pen.strokeStyle = palette.of("halo");
  pen.lineWidth = 3.5;
  pen.strokeText(words, x, y);
  pen.fillStyle = colour;
  pen.fillText(words, x, y);
  pen.restore();
}
