import { describe, expect, it } from "vitest";
import type { Part, UnitPicture } from "../lib/types";
import { around, between, farBelow, firstLook, framed, revealed, spanOf } from "./camera";
import type { Span } from "./camera";
import { figure } from "../symbols/figures";
import { Room, Sheet, boxOf, fitted, overlap } from "../symbols/geometry";
import { apart, thinned } from "../symbols/locked";
import { rider } from "../symbols/riders";
import { madeUnit } from "../lib/made";

const frame = { left: 300, top: 50, right: 1000, bottom: 750 }, deep = 2000, bounds = { least: 0.1, most: 4 };
const spot = (x: number, y: number): Span => ({ x0: x, y0: y, x1: x, y1: y });
const seenAt = (view: { k: number; x: number; y: number }, x: number, y: number) => [view.x + x * view.k, view.y + (deep - y) * view.k] as const;
const inFrame = (view: { k: number; x: number; y: number }, x: number, y: number) => { const [px, py] = seenAt(view, x, y); return px >= frame.left && px <= frame.right && py >= frame.top && py <= frame.bottom; };

describe("the director", () => {
  const far = { k: 0.2, x: 400, y: 200 }, two: Span = { x0: 900, y0: 900, x1: 1100, y1: 1000 };
  it("goes near, with both in the free part", () => {
    const next = framed(far, two, deep, frame, bounds, 0.3);
    expect(next.k).toBeGreaterThan(1);
    expect(inFrame(next, 900, 900) && inFrame(next, 1100, 1000)).toBe(true);
  });
  it("keeps its distance where they fill the map already", () => {
    const near = framed(far, two, deep, frame, bounds, 0.3);
    expect(framed(near, { ...two, x1: 1120 }, deep, frame, bounds, 0.3).k).toBe(near.k);
  });
  it("goes from one look to another with what is in the middle always on the way", () => {
    const near = framed(far, two, deep, frame, bounds, 0.3);
    expect(between(far, near, 0, [650, 400])).toEqual(far);
    const end = between(far, near, 1, [650, 400]);
    for (const name of ["k", "x", "y"] as const) expect(end[name]).toBeCloseTo(near[name]);
  });
});

describe("the camera", () => {
  const view = { k: 0.5, x: 0, y: 0 };
  it("stays where it is when what is asked about is in the free part", () => expect(revealed(view, spot(1300, 1300), deep, frame, bounds)).toBe(view));
  it("moves as little as needed, at the same scale, when a panel lies over it", () => {
    const next = revealed(view, spot(200, 1300), deep, frame, bounds);
    expect(next.k).toBe(view.k);
    expect(next.y).toBe(view.y);
    expect(inFrame(next, 200, 1300)).toBe(true);
    expect(seenAt(next, 200, 1300)[0]).toBeLessThan(frame.left + 130);
  });
  it("goes farther off only where not all would fit", () => {
    const span = around([spot(100, 1000), spot(2900, 1000)]), next = revealed(view, span, deep, frame, bounds);
    expect(next.k).toBeLessThan(view.k);
    expect(inFrame(next, 100, 1000) && inFrame(next, 2900, 1000)).toBe(true);
  });
  it("looks first at all troops, or at one's own where all would be too small", () => {
    const table: [number, number] = [6000, 4000], whole = fitted(table, frame), little = { ...frame, right: frame.left + 380 }, own = [spot(1000, 1000), spot(1800, 1600)];
    const all = firstLook(whole, own, [spot(2200, 2000)], table[1], frame, 0.2);
    expect(all.k).toBeGreaterThan(0.2);
    const mine = firstLook(fitted(table, little), own, [spot(5900, 3900)], table[1], little, 0.3);
    expect(mine.k).toBeGreaterThan(0.3);
    const [x, y] = [mine.x + 1000 * mine.k, mine.y + (table[1] - 1000) * mine.k];
    expect(x > little.left && x < little.right && y > frame.top && y < frame.bottom).toBe(true);
  });
  it("shows the whole table where it is small, or nobody stands on it", () => {
    const whole = fitted([900, 700], frame);
    expect(firstLook(whole, [spot(10, 10)], [], 700, frame, 0)).toBe(whole);
    expect(firstLook(whole, [], [], 700, frame, 0)).toBe(whole);
  });
  it("shows a drill ground whole between the panels of a small window, wherever the troops have gone", () => {
    const small = { left: 296, top: 54, right: 918, bottom: 700 }, field: [number, number] = [1400, 1000], whole = fitted(field, small);
    expect(firstLook(whole, [spot(500, 300), spot(700, 300)], [spot(600, 500)], 1000, small, 0)).toBe(whole);
  });
  it("reckons with the whole front of a unit, not with its middle", () => {
    const parts: Part[] = [[-100, -5, 100, 0, 600, "", "company"]], { x0, y0, x1, y1 } = spanOf({ x: 500, y: 500, heading: 90, parts });
    expect([x0, y0, x1, y1].map(Math.round)).toEqual([495, 400, 500, 600]);
  });
  it("never makes brigades of a few, and of many only where they would run into one another", () => {
    const row = (n: number, gap: number) => Array.from({ length: n }, (_, i) => ({ x: i * gap, y: 0 }));
    expect(farBelow(row(5, 20))).toBe(0);
    expect(farBelow(row(40, 100))).toBeCloseTo(0.36);
    expect(farBelow(row(40, 400))).toBeLessThan(0.1);
    expect(farBelow(row(40, 10))).toBe(0.4);
  });
});

const block: Part[] = [[-40, -60, 40, 0, 500, "", "company"]];
const unit = (more: Partial<UnitPicture>): UnitPicture => madeUnit({ id: "a", name: "A", heading: 90, formation: "column", parts: block, steadiness: { step: 0, of: 6, word: "" }, ...more });
const box = (u: UnitPicture, k: number) => { const e = figure(u, k).extent; return boxOf([u.x * k, -u.y * k], u.heading, e.x0, e.y0, e.x1, e.y1); };

describe("units that are locked", () => {
  const a = unit({ engaged: ["b"] }), b = unit({ id: "b", side: "Prussians", own: false, heading: 270, engaged: ["a"] });
  it("shows both, face to face, at every scale", () => {
    for (const k of [0.2, 0.5, 1.5]) {
      const [p, q] = apart([a, b], k) as [UnitPicture, UnitPicture];
      expect(overlap(box(p, k), box(q, k))).toBe(false);
      expect(p.x).toBeLessThan(q.x);
      expect(p.y).toBeCloseTo(q.y);
    }
  });
  it("leaves those alone who only stand near", () => {
    const near = [unit({}), unit({ id: "b", side: "Prussians" })];
    expect(apart(near, 0.5)).toBe(near);
  });
  it("draws a body as much narrower as men are lost, and never to nothing", () => {
    const wide = (u: UnitPicture) => u.parts[0]![2] - u.parts[0]![0];
    expect(wide(thinned(unit({ strength: 0.5 })))).toBe(40);
    expect(wide(thinned(unit({ strength: 0.02 })))).toBe(24);
    expect(wide(thinned(unit({ strength: 0.5, arm: "artillery" })))).toBe(80);
  });
});

describe("an aide", () => {
  const road = { id: "r", leader: "l", x: 500, y: 500, to: "u", to_x: 900, to_y: 500, carries: "attack", arrives: 3 }, sheet = new Sheet(1, 1000, 1000);
  it("rides where he is when nobody stands there", () => expect(rider(road, "french", sheet, new Room())).not.toContain("tether"));
  it("is drawn beside the troops that he has come to", () => {
    const room = new Room();
    room.take({ x: 500, y: 500, w: 40, h: 6, turn: 0 });
    expect(rider(road, "french", sheet, room)).toContain("tether");
  });
});
