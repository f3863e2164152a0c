/** The ground: the server's own period map, of which the field is kept and everything else is drawn live above it. */

export interface Ground {
  viewBox: string;
  layers: GroundLayer[];
}

/** A part of the drawing, as text: its two million letters are read once, where they are drawn, and nowhere else. */
export interface GroundLayer {
  name: string;
  svg: string;
}

/** What lies under the troops of a printed map, from the lie of the land up to the avenues. */
const LAYERS = ["relief", "grass", "fields", "marshes", "hachures", "contours", "water", "woods", "roads", "crossings", "villages", "buildings", "walls", "avenues"];

const TABLE = /<clipPath id="table"><rect x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)"/;

/** The field out of a printed map: its layers, and the rectangle of the sheet that is the table. Layers lie side by side in it, so
 *  each ends where the next begins. */
export function groundOf(text: string): Ground | null {
  if (!text.startsWith("<svg")) return null;
  const marks = [...text.matchAll(/<g id="([a-z]+)">/g)], end = text.lastIndexOf("</g></svg>");
  const all = marks.map((mark, i): GroundLayer => ({ name: mark[1]!, svg: text.slice(mark.index, marks[i + 1]?.index ?? end).replace(`<g id="${mark[1]}">`, "<g>") }));
  const layers = LAYERS.flatMap((name) => all.filter((each) => each.name === name)), viewBox = TABLE.exec(text)?.slice(1).map(Number.parseFloat).join(" ") ?? /viewBox="([^"]*)"/.exec(text)?.[1] ?? "";
  return viewBox && layers.length ? { viewBox, layers } : null;
}

/** Lays the ground into an SVG. */
export const laid = (ground: Ground) => (svg: SVGElement): void => void (svg.innerHTML = ground.layers.map((each) => each.svg).join(""));

/** Once what is on the page has been painted. */
export const painted = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));

/** Pixels across of the sketch, and of its blur: what is drawn for a card is far too coarse to be seen sharp at the table. */
const WASH = { wide: 420, blur: 2.4 };

/** Lays a sketch of the ground into a canvas as a wash of colour, the land without its details. */
export const washed = (url: string) => (canvas: HTMLCanvasElement): void => {
  const image = new Image();
  image.onload = () => {
    const pen = canvas.getContext("2d");
    if (!pen) return;
    canvas.width = WASH.wide;
    canvas.height = Math.max(1, Math.round((WASH.wide * image.height) / Math.max(1, image.width)));
    pen.filter = `blur(${WASH.blur}px)`;
    pen.drawImage(image, -WASH.blur, -WASH.blur, canvas.width + 2 * WASH.blur, canvas.height + 2 * WASH.blur);
  };
  image.src = url;
};

/** A picture of the ground with little on it, which stands there until the ground itself is read. */
export const sketch = (url: string, dark: boolean): string => `${url}?size=small&theme=${dark ? "dark" : "light"}`;

const kept = new Map<string, Promise<Ground | null>>();

/** The ground at an address, asked for once. */
export function loadGround(url: string, dark: boolean): Promise<Ground | null> {
  const address = `${url}?size=full&theme=${dark ? "dark" : "light"}`;
  let found = kept.get(address);
  if (!found) {
    new Image().src = sketch(url, dark);
    found = fetch(address)
      .then(async (answer) => {
        const text = answer.ok ? await answer.text() : "";
        await painted(); // reading it takes a while, and the troops are to be seen first
        return text;
      })
      .then((text) => (text ? groundOf(text) : null))
      .catch(() => null);
    found.then((ground) => ground ?? kept.delete(address));
    kept.set(address, found);
  }
  return found;
}
