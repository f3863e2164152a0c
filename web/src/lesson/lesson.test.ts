import { describe, expect, it } from "vitest";
import cases from "../../../tests/battle/occasions.json";
import type { LessonStep, Occasion } from "../lib/types";
import { cornerFor, placeNamed } from "./lights";
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
  const free = { left: 300, top: 80, right: 1000, bottom: 900 };
  it("lies at the lower left where nothing is lit there", () => {
    expect(cornerFor({ rings: [], open: [] }, 400, 300, free)).toEqual({ x: 300, y: 600 });
  });
  it("goes to the corner where it covers nothing", () => {
    expect(cornerFor({ rings: [{ left: 320, top: 700, right: 380, bottom: 760 }], open: [] }, 400, 300, free)).toEqual({ x: 600, y: 600 });
    const both = { rings: [{ left: 320, top: 700, right: 380, bottom: 760 }], open: [{ left: 700, top: 700, right: 780, bottom: 760 }] };
    expect(cornerFor(both, 400, 300, free)).toEqual({ x: 300, y: 80 });
  });
});

it("a place is where its outline is", () => {
  const feature = { type: "Feature" as const, properties: { kind: "wood", name: "Fox wood" }, geometry: { type: "Polygon" as const, coordinates: [[[0, 0], [10, 0], [10, 20], [0, 20]]] as [number, number][][] } };
  const field = { type: "FeatureCollection" as const, paces: [100, 100] as [number, number], character: "open", features: [feature] };
  expect(placeNamed(field, "Fox wood")).toEqual([5, 10]);
  expect(placeNamed(field, "Moon")).toBeNull();
});
