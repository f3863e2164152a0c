/** The margins of the map with letters and figures, the scale and the compass, in pixels of the window. */

import { SQUARE, f, letter } from "./geometry";
import type { Frame, View } from "./geometry";

const BAND = 18;

/** The frame follows the view, or the table where that is smaller. */
export function margins(view: View, table: [number, number], box: Frame): string {
  const x = (paces: number) => view.x + paces * view.k, y = (paces: number) => view.y + paces * view.k;
  const l = Math.max(box.left, x(0) - BAND), t = Math.max(box.top, y(0) - BAND), r = Math.min(box.right, x(table[0]) + BAND), b = Math.min(box.bottom, y(table[1]) + BAND);
  if (r - l < 3 * BAND || b - t < 3 * BAND) return "";
  const [l2, t2, r2, b2] = [l + BAND, t + BAND, r - BAND, b - BAND];
  let zebra = "", text = "";
  for (let i = 0; i * SQUARE < table[0]; i++) {
    const x0 = x(i * SQUARE), x1 = x(Math.min((i + 1) * SQUARE, table[0])), from = Math.max(x0, l2), to = Math.min(x1, r2), mid = (x0 + x1) / 2;
    if (to <= from) continue;
    if (i % 2 === 0) zebra += `M${f(from)} ${f(t2 - 3.5)}H${f(to)}v3H${f(from)}zM${f(from)} ${f(b2 + 0.5)}H${f(to)}v3H${f(from)}z`;
    if (mid > l2 + 6 && mid < r2 - 6 && (x1 - x0 > 14 || i % 2 === 0)) text += `<text x="${f(mid)}" y="${f(t + 11)}">${letter(i)}</text><text x="${f(mid)}" y="${f(b - 5)}">${letter(i)}</text>`;
  }
  for (let j = 0; j * SQUARE < table[1]; j++) {
    const y0 = y(j * SQUARE), y1 = y(Math.min((j + 1) * SQUARE, table[1])), from = Math.max(y0, t2), to = Math.min(y1, b2), mid = (y0 + y1) / 2;
    if (to <= from) continue;
    if (j % 2 === 0) zebra += `M${f(l2 - 3.5)} ${f(from)}V${f(to)}h3V${f(from)}zM${f(r2 + 0.5)} ${f(from)}V${f(to)}h3V${f(from)}z`;
    if (mid > t2 + 6 && mid < b2 - 6 && (y1 - y0 > 12 || j % 2 === 0)) text += `<text x="${f(l + 8)}" y="${f(mid + 3.5)}">${j + 1}</text><text x="${f(r - 8)}" y="${f(mid + 3.5)}">${j + 1}</text>`;
  }
  const around = (grow: number) => `M${f(l2 - grow)} ${f(t2 - grow)}H${f(r2 + grow)}V${f(b2 + grow)}H${f(l2 - grow)}Z`;
  return `<path class="margin" fill-rule="evenodd" d="M${f(l)} ${f(t)}H${f(r)}V${f(b)}H${f(l)}Z${around(0)}"/><path class="zebra" d="${zebra}"/><path class="neat" d="${around(3.5)}${around(0.25)}"/><g class="letters">${text}</g>`;
}

const STEPS = [10, 25, 50, 100, 200, 500, 1000];

/** A bar of four steps, as long as fits some 250 pixels. */
export function scaleBar(x: number, y: number, k: number, room = 250): string {
  const step = [...STEPS].reverse().find((each) => each * k * 4 <= room) ?? 10, px = (n: number) => f(n * step * k);
  const bars = [0, 1, 2, 3].map((i) => `<rect class="${i % 2 ? "sb-w" : "sb-b"}" x="${px(i)}" width="${px(1)}" height="4.5"/>`).join("");
  const figures = [0, 2, 4].map((i) => `<text x="${px(i)}" y="-4">${(i * step).toLocaleString("en")}</text>`).join("");
  return `<g class="scale" transform="translate(${f(x)} ${f(y)})">${bars}${figures}<text class="unit-word" x="${f(4 * step * k + 16)}" y="-4">paces</text></g>`;
}

export function compass(x: number, y: number, r = 26): string {
  const point = (a: number, long: number, w: number) => `<g transform="rotate(${a})"><path class="c-dark" d="M0 ${f(-long)}L${f(w)} ${f(-w)}L0 0Z"/><path class="c-light" d="M0 ${f(-long)}L${f(-w)} ${f(-w)}L0 0Z"/></g>`;
  const points = [45, 135, 225, 315].map((a) => point(a, r * 0.6, r * 0.1)).join("") + [90, 180, 270].map((a) => point(a, r * 0.92, r * 0.15)).join("") + point(0, r * 1.16, r * 0.17);
  return `<g class="compass" transform="translate(${f(x)} ${f(y)})"><circle class="c-ring" r="${f(r * 0.72)}"/><circle class="c-ring thin" r="${f(r * 0.64)}"/>${points}<text y="${f(-r * 1.16 - 4)}">N</text></g>`;
}
