import { describe, expect, it } from "vitest";
import { insets, isWhole, kept, LEAST, logHeight, rim, turned, USUAL, wholeMap, width } from "./rooms";

describe("room on the table", () => {
  it("folds one panel and lays it open again", () => {
    const folded = turned(USUAL, "log");
    expect(folded.folded).toEqual(["log"]);
    expect(turned(folded, "log").folded).toEqual([]);
  });
  it("gives the map the column of the troops when they are folded", () => {
    const folded = turned(USUAL, "force");
    expect(folded.folded).toEqual(["force", "field"]);
    expect(insets(folded, 1280).left).toBe(52);
    expect(turned(folded, "force").folded).toEqual([]);
    expect(turned(folded, "field").folded).toEqual(["force"]);
    expect(turned(turned(USUAL, "field"), "force").folded).toEqual(["force", "field"]);
  });
  it("lays panels at the edge of a narrow window, and no wider than their part of it", () => {
    const { left, right } = insets(USUAL, 1280);
    expect(1280 - left - right).toBeGreaterThan(680);
    expect([rim(1280), rim(1440)]).toEqual([12, 30]);
    expect(width({ ...USUAL, left: 300 }, "left", 1280)).toBe(300);
  });
  it("gives the whole map by one key, and back what was open before", () => {
    const some = turned(USUAL, "field"), whole = wholeMap(some);
    expect(isWhole(whole)).toBe(true);
    expect(wholeMap(whole).folded).toEqual(["field"]);
  });
  it("opens all where all were folded one by one", () => {
    const all = (["field", "force", "hand", "log"] as const).reduce(turned, USUAL);
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
