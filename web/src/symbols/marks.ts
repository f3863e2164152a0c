/** Small marks: steadiness and losses, flags of leaders, aides, smoke. Sizes in pixels. */

import nations from "virtual:nations";
import type { Badge, LeaderPicture, Spot, Steadiness } from "../lib/types";
import { signs } from "./badges";
import { f, NEAR, random } from "./geometry";
import type { Point } from "./geometry";
import { KINDS } from "./cloud";
import { escaped, measure } from "./text";

/** Paint servers: a pattern for each nation, drawn in the unit's own frame so that it turns with it. */
export function paints(): string {
  const patterns = Object.entries(nations).map(([key, p]) => {
    const inner = (p.fill ? `<path fill="var(--m)" d="${p.fill}"/>` : "") + (p.stroke ? `<path fill="none" stroke="var(--m)" stroke-width="${p.weight ?? 0.8}" d="${p.stroke}"/>` : "");
    const turn = p.turn ? ` patternTransform="rotate(${p.turn})"` : "";
    return inner ? `<pattern id="p-${key}" class="n-${key}" width="${p.tile[0]}" height="${p.tile[1]}" patternUnits="userSpaceOnUse"${turn}>${inner}</pattern>` : "";
  });
  return (
    patterns.join("") + Object.keys(nations).map(figures).join("") +
    `<pattern id="p-no" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect width="1" height="5" fill="var(--illegal)" fill-opacity=".55"/></pattern>` +
    `<radialGradient id="puff"><stop offset="0" stop-color="var(--smoke)" stop-opacity=".82"/><stop offset=".5" stop-color="var(--smoke)" stop-opacity=".5"/><stop offset="1" stop-color="var(--smoke)" stop-opacity="0"/></radialGradient>` +
    `<radialGradient id="puff-low"><stop offset="0" stop-color="var(--smoke-2)" stop-opacity=".62"/><stop offset=".6" stop-color="var(--smoke-2)" stop-opacity=".3"/><stop offset="1" stop-color="var(--smoke-2)" stop-opacity="0"/></radialGradient>` +
    `<marker id="tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="6.5" markerHeight="6.5" orient="auto"><path class="tip" d="M0 .6L7.5 4L0 7.4Z"/></marker>` +
    `<marker id="tip-way" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="5" markerHeight="5" orient="auto"><path fill="context-stroke" d="M0 .6L7.5 4L0 7.4Z"/></marker>`
  );
}

/** One man, and one rider, from above, facing up, in the colours of a nation: so many as there are places on the stands. */
const figures = (key: string): string =>
  `<pattern id="men-${key}" class="n-${key}" width="9.400" height="8.600" patternUnits="userSpaceOnUse" y="1"><g transform="translate(4.700 4.600)"><ellipse class="mn-fall" cx="1" cy="1.500" rx="3.700" ry="2.200"/><rect class="mn-pack" x="-1.900" y=".6" width="3.800" height="2.500" rx=".6"/><path class="mn-gun" d="M3.100 2.300L3.600 -3.900"/><ellipse class="mn-coat" rx="3.800" ry="2.300"/><path class="mn-belt" d="M-2.200 -1.200L-1.100 1.700M2.200 -1.200L1.100 1.700"/><circle class="mn-hat" cy="-.5" r="1.600"/></g></pattern>` +
  `<pattern id="riders-${key}" class="n-${key}" width="9.600" height="19" patternUnits="userSpaceOnUse"><g transform="translate(4.800 9.500)"><path class="mn-horse" d="M0 -8.200C1.500 -8.200 1.800 -5.300 1.800 -3.800C2.800 -2 2.800 4 1.700 6.300L0 7.800L-1.700 6.300C-2.800 4 -2.800 -2 -1.800 -3.800C-1.800 -5.300 -1.500 -8.200 0 -8.200Z"/><ellipse class="mn-coat" rx="3.300" ry="2" cy=".5"/><circle class="mn-hat" r="1.700"/></g></pattern>`;

// ---- steadiness and losses ------------------------------------------------------------------------------

/** Shapes that steps are drawn with: six, the last only for ladders of six steps or more. */
const SHAPES = 6, LAST_ON_TABLE = 4;
/** From this shape on a body is drawn pale. */
export const SHAKEN = 3;

/** The shape of a step: the best has the first, the worst the last, whatever the length of the ladder. */
export const shapeOf = ({ step, of }: Pick<Steadiness, "step" | "of">): number => Math.round((step * (of >= SHAPES ? SHAPES - 1 : LAST_ON_TABLE)) / Math.max(1, of - 1));

/** Steadiness by shape: the ink drains out of it as the men do. */
export function badge(shape: number, x = 0, y = 0, r = 5): string {
  const q = (n: number) => f(r * n), n = Math.max(0, Math.min(SHAPES - 1, shape));
  const at = (a: number, s: number) => `${f(Math.sin(a) * s)} ${f(-Math.cos(a) * s)}`;
  const star = () => "M" + Array.from({ length: 10 }, (_, i) => at((i * Math.PI) / 5, i % 2 ? r * 0.5 : r * 1.16)).join("L") + "Z";
  const drawn = [
    () => `<path class="fill" d="${star()}"/>`,
    () => `<circle class="fill" r="${q(0.86)}"/>`,
    () => `<circle class="bare" r="${q(0.84)}"/><path class="fill" d="M0 ${q(-0.84)}A${q(0.84)} ${q(0.84)} 0 0 0 0 ${q(0.84)}Z"/>`,
    () => `<circle class="bare" r="${q(0.84)}"/><path class="crack" d="M${q(0.2)} ${q(-1.15)}L${q(-0.22)} ${q(-0.3)}L${q(0.3)} ${q(0.16)}L${q(-0.12)} ${q(1.15)}"/>`,
    () => `<path class="bare" d="M${q(-1)} ${q(-0.86)}H${q(1)}L0 ${q(1)}Z"/><path class="crack" d="M${q(-0.3)} ${q(-0.36)}H${q(0.3)}"/>`,
    () => `<circle class="bare dots" r="${q(0.84)}"/>`,
  ][n] as () => string;
  return `<g class="badge m${n}" transform="translate(${f(x)} ${f(y)})"><circle class="badge-halo" r="${q(1.3)}"/>${drawn()}</g>`;
}

/** Tenths of the starting strength that are gone. */
export const tenthsLost = (strength: number): number => Math.max(0, Math.floor((1 - strength) * 10 + 1e-6));

/** Losses are filled squares, a tenth each; what else the unit bears behind its name follows. */
export function pips(loss: number, badges: Badge[], from = 0): { svg: string; w: number } {
  let svg = "", x = from;
  for (let i = 0; i < (loss > 5 ? 1 : loss); i++, x += 5.2) svg += `<rect class="loss" x="${f(x)}" y="-2" width="4" height="4"/>`;
  if (loss > 5) { svg += `<text class="count" x="${f(x)}" y="3.6">${loss}</text>`; x += 8; }
  const rest = signs(badges, x + 2.4);
  if (!rest.w) return { svg, w: x - from };
  const more = loss ? rest : signs(badges, x);
  return { svg: svg + more.svg, w: (loss ? x + 2.4 : x) + more.w - from };
}

// ---- people -------------------------------------------------------------------------------------------

export interface Flag {
  side: 1 | -1;
  up: number;
}

const PARTICLES = new Set(["von", "van", "de", "du", "der", "den", "la", "le", "des", "zu", "di"]);

/** The name on a flag: a surname with its particles, without rank. */
export function surname(name: string): string {
  const words = name.trim().split(/\s+/);
  let from = words.length - 1;
  while (from > 0 && PARTICLES.has((words[from - 1] ?? "").toLowerCase())) from--;
  return words.slice(from).join(" ");
}
const onFlag = (l: LeaderPicture): string => l.short || surname(l.name);

export const flagWidth = (l: LeaderPicture): number => measure(onFlag(l), 11) + 16 + Math.max(1, l.level) * 3.4;

/** A leader: a staff planted where he stands, his name on the flag, bars at the hoist for his rank. */
export function leader(l: LeaderPicture, { side, up }: Flag): string {
  const w = flagWidth(l), rank = Math.max(1, Math.min(3, l.level));
  const notch = side > 0 ? `M0 ${-up}h${f(w)}l-4 6.5l4 6.5h${f(-w)}z` : `M0 ${-up}h${f(-w)}l4 6.5l-4 6.5h${f(w)}z`;
  const hoist = Array.from({ length: rank }, (_, i) => `<rect class="hoist" x="${f(side > 0 ? 3.2 + i * 3.4 : -5 - i * 3.4)}" y="${-up + 3}" width="1.8" height="7"/>`).join("");
  const x = side > 0 ? 6 + rank * 3.4 : -w + 8;
  return `<ellipse class="foot" cx="1.5" cy="1" rx="5" ry="2.2"/><path class="staff" d="M0 0V${-up - 1}"/><path class="fall" d="${notch}"/><path class="flag" d="${notch}"/>${hoist}<text class="flag-name" x="${f(x)}" y="${f(-up + 9.9)}">${escaped(onFlag(l))}</text><circle class="stand" r="3"/>`;
}

/** A rider at the gallop, in a disc. */
export const aide = (flip: number): string =>
  `<circle class="disc" r="11"/><g transform="scale(${flip * 0.94} .94)"><path class="rider" d="M-8.4 -1.2C-7.6 -2.6 -6.4 -2.9 -5.2 -2.6L-1.6 -2.7L.5 -2.8C1.8 -3.1 2.8 -4.2 3.6 -5.5L4.3 -7L5 -5.9L7.8 -3.9L8 -2.9L7 -2.6L5.5 -3.1C5 -2 4.6 -.8 3.9 .3L5.3 1.2L8 1.1L8.5 2L7.6 2.3L4.9 2.6L2.5 1.9L-2.2 1.9L-4.1 2.8L-6.4 4.9L-8.6 5.4L-8.7 4.5L-7.2 4L-5.6 2.4L-5.9 .6C-6.8 .2 -7.4 .2 -8.9 1.2Z"/><path class="rider" d="M-1.9 -2.9L-1.5 -6.4C-1.4 -7.3 .5 -7.4 .8 -6.6L1.1 -5.4L3 -4.4L2.6 -3.7L.9 -4.2L.8 -2.9L1.5 .7L2.6 1.5L1.2 1.5L-.3 -.9Z"/><path class="rider" d="M-1.7 -8.3C-1.7 -10 1.2 -10 1.2 -8.3L2.1 -8L-2.6 -8ZM-.9 -7.9H.7L.4 -6.7H-.7Z"/></g>`;

// ---- smoke --------------------------------------------------------------------------------------------

/** Smoke: soft billows with a pen-drawn curl on the lee side. */
export function smoke(balls: Spot[], k: number, at: (x: number, y: number) => Point, picture?: (kind: number) => string): string {
  if (k > NEAR && picture) return hanging(balls, k, at, picture);
  let low = "", high = "", curl = "";
  balls.forEach(([x, y], i) => {
    const rnd = random(Math.round(x * 31 + y * 17) + i), [px, py] = at(x, y);
    for (let n = 0; n < 3; n++) {
      const q = (19 + rnd() * 17) * Math.max(k, 0.25), cx = px + (rnd() - 0.5) * 34 * k, cy = py + (rnd() - 0.5) * 22 * k;
      low += `<circle cx="${f(cx + q * 0.22)}" cy="${f(cy + q * 0.3)}" r="${f(q)}" fill="url(#puff-low)"/>`;
      high += `<circle cx="${f(cx)}" cy="${f(cy)}" r="${f(q)}" fill="url(#puff)"/>`;
      const c = q * 0.52;
      if (n === 0) curl += `M${f(cx - c * 0.5)} ${f(cy + c * 0.86)}A${f(c)} ${f(c)} 0 0 0 ${f(cx + c)} ${f(cy - c * 0.1)}`;
    }
  });
  return `${low}${high}<path class="curl" d="${curl}"/>`;
}

/** Smoke as it hangs, from near: torn clouds over one another, with curls of the pen in them. */
function hanging(balls: Spot[], k: number, at: (x: number, y: number) => Point, picture: (kind: number) => string): string {
  let clouds = "", curl = "";
  balls.forEach(([x, y], i) => {
    const rnd = random(Math.round(x * 31 + y * 17) + i), [px, py] = at(x, y);
    for (let n = 0; n < 3; n++) {
      const wide = (n ? 66 + rnd() * 30 : 96 + rnd() * 26) * k, turn = Math.round(rnd() * 80 - 40 + (rnd() > 0.5 ? 180 : 0));
      const cx = px + (rnd() - 0.5) * 42 * k, cy = py + (rnd() - 0.5) * 30 * k;
      clouds += `<use href="#cloud-${n % KINDS}" transform="translate(${f(cx)} ${f(cy)}) rotate(${turn}) scale(${f(rnd() > 0.5 ? wide : -wide)} ${f(wide)})"/>`;
      if (n !== 1) continue;
      const c = (2.6 + rnd() * 3.2) * k, way = rnd() > 0.5 ? 1 : -1;
      // a curl rolls up from its outer end
      curl += `M${f(cx - way * c * 1.9)} ${f(cy + c * 0.7)}Q${f(cx - way * c * 0.4)} ${f(cy + c * 1.2)} ${f(cx + way * c * 0.7)} ${f(cy + c * 0.3)}A${f(c * 0.62)} ${f(c * 0.62)} 0 1 ${way > 0 ? 0 : 1} ${f(cx - way * c * 0.2)} ${f(cy - c * 0.2)}A${f(c * 0.3)} ${f(c * 0.3)} 0 0 ${way > 0 ? 0 : 1} ${f(cx + way * c * 0.26)} ${f(cy + c * 0.16)}`;
    }
  });
  const kinds = Array.from({ length: KINDS }, (_, n) => `<image id="cloud-${n}" href="${picture(n)}" x="-.5" y="-.5" width="1" height="1"/>`).join("");
  return `<defs>${kinds}</defs>${clouds}<path class="curl" d="${curl}"/>`;
}
