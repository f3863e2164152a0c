/** What all painters share: the pen, who stands where, marks and words. */

import type { Picture, UnitPicture } from "../lib/types";
import type { Point } from "../symbols/geometry";
import { bodyOf, middle, pixel, type Body, type Lens } from "./lens";
import { out, part } from "./motion";
import type { Palette } from "./palette";

export type Layer = "under" | "over";
type Pen = CanvasRenderingContext2D;

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

/** Four corners round a body, closing upon it. */
export function corners({ pen, palette }: Easel, body: Body, closed: number, strong: number): void {
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

/** Short strokes that fly out from a place. */
export function burst({ pen, palette, quiet }: Easel, at: Point, done: number): void {
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

export function chip({ pen, palette }: Easel, [x, y]: Point, words: string, strong: number, edge = palette.of("line-2")): void {
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

export function written({ pen, palette }: Easel, [x, y]: Point, words: string, colour: string, strong: number, size: number): void {
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
