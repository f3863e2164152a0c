/** The ground as tiles: painted from its drawing one after the other, a few with each frame, so that another scale never holds
 *  the hand up. Until a tile of the new scale is there, those of the old one stand in for it, stretched. */

import type { View } from "../symbols/geometry";
import type { Ground } from "./ground";

/** Pixels of the screen across a tile. */
export const TILE = 256;
/** Pixels around the window that are painted too, for the next drag. */
const AROUND = 128;
/** Pixels across of the whole ground as it stands in for what has not been painted at any scale. */
const BASE = 900;
/** Tiles of the present scale that are kept though they are out of sight. */
const KEPT = 120;
/** Milliseconds of a frame that are spent on it; one tile is painted in any case. */
const SPENT = 8;

/** What of a sheet is to be painted: the columns and rows of its tiles, the middle of the window first. */
export function wanted(view: View, k: number, size: { width: number; height: number }, table: readonly [number, number], around = AROUND): [number, number][] {
  const s = view.k / k, across = Math.ceil((table[0] * k) / TILE), down = Math.ceil((table[1] * k) / TILE);
  const first = (n: number) => Math.max(0, Math.floor((-n - around) / s / TILE)), last = (n: number, span: number, most: number) => Math.min(most, Math.ceil((span - n + around) / s / TILE));
  const out: [number, number][] = [], cx = (size.width / 2 - view.x) / s / TILE - 0.5, cy = (size.height / 2 - view.y) / s / TILE - 0.5;
  for (let i = first(view.x); i < last(view.x, size.width, across); i++) for (let j = first(view.y); j < last(view.y, size.height, down); j++) out.push([i, j]);
  return out.sort((a, b) => Math.hypot(a[0] - cx, a[1] - cy) - Math.hypot(b[0] - cx, b[1] - cy));
}

/** Layers, and parts of them, that would only blur at the far zoom. */
const FINE = ["ground-hachures", "ground-grass"];
const FURROWS = 'path[fill="none"]';

/** The ground as one picture. */
function pictured(ground: Ground, coarse: boolean): Promise<HTMLImageElement> {
  const [, , width = 1, height = 1] = ground.viewBox.split(" ").map(Number), write = new XMLSerializer();
  const layers = ground.layers.flatMap((layer) => {
    const name = layer.getAttribute("class") ?? "";
    if (coarse && FINE.includes(name)) return [];
    if (!coarse || name !== "ground-fields") return [layer];
    const plain = layer.cloneNode(true) as Element;
    for (const furrow of plain.querySelectorAll(FURROWS)) furrow.remove();
    return [plain];
  });
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${ground.viewBox}" width="${width}" height="${height}" preserveAspectRatio="none">${layers.map((layer) => write.serializeToString(layer)).join("")}</svg>`;
  const image = new Image(), url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
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
  private queue: (() => void)[] = [];
  private image: HTMLImageElement | null = null;
  private frame = 0;
  /** How many tiles of the whole are painted. */
  private based = 0;
  private done = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly ground: Ground,
    private readonly table: readonly [number, number],
    /** All of it is there, however coarse. */
    private readonly onwhole: () => void,
  ) {
    host.replaceChildren(this.base, this.now);
  }

  /** What is looked at now. While the hand moves the map nothing is asked for. */
  async look(sight: Sight): Promise<void> {
    const level = `${sight.k}/${sight.coarse}`;
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
    if (!this.image) return;
    this.fill(sight, this.image);
  }

  private fill({ view, k, width, height }: Sight, image: HTMLImageElement): void {
    const tiles = wanted(view, k, { width, height }, this.table).filter(([i, j]) => !this.painted.has(`${i},${j}`));
    this.queue = tiles.map(([i, j]) => () => this.paint(this.now, image, k, i, j, `${i},${j}`));
    this.queue.push(() => this.settled());
    // what was not got to before the hand moved on is still to be painted
    const small = BASE / this.table[0], whole = wanted({ k: small, x: 0, y: 0 }, small, { width: BASE, height: this.table[1] * small }, this.table, 0);
    if (this.based >= whole.length) return this.run();
    for (let n = this.based; n < whole.length; n++) this.queue.push(() => (this.paint(this.base, image, small, ...whole[n]!), void this.based++));
    this.queue.push(this.onwhole);
    this.run();
  }

  private run(): void {
    if (!this.frame) this.frame = requestAnimationFrame(this.tick);
  }

  private readonly tick = (): void => {
    const begun = performance.now();
    do this.queue.shift()?.();
    while (this.queue.length && performance.now() - begun < SPENT);
    this.frame = this.queue.length && !this.done ? requestAnimationFrame(this.tick) : 0;
  };

  private paint(into: HTMLElement, image: HTMLImageElement, k: number, i: number, j: number, key = ""): void {
    const wide = this.table[0] * k, high = this.table[1] * k, w = Math.min(TILE, wide - i * TILE), h = Math.min(TILE, high - j * TILE), canvas = document.createElement("canvas"), r = this.ratio;
    canvas.width = Math.ceil(w * r);
    canvas.height = Math.ceil(h * r);
    const pen = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    pen?.drawImage(image, -i * TILE * r, -j * TILE * r, wide * r, high * r);
    // what is read has to be painted: otherwise all that was asked for would be painted at once, when the frame is shown
    pen?.getImageData(0, 0, 1, 1);
    // in parts of the whole, so that a tile is where it belongs at another scale too
    canvas.style.cssText = `left:${((i * TILE) / wide) * 100}%;top:${((j * TILE) / high) * 100}%;width:${(w / wide) * 100}%;height:${(h / high) * 100}%`;
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
    cancelAnimationFrame(this.frame);
    this.host.replaceChildren();
  }
}
