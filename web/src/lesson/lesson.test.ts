import { describe, expect, it } from "vitest";
import cases from "../../../tests/battle/occasions.json";
import type { LessonStep, Occasion } from "../lib/types";
import { placeFor, placeNamed } from "./lights";
import { isGone, met, type Witness } from "./occasions";

type Said = { events?: [string, Record<string, string>, Record<string, unknown>][]; mark?: number; given?: [string, Record<string, unknown>, number][]; asked?: [string, string][]; units?: Record<string, Record<string, unknown>>; selected?: string[]; laid?: [string, Record<string, unknown>]; turn?: number; phase?: string };

const seen = ({ events = [], mark = 0, given = [], asked = [], units = {}, selected = [], laid, turn = 0, phase = "" }: Said): Witness => ({
  events: events.map(([kind, roles, values], n) => ({ n, kind, units: roles, values, secret: {} })), mark, given: given.map(([option, values, after]) => ({ option, values, after })),
  asked: asked.map(([kind, unit]) => ({ kind, unit })), units: new Map(Object.entries(units)), selected, laid: laid ? { option: laid[0], values: laid[1] } : null, turn, phase,
});

describe("occasions, by the cases of the library", () => {
  it.each(cases.map((each) => [each.name, each] as const))("%s", (_, { occasion, seen: said, met: mark }) => {
    expect(met(occasion as Occasion, seen(said as unknown as Said))).toBe(mark);
  });
  it("a step is gone when its occasion is past or its unit no more", () => {
    const step: LessonStep = { title: "x", done: { selected: "a" }, light: ["unit:a"], gone: { turn: 3 } };
    expect(isGone(step, seen({ units: { a: { where: "table" } }, turn: 2 }))).toBe(false);
    expect(isGone(step, seen({ units: { a: { where: "table" } }, turn: 3 }))).toBe(true);
    expect(isGone(step, seen({ units: { a: { where: "lost" } } }))).toBe(true);
    expect(isGone(step, seen({}))).toBe(false);
  });
});

describe("the card", () => {
  const room = { left: 20, top: 60, right: 1260, bottom: 700 };
  const clear = ({ x, y }: { x: number; y: number }, box: { left: number; top: number; right: number; bottom: number }, wide = 404, high = 300) => x + wide <= box.left || x >= box.right || y + high <= box.top || y >= box.bottom;
  it("lies at the lower left where nothing is in its way", () => {
    expect(placeFor([], 404, 300, room)).toEqual({ x: 20, y: 400 });
  });
  it("goes where it covers nothing, and stays there while it does", () => {
    const strip = { left: 30, top: 560, right: 900, bottom: 700 }, unit = { left: 300, top: 300, right: 380, bottom: 340 };
    const at = placeFor([{ box: strip, weight: 8 }, { box: unit, weight: 14 }], 404, 300, room);
    expect([strip, unit].every((box) => clear(at, box))).toBe(true);
    expect(placeFor([{ box: strip, weight: 8 }], 404, 300, room, at)).toEqual(at);
  });
  it("rather lies over a list than over those it speaks of", () => {
    const list = { left: 20, top: 60, right: 280, bottom: 700 }, troops = { left: 290, top: 60, right: 1260, bottom: 700 };
    const at = placeFor([{ box: list, weight: 0.4 }, { box: troops, weight: 14 }], 260, 300, room);
    expect(at.x + 260).toBeLessThanOrEqual(290);
  });
});

it("a place is where its outline is", () => {
  const feature = { type: "Feature" as const, properties: { kind: "wood", name: "Fox wood" }, geometry: { type: "Polygon" as const, coordinates: [[[0, 0], [10, 0], [10, 20], [0, 20]]] as [number, number][][] } };
  const field = { type: "FeatureCollection" as const, paces: [100, 100] as [number, number], character: "open", features: [feature] };
  expect(placeNamed(field, "Fox wood")).toEqual([5, 10]);
  expect(placeNamed(field, "Moon")).toBeNull();
});
