import { beforeEach, expect, test } from "vitest";
import type { BattleOffer } from "../lib/types";
import { found, nationsOf, periodOf, rate, starred, type Search } from "./finding";

const offer = (id: string, date: string, men: number, nation: string, more: object = {}): BattleOffer =>
  ({ id, title: id, date, place: "", summary: "", teaches: "", turns: 10, lengths: {}, sides: [{ name: "A", nation, commander: "", men, units: 4 }, { name: "B", nation: "french", commander: "", men: 0, units: 4 }], ...more }) as unknown as BattleOffer;
const battles = [offer("Maida", "1806-07-04", 900, "british"), offer("Die Göhrde", "1813-09-16", 15000, "prussian", { turns: 36 }), offer("Culloden", "1746-04-16", 7000, "scottish", { teaches: "a charge over open ground" })];
const names = (search: Partial<Search>, stars: Record<string, number> = {}) => found(battles, { words: "", nation: "", order: "shelf", ...search }, "", stars).map((each) => each.id);

test("words are looked for in all that is told of a battle, whatever their accents", () => {
  expect(names({ words: "GOHRDE" })).toEqual(["Die Göhrde"]);
  expect(names({ words: "charge open" })).toEqual(["Culloden"]);
  expect(names({ words: "1806" })).toEqual(["Maida"]);
  expect(names({ words: "nowhere" })).toEqual([]);
});

test("by nation, year, size, length and stars", () => {
  expect(names({ nation: "scottish" })).toEqual(["Culloden"]);
  expect(names({ nation: "french" })).toHaveLength(3);
  expect(names({ order: "year" })).toEqual(["Culloden", "Maida", "Die Göhrde"]);
  expect(names({ order: "size" })).toEqual(["Maida", "Culloden", "Die Göhrde"]);
  expect(names({ order: "length" }).at(-1)).toBe("Die Göhrde");
  expect(names({ order: "stars" }, { Culloden: 5, Maida: 2 })).toEqual(["Culloden", "Maida", "Die Göhrde"]);
  expect(nationsOf(battles)).toEqual(["british", "french", "prussian", "scottish"]);
});

test("a battle has its period", () => {
  expect(["1709-07-08", "1746-04-16", "1777-10-07", "1800-06-14", "1806-07-04", "1848-03-23", "1870-01-01"].map(periodOf)).toEqual([0, 1, 2, 3, 4, 5, 5]);
});

const store = new Map<string, string>();
beforeEach(() => {
  store.clear();
  globalThis.localStorage = { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => void store.set(key, value) } as unknown as Storage;
});

test("stars are kept, and the same once more take them away", () => {
  expect(rate("maida", 4)).toEqual({ maida: 4 });
  expect(starred()).toEqual({ maida: 4 });
  expect(rate("maida", 4)).toEqual({});
  store.set("grognard.stars", '{"maida": 9, "sacile": 2}');
  expect(starred()).toEqual({ sacile: 2 });
});
