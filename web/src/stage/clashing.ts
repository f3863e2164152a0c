/** Steel: two who come upon each other, and fight; and a body that is no more. */

import { random } from "../symbols/geometry";
import type { Point } from "../symbols/geometry";
import type { Deed } from "../play/beats";
import { burst, type Easel, type Layer } from "./easel";
import { bodyOf, inBody } from "./lens";
import { out, part } from "./motion";
import type { Take } from "./stage";
import { lasts, turnsAt } from "../play/timing";

/** Where two meet: nearest to both. */
function contact(easel: Easel, take: Take, deed: Deed): Point | undefined {
  const a = easel.spot(take.before, deed.who), b = easel.spot(take.before, deed.whom);
  return a && b ? [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] : (a ?? b);
}

export function meet(easel: Easel, layer: Layer, take: Take, deed: Deed, t: number): void {
  const at = layer === "over" ? contact(easel, take, deed) : undefined;
  if (at) burst(easel, at, part(t, 60, 700));
}

/** Two blades that cross, again and again, till it is decided. */
export function clash(easel: Easel, layer: Layer, take: Take, deed: Deed, t: number): void {
  if (layer !== "over") return;
  const at = contact(easel, take, deed), { pen, palette, quiet } = easel;
  if (!at) return;
  const come = out(part(t, 0, 260)), decided = turnsAt(take), swing = quiet || t > decided ? 0 : Math.sin(t / 95) * 0.32;
  pen.save();
  pen.translate(...at);
  pen.scale(come, come);
  pen.globalAlpha *= 1 - part(t, lasts(take) - 300, lasts(take)) * 0.7;
  pen.fillStyle = palette.of("panel");
  pen.strokeStyle = palette.of("ink");
  pen.lineWidth = 1.4;
  pen.beginPath();
  pen.arc(0, 0, 19, 0, 7);
  pen.fill();
  pen.stroke();
  pen.lineCap = "round";
  const unit = (role: "who" | "whom") => easel.unit(take.before, deed[role]);
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
export function gone(easel: Easel, layer: Layer, take: Take, deed: Deed, t: number): void {
  const unit = easel.unit(take.before, deed.who), { pen, palette, lens } = easel;
  if (!unit || layer !== "under") return;
  const body = bodyOf(lens, unit), ink = palette.nation(unit.nation), rnd = random(deed.event.n), done = out(part(t, turnsAt(take) - 200, lasts(take)));
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

