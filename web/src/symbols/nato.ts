/** Map symbols as staffs draw them today: a frame with the arm in it, upright, and the true front as a line. */

import type { UnitPicture } from "../lib/types";
import { frontage } from "./figures";
import type { Figure } from "./figures";
import { f } from "./geometry";

const W = 26, H = 17;

const ARM: Record<UnitPicture["arm"], string> = {
  infantry: `M${-W / 2} ${-H / 2}l${W} ${H}M${W / 2} ${-H / 2}l${-W} ${H}`,
  irregular: `M${-W / 2} ${-H / 2}l${W} ${H}M${W / 2} ${-H / 2}l${-W} ${H}M0 ${-H / 2}v${H}`,
  cavalry: `M${W / 2} ${-H / 2}l${-W} ${H}`,
  artillery: "",
};

/** Battalions and regiments of horse have two strokes, batteries and detachments one. */
const size = (u: UnitPicture): number => (u.arm === "artillery" || u.men < 200 ? 1 : 2);

export function nato(u: UnitPicture, k: number): Figure {
  const front = frontage(u), x0 = front.left * k, x1 = front.right * k, y = H / 2 + 8;
  const strokes = Array.from({ length: size(u) }, (_, i) => `M${f((i - (size(u) - 1) / 2) * 4)} ${-H / 2 - 6}v4.5`).join("");
  const frame = `M${-W / 2} ${-H / 2}h${W}v${H}h${-W}z`;
  return {
    svg:
      `<path class="front" d="M${f(x0)} 0h${f(x1 - x0)}"/><g transform="translate(0 ${y}) rotate(${f(-u.heading)})"><path class="fall" d="${frame}"/><path class="halo" d="${frame}"/><path class="body" d="${frame}"/>` +
      (ARM[u.arm] ? `<path class="nato-arm" d="${ARM[u.arm]}"/>` : `<circle class="nato-dot" r="3.4"/>`) +
      `<path class="outline heavy" d="${frame}"/><path class="nato-size" d="${strokes}"/></g>`,
    extent: { x0: Math.min(x0, -W / 2), y0: 0, x1: Math.max(x1, W / 2), y1: y + W / 2 },
    faces: true,
  };
}
