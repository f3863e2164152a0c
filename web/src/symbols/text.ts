/** Text that goes into SVG by hand. */

const MARKS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => MARKS[mark] as string);

export const SANS = 'Inter, "Source Sans 3", "Helvetica Neue", "Liberation Sans", Arial, sans-serif';
export const SERIF = '"EB Garamond", Garamond, "Iowan Old Style", "Liberation Serif", "Times New Roman", Georgia, serif';

let gauge: CanvasRenderingContext2D | null | undefined;
const known = new Map<string, number>();

/** How wide a text is in pixels; guessed where there is no canvas to ask. */
export function measure(text: string, size: number, weight = 600, family = SANS): number {
  const font = `${weight} ${size}px ${family}`, key = `${font}|${text}`;
  let width = known.get(key);
  if (width !== undefined) return width;
  if (gauge === undefined) gauge = typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");
  if (gauge) {
    gauge.font = font;
    width = gauge.measureText(text).width;
  } else width = text.length * size * 0.56;
  known.set(key, width);
  return width;
}
