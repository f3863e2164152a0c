/** The ground as tiles: painted from its drawing one after the other, beside the page's own work, so that another scale never holds
 *  the hand up. Until a tile of the new scale is there, those of the old one stand in for it, stretched. */

import type { View } from "../symbols/geometry";
import type { Ground, GroundLayer } from "./ground";

/** Pixels of the screen across a tile. */
export const TILE = 256;
/** Pixels around the window that are painted too, for the next drag. */
const AROUND = 128;
/** Pixels across of the whole ground as it stands in for what has not been painted at any scale. */
const BASE = 900;
/** Tiles of the present scale that are kept though they are out of sight. */
const KEPT = 120;
/** Parts of one unit of the drawing in which the edges of tiles are told: a browser takes whole ones, and at the nearest scale they
 *  are a tenth of a pixel. */
const PARTS = 16;

/** What of a sheet is to be painted: the columns and rows of its tiles, the middle of the window first. */
export function wanted(view: View, k: number, size: { width: number; height: number }, table: readonly [number, number], around = AROUND): [number, number][] {
  const s = view.k / k, across = Math.ceil((table[0] * k) / TILE), down = Math.ceil((table[1] * k) / TILE);
  const first = (n: number) => Math.max(0, Math.floor((-n - around) / s / TILE)), last = (n: number, span: number, most: number) => Math.min(most, Math.ceil((span - n + around) / s / TILE));
  const out: [number, number][] = [], cx = (size.width / 2 - view.x) / s / TILE - 0.5, cy = (size.height / 2 - view.y) / s / TILE - 0.5;
  for (let i = first(view.x); i < last(view.x, size.width, across); i++) for (let j = first(view.y); j < last(view.y, size.height, down); j++) out.push([i, j]);
  return out.sort((a, b) => Math.hypot(a[0] - cx, a[1] - cy) - Math.hypot(b[0] - cx, b[1] - cy));
}

/** Layers, and parts of them, that would only blur at the far zoom. */
const FINE = ["hachures", "grass"];
const FURROWS = /<path [^>]*fill="none"[^>]*>/g;

/** The ground without what is too fine to be seen from far. */
export const coarsely = (layers: GroundLayer[]): GroundLayer[] =>
  layers.filter((each) => !FINE.includes(each.name)).map((each) => (each.name === "fields" ? { ...each, svg: each.svg.replace(FURROWS, "") } : each));

/** The ground as one picture. */
function pictured(ground: Ground, coarse: boolean): Promise<HTMLImageElement> {
  const [, , width = 1, height = 1] = ground.viewBox.split(" ").map(Number), layers = coarse ? coarsely(ground.layers) : ground.layers;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${ground.viewBox}" width="${width * PARTS}" height="${height * PARTS}" preserveAspectRatio="none">`;
  const image = new Image(), url = URL.createObjectURL(new Blob([head, ...layers.map((each) => each.svg), "</svg>"], { type: "image/svg+xml" }));
  image.src = url;
  return image.decode().then(() => image, () => image).finally(() => URL.revokeObjectURL(url));
}
const pictures = new WeakMap<Ground, [Promise<HTMLImageElement>?, Promise<HTMLImageElement>?]>();
function pictureOf(ground: Ground, coarse: boolean): Promise<HTMLImageElement> {
  const had = pictures.get(ground) ?? [];
  pictures.set(ground, had);
  return (had[coarse ? 1 : 0] ??= pictured(ground, coarse));
}

/** Milliseconds after which nobody waits for anything any more. */
const LATER = 1500;

/** Paints a part of a picture, told in parts of the whole: in a thread of its own where the browser can, else here. */
async function inked(canvas: HTMLCanvasElement, image: HTMLImageElement, { left, top, width, height }: { left: number; top: number; width: number; height: number }): Promise<void> {
  const edge = (at: number, long: number) => Math.round(at * long), x = edge(left, image.width), y = edge(top, image.height);
  const bitmap = await createImageBitmap(image, x, y, edge(left + width, image.width) - x, edge(top + height, image.height) - y, { resizeWidth: canvas.width, resizeHeight: canvas.height }).catch(() => null);
  // nothing shines through: what lies under it, the ground as it stood in for this, is then not drawn at all
  if (bitmap) canvas.getContext("bitmaprenderer", { alpha: false })?.transferFromImageBitmap(bitmap);
  else if (image.width) canvas.getContext("2d", { alpha: false })?.drawImage(image, x, y, image.width * width, image.height * height, 0, 0, canvas.width, canvas.height);
}

interface Sight {
  view: View;
  k: number;
  coarse: boolean;
  width: number;
  height: number;
}

export class Tiles {
  private readonly ratio = Math.min(2, window.devicePixelRatio || 1);
  private readonly base = document.createElement("div");
  private now = document.createElement("div");
  private had: HTMLElement | null = null;
  private level = "";
  private readonly painted = new Map<string, HTMLCanvasElement>();
  private queue: (() => void | Promise<void>)[] = [];
  private image: HTMLImageElement | null = null;
  private running = false;
  /** How many tiles of the whole are painted. */
  private based = 0;
  private done = false;
  private rests = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly ground: Ground,
    private readonly table: readonly [number, number],
    /** All of it is there, however coarse. */
    private readonly onwhole: () => void,
  ) {
    host.replaceChildren(this.base, this.now);
  }

  /** The hand moves the map: nothing is painted meanwhile, for the two would hold each other up. */
  rest(): void {
    this.rests = true;
    this.queue = [];
  }

  /** What is looked at now. */
  async look(sight: Sight): Promise<void> {
    const level = `${sight.k}/${sight.coarse}`;
    this.rests = false;
    if (level !== this.level) {
      this.level = level;
      // tiles of a scale that was left before it was done are of no use to anybody
      if (this.had && !this.painted.size) this.now.remove();
      else {
        this.had?.remove();
        this.had = this.now;
      }
      this.painted.clear();
      this.now = document.createElement("div");
      this.host.append(this.now);
      this.queue = [];
      this.image = null;
      const image = await pictureOf(this.ground, sight.coarse);
      if (level !== this.level || this.done) return;
      this.image = image;
      // the picture for the other end of the scale is read now, not when the wheel gets there
      setTimeout(() => { if (!this.done) void pictureOf(this.ground, !sight.coarse); }, LATER);
    }
    if (this.image && !this.rests) this.fill(sight, this.image);
  }

  private fill({ view, k, width, height }: Sight, image: HTMLImageElement): void {
    const tiles = wanted(view, k, { width, height }, this.table).filter(([i, j]) => !this.painted.has(`${i},${j}`));
    this.queue = tiles.map(([i, j]) => () => this.paint(this.now, image, k, i, j, `${i},${j}`));
    this.queue.push(() => this.settled());
    // what was not got to before the hand moved on is still to be painted
    const small = BASE / this.table[0], whole = wanted({ k: small, x: 0, y: 0 }, small, { width: BASE, height: this.table[1] * small }, this.table, 0);
    for (let n = this.based; n < whole.length; n++)
      this.queue.push(async () => {
        this.based = n + 1;
        await this.paint(this.base, image, small, ...whole[n]!);
        if (this.based === whole.length) this.onwhole();
      });
    void this.run();
  }

  /** One after the other: what is queued meanwhile is taken up by whoever is at it. */
  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    while (this.queue.length && !this.done) await this.queue.shift()?.();
    this.running = false;
  }

  private async paint(into: HTMLElement, image: HTMLImageElement, k: number, i: number, j: number, key = ""): Promise<void> {
    const wide = this.table[0] * k, high = this.table[1] * k, w = Math.min(TILE, wide - i * TILE), h = Math.min(TILE, high - j * TILE), canvas = document.createElement("canvas");
    canvas.width = Math.ceil(w * this.ratio);
    canvas.height = Math.ceil(h * this.ratio);
    // in parts of the whole, so that a tile is where it belongs at another scale too
    const part = { left: (i * TILE) / wide, top: (j * TILE) / high, width: w / wide, height: h / high };
    await inked(canvas, image, part);
    // the scale may be another by now, or the tile painted twice
    if (this.done || (key && (into !== this.now || this.painted.has(key)))) return;
    canvas.style.cssText = `left:${part.left * 100}%;top:${part.top * 100}%;width:${part.width * 100}%;height:${part.height * 100}%`;
    into.append(canvas);
    if (key) this.painted.set(key, canvas);
  }

  /** All that is in sight is there: what stood in for it goes, and what has been out of sight for long. */
  private settled(): void {
    this.had?.remove();
    this.had = null;
    for (const [key, canvas] of this.painted) {
      if (this.painted.size <= KEPT) break;
      canvas.remove();
      this.painted.delete(key);
    }
  }

  stop(): void {
    this.done = true;
    this.host.replaceChildren();
  }
}
