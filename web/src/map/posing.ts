/** Troops on their way while something is played: drawn where they are at the moment, or nowhere while others paint them. */

import { f } from "../symbols/geometry";
import type { Point } from "../symbols/geometry";
import type { Pose } from "../stage/motion";

/** Where a figure lies on the sheet, as a style. */
export const move = ([x, y]: Point, turn = 0): string => `transform: translate(${f(x)}px, ${f(y)}px)${turn ? ` rotate(${f(turn)}deg)` : ""}`;

interface Led {
  body: SVGElement | null;
  rest: SVGElement[];
  /** Where it is drawn, in pixels of the sheet, and its style, when nobody leads it. */
  at: Point;
  style: string;
}

/** What is asked about the map that they are on. */
export interface Posed {
  node: () => HTMLElement;
  at: (x: number, y: number) => Point;
  stands: (id: string) => { x: number; y: number } | undefined;
}

export class Posing {
  private readonly led = new Map<string, Led>();
  private gone: ReadonlySet<string> | undefined;

  constructor(private readonly map: Posed) {}

  /** Everybody has been drawn anew. */
  forget(): void {
    this.led.clear();
  }

  /** Whoever is on the way is drawn where he is, with his name; all others where they stand. */
  pose(poses: ReadonlyMap<string, Pose> | null, away?: ReadonlySet<string>): void {
    this.hide(poses ? away : undefined);
    for (const [id, each] of this.led) {
      if (poses?.has(id) && [each.body, ...each.rest].every((one) => !one || one.isConnected)) continue;
      each.body?.setAttribute("style", each.style);
      for (const one of each.rest) one.removeAttribute("transform");
      this.led.delete(id);
    }
    for (const [id, pose] of poses ?? []) {
      const each = this.led.get(id) ?? this.lead(id);
      if (!each) continue;
      const [x, y] = this.map.at(pose.x, pose.y);
      each.body?.setAttribute("style", move([x, y], each.body.dataset.units ? pose.heading : 0));
      for (const one of each.rest) one.setAttribute("transform", `translate(${f(x - each.at[0])} ${f(y - each.at[1])})`);
    }
  }

  /** Whoever is painted elsewhere meanwhile is not drawn here. */
  private hide(away: ReadonlySet<string> | undefined): void {
    if (away === this.gone) return;
    const node = this.map.node();
    for (const each of node.querySelectorAll("[data-away]")) each.removeAttribute("data-away");
    if (away?.size) for (const each of node.querySelectorAll<SVGElement>("[data-units], [data-of]")) if (away.has(each.dataset.units ?? each.dataset.of ?? "")) each.setAttribute("data-away", "");
    this.gone = away;
  }

  private lead(id: string): Led | null {
    const key = CSS.escape(id), node = this.map.node(), body = node.querySelector<SVGElement>(`.unit[data-units="${key}"], .leader[data-leader="${key}"]`), rest = [...node.querySelectorAll<SVGElement>(`[data-of="${key}"]`)];
    const stands = this.map.stands(id);
    if (!stands || (!body && !rest.length)) return null;
    const found = { body, rest, at: this.map.at(stands.x, stands.y), style: body?.getAttribute("style") ?? "" };
    this.led.set(id, found);
    return found;
  }
}
