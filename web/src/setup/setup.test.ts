import { expect, test } from "vitest";
import type { CardPicture } from "../lib/types";
import type { Decision, Option, Picture, RiderPicture, TableEvent } from "../lib/types";
import { card, sizeOf, tabs, threads, turnedAbout } from "../map/cards";
import { Sheet } from "../map/geometry";
import { ground, lit, owned } from "../map/layers";
import { beyondEdge, dummy, groups, single } from "./groups";
import { letters } from "./letters";
import { S } from "./text";
import { madeArea, madeEvent, madeLine, madeOption, madeToken } from "../lib/made";

const CARD: CardPicture = {
  id: "french-card-1", key: "", name: "card 1 of the french", words: "card 1 of the french, face down", side: "French", own: false, x: 100, y: 100, heading: 90, wide: 220, deep: 170, face: "back", signs: [], label: "", tone: "ink",
  units: [], hollow: false, to: null,
};
const OWN: CardPicture = { ...CARD, id: "card-1", key: "card-1", name: "Marchal's detachment (1st Division)", own: true, face: "frame", signs: [{ arm: "infantry", count: 3 }], label: "Marchal's detachment", units: ["a", "b"] };
const sheet = new Sheet(0.6, 1800, 1200);
const option = (key: string, fields: Option["fields"] = {}, optional: Option["optional"] = {}, text = key): Option => madeOption({ key, text, fields, optional });
const deploy = (...options: Option[]): Decision => ({ id: "deploy", seat: "french", kind: "deploy", text: "", rules: [], about: {}, options, default: { option: "done", values: {} }, done: "", chances: {} });
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
  const place = option("place:group-1", {}, { heading: 90 }, "Foy, 2 units");
  const [found] = groups(deploy(place), picture);
  expect([found?.name, found?.units.length, found?.spot, found?.heading]).toEqual(["Foy", 2, [20, 30], 90]);
  const [onCard] = groups(deploy(option("place:card-1", {}, { heading: 90 })), { ...picture, cards: [OWN] });
  expect([onCard?.card?.id, onCard?.spot]).toEqual(["card-1", [100, 100]]);
  expect(single("a", deploy(option("unit:a")), picture)?.option).toBe("unit:a");
  expect(single("a", deploy(), picture)).toBeNull();
});

test("a dummy is laid anew before the battle, and sent on later", () => {
  const own = { ...OWN, hollow: true };
  expect(dummy(own, [deploy(option("undummy"))])?.option).toBe("dummy");
  expect(dummy(own, [{ ...deploy(option("dummy_card", { card: { type: "choice", values: ["card-1"] } })), kind: "command" }])?.option).toBe("dummy_card");
  expect(dummy(own, [])).toBeNull();
  expect(dummy({ ...own, hollow: false }, [deploy(option("undummy"))])).toBeNull();
});

test("a spot beyond the table belongs to the edge that it is farthest over", () => {
  expect(beyondEdge([900, 600], [1800, 1200])).toBeNull();
  expect(beyondEdge([900, 1260], [1800, 1200])).toEqual({ edge: "north", place: 900 });
  expect(beyondEdge([-80, 1230], [1800, 1200])).toEqual({ edge: "west", place: 1200 });
});

const told = (n: number, kind: string, to: string, text = ""): TableEvent => madeEvent({ n, kind, turn: n, phase: "command", units: { leader: "me", to }, values: { text } });

test("letters: the newest first, and those on the road with their courier", () => {
  const rider = { id: "r", leader: "me", to: "orlov", x: 0, y: 0, to_x: 0, to_y: 0, carries: "", arrives: 5 } as RiderPicture;
  const found = letters([told(1, "message_sent", "orlov", "first"), told(2, "message_sent", "orlov", "second"), told(3, "message_arrived", "orlov"), told(4, "message", "me", "answer")], [rider]);
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

test("options are called by their names, unknown ones by their own words", () => {
  expect([S.options.name("cards"), S.options.name("new_rule"), S.options.value("scale", 20), S.options.value("cards", true), S.options.value("light", "darkness")]).toEqual(["Cards and dummies", "New rule", "1 : 20", "yes", "darkness"]);
});
