import { expect, test } from "vitest";
import type { CardPicture, Extras } from "../lib/types";
import type { Decision, Option, Picture, RiderPicture, TableEvent } from "../lib/types";
import { card, saidCard, tabs, threads, turnedAbout, zones } from "../map/cards";
import { hasSky } from "../map/extras";
import { Sheet } from "../map/geometry";
import { scenery, sign } from "../map/scenery";
import { beyondEdge, dummy, groups, single } from "./groups";
import { letters } from "./letters";
import { S } from "./text";
import { madeEvent, madeOption } from "../lib/made";

const CARD: CardPicture = {
  id: "french-card-1", key: "", name: "card 1 of the french", side: "French", own: false, x: 100, y: 100, heading: 90, covered: true, arm: "", infantry: 0, cavalry: 0, batteries: 0,
  counter: false, units: [], dummy: false, crowded: false, hits: 0, to: null,
};
const OWN: CardPicture = { ...CARD, id: "card-1", key: "card-1", name: "Marchal's detachment (1st Division)", own: true, arm: "infantry", infantry: 3, units: ["a", "b"] };
const sheet = new Sheet(0.6, 1800, 1200);
const option = (key: string, fields: Option["fields"] = {}, optional: Option["optional"] = {}, text = key): Option => madeOption({ key, text, fields, optional });
const deploy = (...options: Option[]): Decision => ({ id: "deploy", seat: "french", kind: "deploy", text: "", rules: [], about: {}, options, default: { option: "done", values: {} }, done: "", chances: {} });
const unit = (id: string, x: number, y: number) => ({ id, name: id, own: true, where: "table", x, y, heading: 90 });

test("a covered card shows nothing but whose it is", () => {
  const drawn = card({ ...CARD, infantry: 4 }, 0.6);
  expect(drawn).toContain("card-back");
  expect(drawn).not.toContain("card-count");
  expect(saidCard(CARD)).toBe("card 1 of the french, face down");
});

test("an open card shows arms and how many of each", () => {
  const drawn = card({ ...CARD, covered: false, infantry: 2, batteries: 1 }, 0.6);
  expect(drawn.match(/card-count/g)).toHaveLength(2);
  expect(saidCard({ ...CARD, covered: false, infantry: 2, batteries: 1 })).toContain("2 infantry, 1 battery");
});

test("one's own card is a frame with its state on a tab, and threads to its troops", () => {
  expect(card({ ...OWN, crowded: true, hits: 2 }, 0.6)).toMatch(/Marchal&#39;s detachment · crowded · 2 hits</);
  expect(card(OWN, 0.3)).not.toContain("card-tab");
  expect(threads(OWN, new Map([["a", { x: 0, y: 0 }], ["b", { x: 10, y: 0 }]]), sheet).match(/M/g)).toHaveLength(2);
  expect(tabs([OWN, CARD], sheet)).toHaveLength(1);
});

test("what lies outside the zone is in shade", () => {
  const zone: [number, number][][] = [[[0, 0], [650, 0], [650, 1200], [0, 1200]]];
  expect(zones(zone, sheet)).toContain("zone-out");
  expect(zones([], sheet)).toBe("");
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
  const own = { ...OWN, dummy: true };
  expect(dummy(own, [deploy(option("undummy"))])?.option).toBe("dummy");
  expect(dummy(own, [{ ...deploy(option("dummy_card", { card: { type: "choice", values: ["card-1"] } })), kind: "command" }])?.option).toBe("dummy_card");
  expect(dummy(own, [])).toBeNull();
  expect(dummy({ ...own, dummy: false }, [deploy(option("undummy"))])).toBeNull();
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

test("fires, works, obstacles and boats are drawn and say what they are", () => {
  const outline: [number, number][] = [[0, 0], [20, 0], [20, 20]];
  const picture: Extras = {
    structures: [{ id: "f", name: "the farm", outline, burning: true, since: 4, cover: "", ruined: false }, { id: "m", name: "<mill>", outline, burning: false, since: 0, cover: "", ruined: true }],
    works: [{ id: "w", side: "French", kind: "works", points: [[0, 0], [60, 0]], text: "light works", level: 1 }, { id: "g", side: "", kind: "gap", points: [[0, 0], [20, 0]], text: "a gap", level: 0 }],
    boats: [{ id: "boat", side: "French", own: true, x: 5, y: 5, men: 40, aboard: ["u"] }],
  };
  const drawn = scenery(picture, { French: "france" }, sheet, () => "1/3e");
  for (const words of ["the farm burns since turn 4", "&lt;mill&gt;, in ruins", "light works", "a gap", "carries 40 men, aboard: 1/3e"]) expect(drawn).toContain(words);
  expect(drawn).toContain("n-france");
  expect(scenery({}, {}, sheet, String)).toBe("");
});

test("men who lie down bear a mark; others do not", () => {
  expect(sign(["first volley", "lying down"], [0, 0])).toContain("lying down");
  expect(sign(["first volley"], [0, 0])).toBe("");
});

test("a clear day needs no sky", () => {
  expect([hasSky({ light: "day", weather: "clear" }), hasSky({}), hasSky({ light: "darkness" }), hasSky({ light: "day", weather: "fog" })]).toEqual([false, false, true, true]);
});

test("options are called by their names, unknown ones by their own words", () => {
  expect([S.options.name("cards"), S.options.name("new_rule"), S.options.value("scale", 20), S.options.value("cards", true), S.options.value("light", "darkness")]).toEqual(["Cards and dummies", "New rule", "1 : 20", "yes", "darkness"]);
});
