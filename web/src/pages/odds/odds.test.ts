import { describe, expect, it, test } from "vitest";
import type { CheckForm, CheckOdds, Series } from "../books";
import { address, differing, laid } from "./address";
import { meant } from "./finding";
import { inForce, pairs, percent, spot, stops, ticks, total } from "./plot";

const fact = (name: string, start: string, required = false) => ({ name, start, required, meaning: "", allowed: "", kind: "number", side: "", low: 0, high: 9, values: [], most: 0 });
const FORM = { system: "x-y", check: "morale", rule: "X-1", title: "", dice: "", rules: [], facts: [fact("rating", "8", true), fact("ours.disorder", "0"), fact("cover", "none")] } as unknown as CheckForm;

test("all that lies on the desk is in its address, and comes back from it", () => {
  const desk = { a: { rating: "8", "ours.disorder": "2", cover: "none" }, b: { rating: "8", "ours.disorder": "0", cover: "light,heavy" }, variants: ["old-print"], against: "cover", lines: true };
  const hash = address(FORM, desk);
  expect(hash).toBe("#/odds/x-y/morale?rating=8&ours.disorder=2&~b.ours.disorder=0&~b.cover=light%2Cheavy&~variant=old-print&~against=cover&~lines=");
  expect(laid(FORM, new URLSearchParams(hash.split("?")[1]))).toEqual(desk);
  expect(differing(desk)).toBe(2);
});

test("a second situation that is the same is kept too, and an empty address is the form as it begins", () => {
  const plain = laid(FORM, new URLSearchParams(""));
  expect(plain).toEqual({ a: { rating: "8", "ours.disorder": "0", cover: "none" }, b: null, variants: [], against: "", lines: false });
  expect(laid(FORM, new URLSearchParams(address(FORM, { ...plain, b: plain.a }).split("?")[1])).b).toEqual(plain.a);
});

test("names that the check does not know are passed over", () => {
  expect(laid(FORM, new URLSearchParams("nonsense=1&~b.nonsense=2&~against=nonsense&rating=3"))).toMatchObject({ a: { rating: "3" }, b: { rating: "3" }, against: "" });
});

const chance = (words: string, percent: number) => ({ label: words, words, outcome: words, probability: "1/2", percent });
test("outcomes of two situations stand side by side, the best throw first", () => {
  const a = { outcomes: [chance("bad", 40), chance("good", 60)] } as CheckOdds, b = { outcomes: [chance("good", 90), chance("best", 10)] } as CheckOdds;
  expect(pairs(a, b, false).map((row) => [row.label, row.a?.percent, row.b?.percent])).toEqual([["best", undefined, 10], ["good", 60, 90], ["bad", 40, undefined]]);
  expect(pairs(null, null, true)).toEqual([]);
});

test("modifiers of both situations share a line, also where they count another number of things", () => {
  const one = { rule: "X-2", label: "disorder, 2", value: "-2", side: "" }, other = { rule: "X-2", label: "disorder, 3", value: "-3", side: "" }, half = { rule: "X-3", label: "moved", value: "½", side: "" };
  expect(inForce([one, half], [other])).toEqual([{ rule: "X-2", label: "disorder, 2", side: "", a: "-2", b: "-3" }, { rule: "X-3", label: "moved", side: "", a: "½", b: "" }]);
  expect(total([one, other])).toBe(-5);
  expect(total([one, half])).toBeNull();
  expect(total([])).toBeNull();
});

const SERIES: Series = { fact: "d", number: true, bands: ["low", "high"], points: [
  { value: "0 to 1", low: 0, high: 1, percents: [20, 80], fractions: [], refusal: "" },
  { value: "2", low: 2, high: 2, percents: [50, 50], fractions: [], refusal: "" },
  { value: "3 to 1500", low: 3, high: 1500, percents: [90, 10], fractions: [], refusal: "" }] };
test("a plot ends soon after the last change, unless the present value lies beyond it", () => {
  expect(stops(SERIES, 1)).toMatchObject({ from: 0, to: 5, stops: [{ x: 0 }, { x: 1 }, { x: 2, heaped: [50, 100] }, { x: 3 }, { x: 5 }] });
  expect(stops(SERIES, 40).to).toBe(40);
  expect(stops({ ...SERIES, points: [] }, 1).stops).toEqual([]);
});

test("a name stands within its band, clear of the present value, or nowhere", () => {
  const { stops: found } = stops(SERIES, 1);
  const low = spot(found, 0, 1, 1, 0.2);
  expect(low!.x).toBeGreaterThan(3);
  expect(low!.middle).toBeGreaterThan(35);
  expect(spot(found, 0, 1, low!.x, 0.2)!.x).not.toBe(low!.x);
  expect(spot(found, 1, 6, 1, 0.2)).toBeNull();
  expect(spot(found, 1, 4, 9, 0.2)).toBeNull();
});

test("axes have few figures, and percentages are as short as they are true", () => {
  expect(ticks(0, 5)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(ticks(3, 1500)).toEqual([250, 500, 750, 1000, 1250, 1500]);
  expect([percent(0), percent(0.01), percent(1.25), percent(34.4), percent(99.6), percent(99.97), percent(100)]).toEqual(["0", "<0.1", "1.3", "34", "99.6", ">99.9", "100"]);
});

describe("a check by what players call it", () => {
  const card = (check: string, title: string) => ({ check, title, rule: "X-1" });
  const book = { checks: [card("engaged", "Engaged in close combat"), card("close-combat", "Close combat: two units"), card("small-arms", "Small-arms fire")], sequences: [], first: [{ check: "small-arms", called: "Volley", also: ["musket", "fire"] }, { check: "close-combat", called: "Close combat", also: ["melee"] }] };
  it.each([["volley", "small-arms"], ["Muskets", "small-arms"], ["close combat", "close-combat"], ["melee", "close-combat"]])("%s", (text, check) => {
    expect(meant(book, text)[0]?.check).toBe(check);
  });
  it("finds nothing where nothing is meant", () => expect(meant(book, "moonlight")).toEqual([]));
});
