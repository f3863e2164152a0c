import { expect, test } from "vitest";
import type { CardPicture } from "../lib/types";
import type { Decision, Hand, Option, Picture, RiderPicture, TableEvent } from "../lib/types";
import { formOf } from "../asking/forms";
import { card, sizeOf, tabs, threads, turnedAbout } from "../symbols/cards";
import { Sheet } from "../symbols/geometry";
import { ground, lit, owned } from "../ground/layers";
import { letters, writes } from "./letters";
import { beyondEdge, groups, isSetUp, laid, loose, single } from "./pieces";
import { madeArea, madeEvent, madeLine, madeOption, madeToken } from "../lib/made";

const CARD: CardPicture = {
  id: "french-card-1", key: "", name: "card 1 of the french", words: "card 1 of the french, face down", side: "French", own: false, x: 100, y: 100, heading: 90, wide: 220, deep: 170, face: "back", signs: [], label: "", tone: "ink",
  units: [], hollow: false, to: null,
};
const OWN: CardPicture = { ...CARD, id: "card-1", key: "card-1", name: "Marchal's detachment (1st Division)", own: true, face: "frame", signs: [{ arm: "infantry", count: 3 }], label: "Marchal's detachment", units: ["a", "b"] };
const sheet = new Sheet(0.6, 1800, 1200);
const HEADED: Hand = { does: "carry", spot: "at", front: "looks", piece: "", kind: "", units: "", edge: "", along: "" };
const option = (key: string, hand: Partial<Hand> | null, more: Partial<Option> = {}): Option => madeOption({ key, text: key, form: formOf({ hand: hand && { ...HEADED, ...hand } }), ...more });
const deploy = (...options: Option[]): Decision => ({ id: "deploy", seat: "french", kind: "deploy", text: "", rules: [], about: {}, options, default: { option: "done", values: {} }, done: "", chances: {}, lines: [] });
const unit = (id: string, x: number, y: number) => ({ id, name: id, own: true, where: "table", x, y, heading: 90 });

test("a covered card shows nothing but whose it is", () => {
  const drawn = card({ ...CARD, signs: [{ arm: "infantry", count: 4 }] }, 0.6);
  expect(drawn).toContain("card-back");
  expect(drawn).not.toContain("card-count");
});

test("an open card shows arms and how many of each", () => {
  const open: CardPicture = { ...CARD, face: "signs", signs: [{ arm: "infantry", count: 2 }, { arm: "artillery", count: 1 }] };
  expect(card(open, 0.6).match(/card-count/g)).toHaveLength(2);
  expect(card({ ...open, signs: [{ arm: "cavalry", count: 0 }] }, 0.6)).not.toContain("card-count");
});

test("one's own card is a frame with its state on a tab, and threads to its troops", () => {
  expect(card({ ...OWN, tone: "bad", label: "Marchal's detachment · crowded" }, 0.3)).toMatch(/Marchal&#39;s detachment · crowded</);
  expect(card(OWN, 0.3)).not.toContain("card-tab");
  expect(threads(OWN, new Map([["a", { x: 0, y: 0 }], ["b", { x: 10, y: 0 }]]), sheet).match(/M/g)).toHaveLength(2);
  expect(tabs([OWN, CARD], sheet)).toHaveLength(1);
});

test("cards keep to scale until they could not be read", () => {
  expect([1, 0.1].map((k) => Math.round(sizeOf(CARD, k).w))).toEqual([220, 62]);
  expect(sizeOf({ wide: 80, deep: 80 }, 0.1)).toEqual({ w: 30, h: 30 });
});

test("what lies outside the lit ground is in shade", () => {
  const zone = madeArea({ style: "lit", outline: [[0, 0], [650, 0], [650, 1200], [0, 1200]] });
  expect(lit([zone], sheet)).toContain("zone-out");
  expect(lit([madeArea()], sheet)).toBe("");
});

test("a group turns about its middle as headings do", () => {
  const [x, y] = turnedAbout([0, 10], [0, 0], 90);
  expect([Math.round(x), Math.round(y)]).toEqual([10, 0]);
});

test("groups of the set-up are cards, or formations where there are no cards", () => {
  const formations = [{ name: "Foy", leader: "", units: ["a"], formations: [{ name: "100e", leader: "", units: ["b"], formations: [] }] }];
  const picture = { units: [unit("a", 10, 20), unit("b", 30, 40)], leaders: [], formations, cards: [] } as unknown as Picture;
  const place = option("x:1", {}, { optional: { looks: 90 }, about: "Foy" });
  const [found] = groups(deploy(place), picture);
  expect([found?.name, found?.units.length, found?.spot, found?.heading]).toEqual(["Foy", 2, [20, 30], 90]);
  const [onCard] = groups(deploy(option("x:2", {}, { optional: { looks: 90 }, about: "card-1" })), { ...picture, cards: [OWN] });
  expect([onCard?.card?.id, onCard?.spot]).toEqual(["card-1", [100, 100]]);
  expect(single("a", deploy(option("x:a", {}, { about: "a" })), picture)?.by.key).toBe("x:a");
  expect(single("a", deploy(), picture)).toBeNull();
});

test("a card that an option names is taken off and laid anew, or sent on", () => {
  const fields: Option["fields"] = { which: { type: "choice", values: ["card-1"] } };
  expect(loose(OWN, [deploy(option("off", { does: "remove", piece: "which" }, { fields }))])).toMatchObject({ anew: true, id: "card-1", turns: true });
  expect(loose(OWN, [deploy(option("march", { piece: "which", front: "" }, { fields }))])).toMatchObject({ anew: false, turns: false });
  expect(loose(OWN, [])).toBeNull();
  expect(loose({ ...OWN, key: "card-2" }, [deploy(option("off", { does: "remove", piece: "which" }, { fields }))])).toBeNull();
  expect(loose({ ...OWN, own: false }, [deploy(option("off", { does: "remove", piece: "which" }, { fields }))])).toBeNull();
});

test("a decision is a desk for setting up where something is put down or laid, whatever it is called", () => {
  expect([option("a", {}), option("b", { does: "lay" })].map((each) => isSetUp(deploy(each)))).toEqual([true, true]);
  expect([option("c", null), option("d", { piece: "which" }), option("e", { does: "send" })].map((each) => isSetUp(deploy(each)))).toEqual([false, false, false]);
});

test("an answer has the fields that the form names", () => {
  expect(laid(option("a", {}), [3, 4], 90, { id: "u" })).toEqual({ at: [3, 4], looks: 90 });
  expect(laid(option("b", { does: "lay", front: "", kind: "sort" }), [3, 4], 90, { kind: "horse" })).toEqual({ at: [3, 4], sort: "horse" });
});

test("a spot beyond the table belongs to the edge that it is farthest over", () => {
  expect(beyondEdge([900, 600], [1800, 1200])).toBeNull();
  expect(beyondEdge([900, 1260], [1800, 1200])).toEqual({ edge: "north", along: 900 });
  expect(beyondEdge([-80, 1230], [1800, 1200])).toEqual({ edge: "west", along: 1200 });
});

const told = (n: number, part: "sent" | "delivered" | "received", whom: string, words = ""): TableEvent => madeEvent({ n, turn: n, units: { whom }, values: { words }, letter: { part, who: "whom", text: "words" } });

test("letters: the newest first, and those on the road with their courier", () => {
  const rider = { id: "r", leader: "me", to: "orlov", x: 0, y: 0, to_x: 0, to_y: 0, carries: "", arrives: 5 } as RiderPicture;
  const found = letters([told(1, "sent", "orlov", "first"), told(2, "sent", "orlov", "second"), madeEvent({ n: 9, kind: "message" }), told(3, "delivered", "orlov"), told(4, "received", "orlov", "answer")], [rider]);
  expect(found.map((letter) => [letter.text, letter.received, letter.rider?.arrives ?? 0])).toEqual([["answer", true, 0], ["second", false, 5], ["first", false, 0]]);
});

test("areas, lines and tokens are drawn by their style and say what they are", () => {
  const outline: [number, number][] = [[0, 0], [20, 0], [20, 20]];
  const picture = {
    areas: [madeArea({ id: "f", words: "the farm burns", style: "fire", outline }), madeArea({ id: "m", words: "<mill>", style: "hatched", outline }), madeArea({ id: "r", words: "his reach", outline, of: "ney" })],
    lines: [madeLine({ words: "light works", style: "teeth", points: [[0, 0], [60, 0]], side: "French" }), madeLine({ words: "a gap", style: "gap", points: [[0, 0], [20, 0]] }), madeLine({ words: "a plan", points: [[0, 0], [9, 9]], layer: "plans" })],
    tokens: [madeToken({ words: "a boat with 1/3e", glyph: "boat", side: "French" }), madeToken({ words: "three guns", glyph: "guns", count: 3, label: "3 abandoned" })],
  };
  const drawn = ground(picture, { French: "france" }, sheet, (layer) => !layer);
  for (const words of ["the farm burns", "&lt;mill&gt;", "light works", "a gap", "a boat with 1/3e", ">3 abandoned<"]) expect(drawn).toContain(words);
  for (const words of ["his reach", "a plan"]) expect(drawn).not.toContain(words);
  expect(drawn).toContain("n-france");
  expect(drawn.match(/class="gun"/g)).toHaveLength(3);
  expect(ground(picture, {}, sheet, () => true)).toContain("a plan");
  expect(owned(picture.areas, (id) => id === "ney", {}, 0, sheet)).toContain("his reach");
  expect(owned([madeArea({ of: "ney", spaces: [[1, 1]] })], () => true, {}, 120, sheet)).toContain("space-reach");
  expect(ground({ areas: [], lines: [], tokens: [] }, {}, sheet, () => true)).toBe("");
});

test("a letter is written by the option that asks for words", () => {
  const words: Option["fields"] = { text: { type: "words", most: 20 } };
  expect(writes([option("a", null), option("b", null, { fields: words })])?.key).toBe("b");
  expect(writes([option("a", null)])).toBeUndefined();
});
