/** Powder smoke from near: a picture of a drifting cloud, made once by noise and laid down wherever it hangs. Not a filter: that
 *  would be worked out anew at every scale. */

import { random } from "./geometry";

const WIDE = 176;
/** So many different ones: turned and mirrored they do not look alike. */
export const KINDS = 2;

/** Noise between 0 and 1 that is smooth from one whole number to the next. */
function noise(seed: number): (x: number, y: number) => number {
  const rnd = random(seed), table = Float32Array.from({ length: 256 }, rnd), at = (i: number, j: number) => table[(i * 37 + j * 101 + ((i * j) & 63)) & 255]!;
  const smooth = (t: number) => t * t * (3 - 2 * t);
  return (x, y) => {
    const i = Math.floor(x), j = Math.floor(y), u = smooth(x - i), v = smooth(y - j);
    const top = at(i, j) + (at(i + 1, j) - at(i, j)) * u, low = at(i, j + 1) + (at(i + 1, j + 1) - at(i, j + 1)) * u;
    return top + (low - top) * v;
  };
}

/** How thick a cloud is, from corner to corner: thinning outward, torn by noise of four sizes, the rim most. */
export function thickness(seed: number, wide = WIDE): Float32Array {
  const grain = noise(seed), out = new Float32Array(wide * wide);
  for (let y = 0; y < wide; y++)
    for (let x = 0; x < wide; x++) {
      const dx = (x / wide - 0.5) * 2, dy = ((y / wide - 0.5) * 2) / 0.8;
      let torn = 0, size = 3.2, part = 0.5;
      for (let n = 0; n < 4; n++, size *= 2.1, part *= 0.52) torn += grain(((x + 40) / wide) * size + n * 17, ((y + 40) / wide) * size + n * 29) * part;
      const far = Math.hypot(dx, dy) + (torn - 0.47) * 1.15;
      out[y * wide + x] = Math.max(0, Math.min(1, (0.82 - far) * 1.5)) * Math.max(0, 1 - Math.max(Math.abs(dx), Math.abs(dy * 0.8)) ** 6);
    }
  return out;
}

const made = new Map<string, string>();

/** The picture of a kind in the colours of the page, lit from the north-west. */
export function cloud(kind: number): string {
  const style = getComputedStyle(document.querySelector(".gmap") ?? document.documentElement), light = style.getPropertyValue("--smoke").trim(), dark = style.getPropertyValue("--smoke-2").trim(), key = `${kind}/${light}/${dark}`;
  const had = made.get(key);
  if (had !== undefined) return had;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = WIDE;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) return "";
  const mixed = [light, dark].map((colour) => { pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1); return pen.getImageData(0, 0, 1, 1).data; });
  const thick = thickness(kind * 97 + 11), image = pen.createImageData(WIDE, WIDE);
  for (let i = 0; i < thick.length; i++) {
    const t = thick[i]!, lee = thick[i - 5 * WIDE - 5] ?? 0, shade = Math.max(0, Math.min(1, (lee - t) * 2.6 + 0.12));
    for (let c = 0; c < 3; c++) image.data[i * 4 + c] = mixed[0]![c]! + (mixed[1]![c]! - mixed[0]![c]!) * shade;
    image.data[i * 4 + 3] = 255 * Math.min(0.86, t * 1.15);
  }
  pen.clearRect(0, 0, WIDE, WIDE);
  pen.putImageData(image, 0, 0);
  const found = canvas.toDataURL();
  made.set(key, found);
  return found;
}
