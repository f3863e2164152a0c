import { describe, expect, it } from "vitest";
import { beside, insets, isWhole, kept, LEAST, logHeight, turned, USUAL, wholeMap, width } from "./rooms";

describe("room on the table", () => {
  it("folds one panel and lays it open again", () => {
    const folded = turned(USUAL, "log");
    expect(folded.folded).toEqual(["log"]);
    expect(turned(folded, "log").folded).toEqual([]);
  });
  it("gives the whole map by one key, and back what was open before", () => {
    const some = turned(USUAL, "field"), whole = wholeMap(some);
    expect(isWhole(whole)).toBe(true);
    expect(wholeMap(whole).folded).toEqual(["field"]);
  });
  it("opens all where all were folded one by one", () => {
    const all = (["force", "field", "hand", "log"] as const).reduce(turned, USUAL);
    expect(wholeMap({ ...all, before: [...all.folded] }).folded).toEqual([]);
  });
  it("leaves the map its part of every window", () => {
    for (const window of [1101, 1280, 1920, 2560]) {
      const wide = { ...USUAL, left: 900, right: 900 };
      const left = width(wide, "left", window), right = width({ ...wide, left }, "right", window);
      expect(left).toBeGreaterThanOrEqual(LEAST.left);
      expect(right).toBeGreaterThanOrEqual(LEAST.right);
      expect(window - left - right).toBeGreaterThan(300);
    }
  });
  it("keeps the dispatches from growing over all else", () => {
    expect(logHeight(5, 900)).toBe(LEAST.log);
    expect(logHeight(5000, 900)).toBe(580);
  });
  it("tells the map what lies over it", () => {
    expect(insets(USUAL, 1600)).toEqual({ left: 296, right: 362 });
    expect(insets(wholeMap(USUAL), 1600)).toEqual({ left: 52, right: 52 });
    expect(insets(turned(turned(USUAL, "hand"), "log"), 1600)).toEqual({ left: 296, right: 52 });
  });
  it("makes good what the browser kept wrong", () => {
    expect(kept(null)).toEqual(USUAL);
    expect(kept({ folded: ["log", "attic"], left: "wide", right: NaN, log: 120.4 })).toEqual({ ...USUAL, folded: ["log"], log: 120 });
  });
});

describe("a slip beside a unit", () => {
  const frame = { left: 50, top: 50, right: 1200, bottom: 800 }, at = (x: number, y: number) => ({ left: x, top: y, right: x + 100, bottom: y + 40 });
  it("lies to its right, or to its left where there is no room", () => {
    expect(beside(at(300, 400), [], 340, 300, frame).x).toBe(422);
    expect(beside(at(1000, 400), [], 340, 300, frame).x).toBe(638);
  });
  it("keeps off the place to which it goes", () => {
    const slip = beside(at(300, 400), [at(500, 400)], 200, 300, frame);
    expect(slip.x + 200 <= 500 || slip.x >= 600 || slip.y + 300 <= 400 || slip.y >= 440).toBe(true);
  });
  it("is on the map however little room there is", () => {
    const slip = beside({ left: 0, top: 0, right: 1300, bottom: 900 }, [], 340, 300, frame);
    expect(slip).toEqual({ x: 860, y: 50 });
  });
});
