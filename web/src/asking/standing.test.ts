import { expect, test } from "vitest";
import type { Decision, Option } from "../lib/types";
import { formOf } from "./forms";
import { isQuestion, isYesNo, plainly } from "./options";
import { dropStanding, keepStanding, standingAnswers } from "./standing";

function store() {
  const kept = new Map<string, string>();
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
}

test("an answer for the rest of the battle is kept until one wants to be asked again", () => {
  const here = store();
  keepStanding("a", { kind: "q", option: "no", text: "let it be" }, here);
  expect(keepStanding("a", { kind: "q", option: "yes", text: "do it" }, here)).toEqual([{ kind: "q", option: "yes", text: "do it" }]);
  expect(standingAnswers("b", here)).toEqual([]);
  expect(dropStanding("a", "q", here)).toEqual([]);
  expect(standingAnswers("a", here)).toEqual([]);
});

const option = (key: string, fields: Option["fields"] = {}, optional: Option["optional"] = {}): Option => ({ key, text: key, rule: "", fields, optional, about: "", form: formOf({ id: "" }) });
const asked = (options: Option[], more: Partial<Decision> = {}): Decision => ({ id: "q", seat: "s", kind: "q", text: "?", rules: [], about: {}, options, default: { option: "no", values: {} }, done: "no", chances: {}, lines: [], ...more });
const who = { units: { type: "several" as const, values: ["a", "b"], most: 0 } };

test("yes or no is a question with two answers, not a form", () => {
  const decision = asked([option("no"), option("yes", who, { units: [] })]);
  expect([isYesNo(decision), isQuestion(decision)]).toEqual([true, true]);
  expect(plainly(decision, decision.options[0]!)).toEqual({});
  expect(plainly(decision, decision.options[1]!)).toEqual({ units: ["a", "b"] });
  const suggested = asked(decision.options, { default: { option: "yes", values: { units: ["b"] } } });
  expect(plainly(suggested, decision.options[1]!)).toEqual({ units: ["b"] });
});

test("what asks for more than who is a desk", () => {
  const desk = asked([option("done"), option("order", { ...who, word: { type: "choice", values: ["x", "y"] } })]);
  expect([isYesNo(desk), isQuestion(desk)]).toEqual([false, false]);
});
