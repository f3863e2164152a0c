import { describe, expect, it } from "vitest";
import { groundOf } from "./ground";
import { plotsOf } from "./near";
import { coarsely } from "./tiles";

const MAP =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>Maida</title><defs><clipPath id="table"><rect x="196.0" y="298.0" width="400.0" height="200.0"/></clipPath></defs><g clip-path="url(#table)">' +
  '<g id="grass"><path d="M1 1h1"/></g><g id="fields"><path fill="#eee" d="M0 0h9"/><path fill="none" d="M2 2h1"/></g>' +
  '<g id="villages"><g><path stroke-width=".8" d="M10 10L20 10L20 16L10 16Z"/></g><path stroke-width=".5" d="M1 1L2 1L2 2L1 2Z"/></g><g id="buildings"><path fill="#b47" stroke-width="1" d="M30 30L50 30L50 50L30 50Z"/><path stroke-width=".7" d="M35 35L45 35L45 45L35 45Z"/></g>';

describe("ground", () => {
  it("takes the layers of the field out of a printed map, and its table", () => {
    const found = groundOf(`${MAP}<g id="places"><text>Maida</text></g></g></svg>`);
    expect(found?.viewBox).toBe("196 298 400 200");
    expect(found?.layers.map((each) => each.name)).toEqual(["grass", "fields", "villages", "buildings"]);
    expect(found?.layers[0]?.svg).toBe('<g><path d="M1 1h1"/></g>');
    expect(found?.layers.at(-1)?.svg.endsWith("/></g>")).toBe(true);
  });
  it("takes the last layer where nothing follows it", () => {
    expect(groundOf(`${MAP}</g></svg>`)).toEqual(groundOf(`${MAP}<g id="places"></g></g></svg>`));
  });
  it("finds none in what is no map", () => {
    expect(groundOf("<html></html>")).toBeNull();
    expect(groundOf('<svg viewBox="0 0 1 1"></svg>')).toBeNull();
  });
  it("leaves out from far what would only blur", () => {
    const ground = groundOf(`${MAP}</g></svg>`)!;
    expect(coarsely(ground.layers).map((each) => each.svg).join("")).not.toMatch(/M1 1h1|M2 2h1/);
    expect(coarsely(ground.layers).find((each) => each.name === "fields")?.svg).toContain("M0 0h9");
  });
  it("tells houses, gardens and courts by their pens", () => {
    const { houses, gardens, ranges, scale } = plotsOf(groundOf(`${MAP}</g></svg>`)!, [200, 100]);
    expect([houses.length, gardens.length, ranges.length, scale]).toEqual([1, 1, 1, 2]);
    expect(ranges[0]?.inner?.[0]).toEqual([35, 35]);
  });
});
