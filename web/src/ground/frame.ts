/** The margins of the map with letters and figures, the scale and the compass, in pixels of the window. */

import { yard } from "../lib/measure";
import { T } from "../lib/text";
import { SQUARE, f, letter } from "../symbols/geometry";
import type { Frame, View } from "../symbols/geometry";

export const BAND = 18;

/** The line inside the margins, in pixels of the window: it follows the view, or the table where that is smaller. */
export function neat(view: View, table: [number, number], box: Frame): Frame | null {
  const found = {
    left: Math.max(box.left + BAND, view.x), top: Math.max(box.top + BAND, view.y),
    right: Math.min(box.right - BAND, view.x + table[0] * view.k), bottom: Math.min(box.bottom - BAND, view.y + table[1] * view.k),
  };
  return found.right - found.left < BAND || found.bottom - found.top < BAND ? null : found;
}

/** A margin along the whole table: every other square inked, a letter or a figure at each. */
export function ruled(long: number, k: number, by: "letters" | "figures", square = SQUARE): { before: string; after: string } {
  let near = "", far = "", text = "";
  const level = by === "letters", wide = square * k;
  for (let i = 0; i * square < long; i++) {
    const from = i * wide, to = Math.min((i + 1) * square, long) * k, mid = f((from + to) / 2);
    if (i % 2 === 0) {
      near += level ? `M${f(from)} ${BAND - 3.5}H${f(to)}v3H${f(from)}z` : `M${BAND - 3.5} ${f(from)}V${f(to)}h3V${f(from)}z`;
      far += level ? `M${f(from)} .5H${f(to)}v3H${f(from)}z` : `M.5 ${f(from)}V${f(to)}h3V${f(from)}z`;
    }
    if (wide > 14 || i % 2 === 0) text += level ? `<text x="${mid}" y="11">${letter(i)}</text>` : `<text x="8" y="${f(Number(mid) + 3.5)}">${i + 1}</text>`;
  }
  const drawn = (zebra: string, move: string) => `<path class="zebra" d="${zebra}"/><g class="letters"${move}>${text}</g>`;
  return { before: drawn(near, ""), after: drawn(far, level ? ' transform="translate(0 2)"' : ' transform="translate(2 0)"') };
}

const STEPS = [1, 2, 5, 10, 25, 50, 100, 200, 500, 1000];

/** A bar of four steps, as long as fits some 250 pixels. */
export function scaleBar(x: number, y: number, k: number, room = 250): string {
  const { paces, many } = yard(), one = paces * k, step = [...STEPS].reverse().find((each) => each * one * 4 <= room) ?? STEPS[0]!, px = (n: number) => f(n * step * one);
  const bars = [0, 1, 2, 3].map((i) => `<rect class="${i % 2 ? "sb-w" : "sb-b"}" x="${px(i)}" width="${px(1)}" height="4.5"/>`).join("");
  const figures = [0, 2, 4].map((i) => `<text x="${px(i)}" y="-4">${T.number(i * step)}</text>`).join("");
  return `<g class="scale" transform="translate(${f(x)} ${f(y)})">${bars}${figures}<text class="unit-word" x="${f(4 * step * one + 16)}" y="-4">${many}</text></g>`;
}

export function compass(x: number, y: number, r = 26): string {
  const point = (a: number, long: number, w: number) => `<g transform="rotate(${a})"><path class="c-dark" d="M0 ${f(-long)}L${f(w)} ${f(-w)}L0 0Z"/><path class="c-light" d="M0 ${f(-long)}L${f(-w)} ${f(-w)}L0 0Z"/></g>`;
  const points = [45, 135, 225, 315].map((a) => point(a, r * 0.6, r * 0.1)).join("") + [90, 180, 270].map((a) => point(a, r * 0.92, r * 0.15)).join("") + point(0, r * 1.16, r * 0.17);
  return `<g class="compass" transform="translate(${f(x)} ${f(y)})"><circle class="c-ring" r="${f(r * 0.72)}"/><circle class="c-ring thin" r="${f(r * 0.64)}"/>${points}<text y="${f(-r * 1.16 - 4)}">${T.map.north}</text></g>`;
}
