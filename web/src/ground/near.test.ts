import { describe, expect, it } from "vitest";
import { holds, nearby, quadsIn, type Plots } from "./near";

const house = quadsIn("M10 10L20 10L20 16L10 16Z")[0]!;
const plots: Plots = { left: 0, top: 0, scale: 1, houses: [house], gardens: [], ranges: [] };
const all = { left: 0, top: 0, right: 400, bottom: 400 };

describe("near ground", () => {
  it("reads shapes of four corners out of a path, and no others", () => {
    expect(quadsIn("M1 2L3 2L3 4L1 4ZM0 0L5 5ZM-1.5 0L.5 0L.5 2L-1.5 2Z").map((quad) => quad[0])).toEqual([[1, 2], [-1.5, 0]]);
  });
  it("draws roofs only where they are in sight", () => {
    expect(nearby(plots, null, [200, 200], all, 2)).toContain("near-ridge");
    expect(nearby(plots, null, [200, 200], { left: 200, top: 200, right: 400, bottom: 400 }, 2)).not.toContain("near-ridge");
  });
  it("lights the slope to the north-west", () => {
    const svg = nearby(plots, null, [200, 200], all, 2);
    expect(/near-lit" d="M10 10L20 10/.test(svg)).toBe(true);
    expect(/near-dark" d="M20 16L10 16/.test(svg)).toBe(true);
  });
  it("grows no grass in a pond, and always the same elsewhere", () => {
    const ring: [number, number][] = [[0, 0], [200, 0], [200, 200], [0, 200], [0, 0]];
    const pond = { features: [{ properties: { kind: "water", name: "" }, geometry: { type: "Polygon", coordinates: [ring] } }] };
    expect(nearby(plots, pond as never, [200, 200], all, 2)).not.toContain("near-grass");
    const one = nearby(plots, null, [200, 200], all, 2);
    expect(one).toContain("near-grass");
    expect(nearby(plots, null, [200, 200], all, 2)).toBe(one);
  });
  it("knows what a ring holds", () => {
    expect(holds(house, [15, 12])).toBe(true);
    expect(holds(house, [25, 12])).toBe(false);
  });
});
