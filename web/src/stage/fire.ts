/** Fire: lines from the shooters to their target, flashes that ripple along the front, balls, fresh smoke; and those who fall. */

import { ranged } from "../lib/measure";
import type { UnitPicture } from "../lib/types";
import { random } from "../symbols/geometry";
import type { Deed } from "../play/beats";
import { burst, chip, corners, written, type Easel, type Layer } from "./easel";
import { bodyOf, inBody, middle, spread, frontTo, type Body } from "./lens";
import { into, out, part } from "./motion";
import { isThronged, type Take } from "./stage";
import { AIM, DICE, EFFECT } from "../play/timing";

const FLASH = 160, RIPPLE = 240, BALL = 200, SWELL = 700;
/** Men who are drawn for one loss. */
const MOST_FALLEN = 8;

/** Who fires from which front at whom. */
function aimed(easel: Easel, take: Take, deed: Deed): { from?: Body; to?: Body; shooter?: UnitPicture; target?: UnitPicture } {
  const shooter = easel.unit(take.before, deed.who), target = easel.unit(take.before, deed.whom);
  const from = shooter && bodyOf(easel.lens, shooter), to = target && bodyOf(easel.lens, target);
  return { shooter, target, from: from && (to ? frontTo(from, middle(to)) : from), to: to && (from ? frontTo(to, middle(from)) : to) };
}

const barrels = (unit: UnitPicture, wide: number): number => (unit.guns ? Math.min(24, unit.guns) : Math.max(3, Math.min(26, Math.round(wide / 12))));

export function fire(easel: Easel, layer: Layer, take: Take, deed: Deed, t: number): void {
  if (t < 0) return;
  const { from, to, shooter, target } = aimed(easel, take, deed);
  if (layer === "under") return breath(easel, take, deed, part(t, AIM + 40, AIM + 40 + SWELL));
  if (to && target) corners(easel, bodyOf(easel.lens, target), out(part(t, 0, AIM)), t > EFFECT ? 0 : 1);
  if (from && to) linesOfFire(easel, from, to, t, Boolean(shooter?.guns), isThronged(take));
  if (from && shooter) flashes(easel, from, barrels(shooter, from.right - from.left), deed.event.n, t);
  if (from && to && (deed.paces !== null || deed.note)) {
    // so close there is no room between them: the distance is written beside
    const [ax, ay] = middle(from), [bx, by] = middle(to), near = Math.hypot(bx - ax, by - ay) < 90;
    chip(easel, [(ax + bx) / 2 + (near ? 66 : 0), (ay + by) / 2 + (near ? 26 : 0)], [deed.paces !== null ? ranged(deed.paces) : "", deed.note].filter(Boolean).join(" · "), out(part(t, 120, AIM)) * (1 - part(t, DICE, DICE + 500)));
  }
}

function linesOfFire({ pen, palette }: Easel, from: Body, to: Body, t: number, guns: boolean, many: boolean): void {
  const n = Math.max(2, Math.min(10, Math.round(Math.min(from.right - from.left, to.right - to.left + 40) / 30)));
  // both fronts count from their own left, so the other's is turned round
  const a = spread(from, n), b = spread(to, n).reverse(), grown = out(part(t, 0, AIM)), fade = 1 - part(t, DICE, DICE + 300);
  if (fade <= 0) return;
  const way = new Path2D(), missile = new Path2D();
  a.forEach(([ax, ay], i) => {
    // clear of both bodies, but never more than there is of a short line
    const [bx, by] = b[i]!, far = Math.hypot(bx - ax, by - ay) || 1, ux = (bx - ax) / far, uy = (by - ay) / far, first = Math.min(16, far / 3), last = Math.max(first, far - 8);
    way.moveTo(ax + ux * first, ay + uy * first);
    way.lineTo(ax + ux * (first + (last - first) * grown), ay + uy * (first + (last - first) * grown));
    // scattered by the number of the line, not by chance: the same on every frame
    const late = AIM + 20 + ((i * 37) % 11) * (RIPPLE / 11), gone = part(t, late, late + BALL * (guns ? 1.5 : 1));
    if (gone <= 0 || gone >= 1) return;
    const h = first + (last - first) * gone, tail = Math.max(first, h - 12);
    missile.moveTo(ax + ux * tail, ay + uy * tail);
    missile.lineTo(ax + ux * h, ay + uy * h);
  });
  pen.save();
  pen.strokeStyle = palette.of("bullet");
  pen.lineCap = "round";
  // of a salvo whole lines, fainter: to break hundreds of them into dots takes longer than to draw all else
  const faint = many ? 0.25 : 0.6;
  pen.globalAlpha *= faint * fade;
  pen.lineWidth = 0.95;
  if (!many) pen.setLineDash([1, 4]);
  pen.stroke(way);
  pen.globalAlpha /= faint;
  pen.setLineDash([]);
  pen.lineWidth = guns ? 3 : 2;
  pen.stroke(missile);
  pen.restore();
}

/** Tongues of fire off the muzzles, rippling along the front. */
function flashes({ pen, palette, quiet }: Easel, from: Body, n: number, seed: number, t: number): void {
  if (t < AIM || t > AIM + RIPPLE + FLASH) return;
  pen.save();
  // no flicker for those who asked for little motion: one stroke along the front
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
  // from the event's own seed, so that every frame draws the same flashes
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
export function breath(easel: Easel, take: Take, deed: Deed, grown: number): void {
  const { from, shooter } = aimed(easel, take, deed), { pen, palette, lens } = easel;
  if (!from || !shooter || grown <= 0) return;
  const rnd = random(deed.event.n * 13 + 9), k = Math.max(0.35, lens.view.k), n = Math.max(3, Math.min(22, Math.round((from.right - from.left) / (11 * k)))), q = out(grown);
  pen.save();
  pen.globalAlpha *= palette.smokeOpacity * Math.min(1, grown * 3);
  // thrown before they are drawn: shade and puff of a cloud must lie on each other
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

export function fallen(easel: Easel, layer: Layer, take: Take, deed: Deed, done: number, past = false): void {
  const unit = easel.unit(take.before, deed.who) ?? easel.unit(take.after, deed.who), { pen, palette } = easel;
  if (done <= 0) return;
  if (!unit) {
    const at = layer === "over" && !past ? easel.spot(take.before, deed.who) : undefined;
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

