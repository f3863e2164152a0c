import { describe, expect, it } from "vitest";
import { called, formOf, holds, iconOf, measured, named } from "./forms";
import { accepts, begun, companions, fellow, isCourse, isOpen, isQuestion, isSettled, lost, isSpaces, missing, needOf, rollCall, seldom, shown, sorted, spaceAt, spaceOf, spoken, touched } from "./options";
import { between, companies } from "../orders/companies";
import type { Condition, Decision, FieldForm, Option, Picture } from "../lib/types";
import { madeOption, several } from "../lib/made";

const said = (field: string, ...among: string[]): Condition => ({ type: "when", field, among });
const ALWAYS: Condition = { type: "every", of: [] };
const field = (more: Partial<FieldForm> = {}): FieldForm => more as FieldForm;
const ORDER = formOf({ id: "order", blank: "Halt", fields: {
  leader: field({ label: "By", role: "giver" }), movement: field({ brings: { wheel: { degrees: 30 } }, terms: { wheel: { label: "whirl", help: "", icon: "wheel" } } }),
  degrees: field({ shown: { type: "either", of: [said("movement", "wheel"), said("formation", "raft")] }, course: said("formation", "raft"), unit: "°", below: "left", above: "right", zero: "straight" }),
  paces: field({ shown: said("movement", "forward") }), interval: field({ shown: said("formation"), seldom: ALWAYS }),
} });
const MISSION = formOf({ id: "mission", fields: {
  units: field({ role: "told" }), kind: field(),
  objective: field({ seldom: said("kind", "support", "follow_me"), needed: [{ when: said("kind", "attack"), asks: "Where to attack?" }] }),
  ward: field({ shown: said("kind", "support"), seldom: ALWAYS, needed: [{ when: said("kind", "support"), asks: "Whom?" }] }),
} });
const order: Option = madeOption({
  form: ORDER, about: "2-33e", key: "order:2-33e", text: "Orders for 2/33e", rule: "X-1",
  fields: {
    leader: { type: "choice", values: ["perrin"] }, movement: { type: "choice", values: ["", "forward", "wheel"] }, degrees: { type: "number", low: -180, high: 180 },
    paces: { type: "number", low: 0, high: 1200 }, formation: { type: "choice", values: ["", "line"] }, interval: { type: "choice", values: ["open", "closed"] },
  },
  optional: { movement: "", degrees: 0, paces: 0, formation: "", interval: "open" },
});
const done = madeOption({ key: "done", text: "Done" });
const mission: Option = madeOption({
  form: MISSION, key: "mission", text: "A mission", rule: "", fields: { units: several("2-33e", "3-33e"), kind: { type: "choice", values: ["attack", "defense"] }, objective: { type: "spot", width: 100, height: 100 } },
  optional: { objective: null },
});
const ids = new Set(["2-33e", "3-33e", "2-73rd"]);
const decision = (options: Option[], about: Record<string, string> = {}): Decision => ({ id: "d", seat: "s", kind: "d", text: "?", rules: [], about, options, default: { option: "done", values: {} }, done: "", chances: {}, lines: [] });

describe("a decision", () => {
  it("is sorted into what a unit may be told, forms, and plain answers", () => {
    const found = sorted(decision([done, order, mission]), ids);
    expect([...found.about.keys()]).toEqual(["2-33e"]);
    expect(found.forms).toEqual([mission]);
    expect(found.plain).toEqual([done]);
  });
  it("is a question when it is about a unit or has only plain answers", () => {
    expect(isQuestion(decision([done]))).toBe(true);
    expect(isQuestion(decision([done, mission]))).toBe(false);
    expect(isQuestion(decision([mission], { unit: "2-33e" }))).toBe(true);
  });
  it("is a question about several when the odds of all of them are known", () => {
    const several = madeOption({ key: "rally", fields: { units: { type: "several", values: ["2-33e", "3-33e"], most: 0 } }, optional: { units: [] } });
    const odds = { "2-33e": [{ text: "broken", percent: 100, value: -1 }], "3-33e": [] };
    expect(rollCall({ ...decision([several]), chances: odds })?.name).toBe("units");
    expect(isQuestion({ ...decision([several]), chances: odds })).toBe(true);
    expect(rollCall({ ...decision([several]), chances: { "2-33e": [] } })).toBeUndefined();
    expect(isQuestion(decision([several]))).toBe(false);
  });
});

describe("an order", () => {
  it("fills in what leaves no choice, and nothing else", () => expect(begun(order)).toEqual({ leader: "perrin" }));
  it("takes what the selection suggests", () => expect(begun(mission, { units: ["3-33e"] })).toEqual({ units: ["3-33e"] }));
  it("says what is still to be said", () => {
    expect(missing(order, { leader: "perrin" })).toEqual([]);
    expect(missing(mission, { units: [] })).toEqual(["units", "kind"]);
  });
  it("sends only what was said", () => expect(spoken(order, { leader: "perrin", movement: "forward", degrees: 0, stray: 1 })).toEqual({ leader: "perrin", movement: "forward" }));
  it("is untouched until something beyond the given is said", () => {
    expect(touched(order, { leader: "perrin" })).toBe(false);
    expect(touched(order, { leader: "perrin", formation: "line" })).toBe(true);
  });
  it("shows degrees with a wheel, paces with a march, intervals with a formation", () => {
    expect(shown(order, {}, "degrees")).toBe(false);
    expect(shown(order, { movement: "wheel" }, "degrees")).toBe(true);
    expect(shown(order, { movement: "forward" }, "paces")).toBe(true);
    expect(shown(order, { formation: "line" }, "interval")).toBe(true);
    expect(seldom(order, { formation: "line" }, "interval")).toBe(true);
  });
  it("gives a wheel some degrees to begin with", () => {
    expect(companions(order, {}, "movement", "wheel")).toEqual({ degrees: 30 });
    expect(companions(order, { degrees: -10 }, "movement", "wheel")).toEqual({});
  });
});

it("holds values against their domain", () => {
  expect(accepts({ type: "number", low: 0, high: 3 }, 4)).toBe(false);
  expect(accepts({ type: "several", values: ["a"], most: 1 }, ["a"])).toBe(true);
  expect(accepts({ type: "words", most: 2 }, "hold the bridge")).toBe(false);
});

it("knows the spaces of a board from their names, and finds the one that is clicked", () => {
  expect(isSpaces({ type: "choice", values: ["0,1", "10,2"] })).toBe(true);
  expect(isSpaces({ type: "choice", values: ["forward"] })).toBe(false);
  expect(spaceAt([239, 10], 120)).toBe("1,0");
  expect(spaceOf("1,0")).toEqual([1, 0]);
});

it("says the same to another unit by the option of the same form", () => {
  const of = (key: string, id: string) => madeOption({ key, form: formOf({ id }) });
  expect(fellow(of("1", "order"), [of("2", "mark"), of("3", "order")])?.key).toBe("3");
  expect(fellow(of("1", "step"), [of("2", "turn")])).toBeUndefined();
});

it("reads conditions on other fields", () => {
  const values: Record<string, unknown> = { a: "x", none: "", no: "no", list: [], zero: 0 }, is = (condition: Condition) => holds(condition, (name) => values[name]);
  expect([said("a"), said("a", "x", "y"), said("a", "y"), said("none"), said("no"), said("list"), said("missing"), said("zero")].map(is)).toEqual([true, true, false, false, false, false, false, true]);
  expect([ALWAYS, { type: "every", of: [said("a"), said("none")] } as Condition, { type: "either", of: [said("a"), said("none")] } as Condition, { type: "either", of: [] } as Condition].map(is)).toEqual([true, false, true, false]);
  expect([{ type: "neither", of: [said("none"), said("missing")] } as Condition, { type: "neither", of: [said("none"), said("a")] } as Condition].map(is)).toEqual([true, false]);
});

it("calls fields and values as the form has them, and by their own names otherwise", () => {
  expect([named(order, "leader"), named(order, "formation"), called(order, "movement", "wheel"), called(order, "movement", "go_round"), iconOf(order, "movement", "wheel"), iconOf(order, "movement", "x")]).toEqual(["By", "Formation", "whirl", "go round", "wheel", ""]);
  expect([0, -5, 5].map((n) => measured(order, "degrees", n))).toEqual(["straight", "5° left", "5° right"]);
  expect(isCourse(order, { formation: "raft" }, "degrees")).toBe(true);
  expect(isCourse(order, { movement: "wheel" }, "degrees")).toBe(false);
  expect(isSettled(order, "leader")).toBe(true);
  expect(named(madeOption({ fields: { of_old: { type: "yes_no" } } }), "of_old")).toBe("Of old");
});

it("asks for what the mission that is chosen needs, and for nobody's ward otherwise", () => {
  const form: Option = { ...mission, fields: { ...mission.fields, ward: { type: "choice", values: ["", "2-33e", "3-33e"] }, kind: { type: "choice", values: ["attack", "defense", "support", "follow_me"] } }, optional: { objective: null, ward: "" } };
  const told = (kind: string, more = {}) => ({ units: ["3-33e"], kind, ...more });
  expect(missing(form, told("support"))).toEqual(["ward"]);
  expect(missing(form, told("support", { ward: "2-33e" }))).toEqual([]);
  expect(seldom(form, told("support"), "ward")).toBe(false);
  expect(missing(form, told("attack"))).toEqual(["objective"]);
  expect(missing(form, told("defense"))).toEqual([]);
  expect(needOf(form, told("support"), "ward")?.asks).toBe("Whom?");
  expect(shown(form, told("support"), "ward")).toBe(true);
  expect(shown(form, told("follow_me"), "ward")).toBe(false);
});

it("offers no form in which nobody can be chosen", () => {
  const nobody: Option = { ...mission, fields: { ...mission.fields, units: several() } };
  expect(isOpen(mission)).toBe(true);
  expect(isOpen(nobody)).toBe(false);
  expect(isOpen({ ...nobody, optional: { units: [] } })).toBe(false);
  expect(sorted(decision([done, nobody]), ids).forms).toEqual([]);
});

it("takes a range of the list, whichever end comes first", () => {
  expect(between(["a", "b", "c", "d"], "c", "a")).toEqual(["a", "b", "c"]);
  expect(between(["a", "b"], "gone", "b")).toEqual(["b"]);
});

it("groups people by formation, whoever belongs to none last", () => {
  const picture = { formations: [{ name: "Right", leader: "l", units: ["b"], formations: [{ name: "Guard", leader: "", units: ["a", "x"], formations: [] }] }] } as unknown as Picture;
  expect(companies(picture, ["a", "b", "c"]).map((group) => [group.name, ...group.ids])).toEqual([["Right", "b"], ["Guard", "a"], ["", "c"]]);
});

it("knows what of a standing order would be lost, and what is kept of it", () => {
  const stands = { movement: "wheel", degrees: 30, leader: "a", nowhere: "x" }, option: Option = { ...order, fields: { ...order.fields } };
  expect(lost(option, { movement: "wheel" }, stands)).toContain("degrees");
  expect(lost(option, { movement: "wheel" }, stands)).not.toContain("movement");
  expect(lost(option, {}, stands)).not.toContain("nowhere");
  expect(lost(option, { ...stands }, stands)).toEqual([]);
});
