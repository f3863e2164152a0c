/** The colours of the page, for a canvas. */

export interface Ink {
  body: string;
  edge: string;
}

const WORDS = ["ink", "ink-2", "ink-3", "panel", "line-2", "loss", "m4", "halo", "unit-halo", "smoke", "smoke-2", "flash", "flash-core", "bullet", "leather", "select-ink"] as const;
export type Word = (typeof WORDS)[number];

export class Palette {
  private readonly words = new Map<string, string>();
  private readonly nations = new Map<string, Ink>();
  readonly sans: string;
  readonly puff: HTMLCanvasElement;
  readonly shade: HTMLCanvasElement;
  readonly smokeOpacity: number;

  constructor(private readonly node: HTMLElement) {
    const style = getComputedStyle(node);
    for (const word of WORDS) this.words.set(word, style.getPropertyValue(`--${word}`).trim());
    this.sans = style.getPropertyValue("--sans").trim() || "sans-serif";
    this.smokeOpacity = Number(style.getPropertyValue("--smoke-o")) || 0.8;
    this.puff = blot(this.of("smoke"), [0.82, 0.5, 0]);
    this.shade = blot(this.of("smoke-2"), [0.2, 0.08, 0]);
  }

  of(word: Word): string {
    return this.words.get(word) || "#333";
  }

  nation(key: string): Ink {
    const had = this.nations.get(key);
    if (had) return had;
    const probe = document.createElement("i");
    probe.className = `n-${key}`;
    this.node.append(probe);
    const style = getComputedStyle(probe), body = style.getPropertyValue("--b").trim(), edge = style.getPropertyValue("--e").trim();
    probe.remove();
    const made = { body: resolved(this.node, body) || this.of("ink-2"), edge: resolved(this.node, edge) || this.of("ink") };
    this.nations.set(key, made);
    return made;
  }
}

/** A colour that may be another's name. */
function resolved(node: HTMLElement, colour: string): string {
  const named = /^var\((--[\w-]+)\)$/.exec(colour);
  return named ? getComputedStyle(node).getPropertyValue(named[1]!).trim() : colour;
}

const ROUND = 64;
/** A soft ball, drawn once and laid down many times. */
function blot(colour: string, opacity: [number, number, number]): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = ROUND;
  const pen = canvas.getContext("2d");
  if (!pen) return canvas;
  const fill = pen.createRadialGradient(ROUND / 2, ROUND / 2, 0, ROUND / 2, ROUND / 2, ROUND / 2);
  opacity.forEach((o, i) => fill.addColorStop(i / 2, `color-mix(in srgb, ${colour} ${o * 100}%, transparent)`));
  pen.fillStyle = fill;
  pen.fillRect(0, 0, ROUND, ROUND);
  return canvas;
}
