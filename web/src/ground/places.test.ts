import { expect, test } from "vitest";
import type { Field, Spot } from "../lib/types";
import { placeAt } from "./places";

const square = (x: number, y: number, side: number): Spot[] => [[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]];
const field: Field = {
  type: "FeatureCollection", paces: [1000, 1000], character: "",
  features: [
    { type: "Feature", properties: { kind: "hill", name: "Mill hill" }, geometry: { type: "Polygon", coordinates: [square(0, 0, 500)] } },
    { type: "Feature", properties: { kind: "building", name: "Farm" }, geometry: { type: "Polygon", coordinates: [square(100, 100, 50)] } },
    { type: "Feature", properties: { kind: "light_woods", name: "Birch wood" }, geometry: { type: "Polygon", coordinates: [square(600, 600, 200), square(650, 650, 50)] } },
    { type: "Feature", properties: { kind: "road", name: "East road" }, geometry: { type: "LineString", coordinates: [[0, 120], [900, 120]] } },
  ],
};

test("a place is called by the smallest thing with a name that it lies in", () => {
  expect([placeAt(field, [120, 120]), placeAt(field, [300, 300]), placeAt(field, [620, 620])]).toEqual(["Farm", "Mill hill", "Birch wood"]);
});

test("in a clearing one is not in the wood, and elsewhere nowhere", () => {
  expect([placeAt(field, [670, 670]), placeAt(field, [900, 120]), placeAt(null, [1, 1])]).toEqual(["", "", ""]);
});
