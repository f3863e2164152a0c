/** A line of sight drawn: on the map, and on edge. */

import { chip } from "../map/orders";
import type { SightLine } from "../lib/types";
import { f, path, type Point, type Sheet } from "../symbols/geometry";

/** Of what hides, so much is written on the map; the rest stands beside it. */
const TOLD = 2;

/** On the map: seen in green to where it stops, hidden in red dashes from there; a tick every hundred paces, and what hides it. */
export function sightSvg(line: SightLine, sheet: Sheet): string {
  const a = sheet.at(...line.start), b = sheet.at(...line.end), far = Math.max(1, line.paces), first = line.hidden[0];
  const along = (paces: number): Point => [a[0] + ((b[0] - a[0]) * paces) / far, a[1] + ((b[1] - a[1]) * paces) / far];
  const stop = first ? along(first.at) : b, [dx, dy] = [(b[0] - a[0]) / (far * sheet.k), (b[1] - a[1]) / (far * sheet.k)];
  let ticks = "";
  for (let n = 100; n < far; n += 100) { const [x, y] = along(n); ticks += `M${f(x - dy * 4)} ${f(y + dx * 4)}L${f(x + dy * 4)} ${f(y - dx * 4)}`; }
  const marks = line.hidden.map((each, i) => { const [x, y] = along(each.at); return `<g transform="translate(${f(x)} ${f(y)})">${each.by === "hill" && i ? `<path class="sight-ridge" d="M-7 4L0 -6L7 4"/>` : `<circle class="sight-stop" r="7"/><path class="sight-cross" d="M-3 -3L3 3M3 -3L-3 3"/>`}</g>${i < TOLD ? chip("deny sight-chip", [x, y + (i % 2 ? -22 : 22)], each.words) : ""}`; });
  const ends = `<circle class="sight-eye" cx="${f(a[0])}" cy="${f(a[1])}" r="9"/><circle class="sight-pupil" cx="${f(a[0])}" cy="${f(a[1])}" r="3"/><circle class="sight-end ${line.seen ? "seen" : ""}" cx="${f(b[0])}" cy="${f(b[1])}" r="5"/>`;
  return `<g class="sightline"><path class="sight-halo" d="${path([a, b])}"/><path class="sight-seen" d="${path([a, stop])}"/>${first ? `<path class="sight-hidden" d="${path([stop, b])}"/>` : ""}<path class="sight-ticks" d="${ticks}"/>${ends}${marks.join("")}</g>`;
}

export interface Edgewise {
  ground: string;
  dead: string;
  seen: string;
  hidden: string;
  trees: { x: number; y: number; foot: number; r: number }[];
  houses: string;
  stops: { x: number; y: number; words: string; at: number }[];
  levels: { y: number; feet: number }[];
  ticks: { x: number; paces: number }[];
  eyes: [Point, Point];
}

/** Feet from one line of the scale to the next, and how much higher than wide things are drawn at most. */
const LEVEL = 20, STEEPEST = 6;

/** On edge: the ground, what stands on it, and the line from eye to eye, in a box of so many pixels. */
export function edgewise(line: SightLine, wide: number, high: number): Edgewise {
  const far = Math.max(1, line.paces), top = Math.max(LEVEL * 2, ...line.heights.map(([, feet]) => feet), ...line.eyes, ...line.growths.map((each) => heightAt(line, (each.start + each.end) / 2) + each.tall)) + 12;
  const sx = wide / far, sy = Math.min((high - 4) / top, (sx / 2.5) * STEEPEST * 3), x = (paces: number) => paces * sx, y = (feet: number) => high - 2 - feet * sy;
  const [from, to] = line.eyes, eye = (paces: number) => from + ((to - from) * paces) / far, first = line.hidden[0], stop = first?.at ?? far;
  const shape = (start: number, end: number) => {
    const inside = line.heights.filter(([at]) => at > start && at < end), all = [[start, heightAt(line, start)], ...inside, [end, heightAt(line, end)]] as [number, number][];
    return `M${f(x(start))} ${high}${all.map(([at, feet]) => `L${f(x(at))} ${f(y(feet))}`).join("")}L${f(x(end))} ${high}Z`;
  };
  const trees: Edgewise["trees"] = [];
  let houses = "";
  for (const each of line.growths) {
    const step = each.looks === "trees" ? Math.max(9 / sx, (each.end - each.start) / 40) : Math.max(24 / sx, (each.end - each.start) / 16);
    for (let n = 0, at = each.start + step / 2; at < Math.max(each.end, each.start + step); at += step, n++) {
      const foot = heightAt(line, at), tall = each.tall * (0.82 + 0.18 * Math.abs(Math.sin(at * 12.9)));
      if (each.looks === "trees") trees.push({ x: x(at), y: y(foot) - Math.min(tall * sy, 44) * 0.62, foot: y(foot), r: Math.max(3, Math.min(9, tall * sy * 0.34)) });
      else houses += `M${f(x(at) - 8)} ${f(y(foot))}V${f(y(foot + tall * 0.6))}L${f(x(at))} ${f(y(foot + tall))}L${f(x(at) + 8)} ${f(y(foot + tall * 0.6))}V${f(y(foot))}Z`;
    }
  }
  const levels: Edgewise["levels"] = [];
  for (let feet = 0; feet <= top - 6; feet += LEVEL * (top > 140 ? 2 : 1)) levels.push({ y: y(feet), feet });
  const step = far > 2400 ? 500 : far > 900 ? 200 : far > 240 ? 100 : 50, ticks: Edgewise["ticks"] = [];
  for (let paces = 0; paces <= far; paces += step) ticks.push({ x: x(paces), paces });
  return {
    ground: shape(0, far), dead: first ? shape(stop, far) : "", trees, houses, levels, ticks,
    seen: `M0 ${f(y(from))}L${f(x(stop))} ${f(y(eye(stop)))}`, hidden: first ? `M${f(x(stop))} ${f(y(eye(stop)))}L${f(x(far))} ${f(y(to))}` : "",
    stops: line.hidden.map((each) => ({ x: x(each.at), y: y(eye(each.at)), words: each.words, at: each.at })),
    eyes: [[0, y(from)], [x(far), y(to)]],
  };
}

/** Feet of the ground so many paces on, straight between the heights that are told. */
export function heightAt({ heights }: Pick<SightLine, "heights">, paces: number): number {
  const next = heights.findIndex(([at]) => at >= paces);
  if (next <= 0) return heights[next < 0 ? heights.length - 1 : 0]?.[1] ?? 0;
  const [a, low] = heights[next - 1]!, [b, high] = heights[next]!;
  return low + ((high - low) * (paces - a)) / Math.max(1, b - a);
}
