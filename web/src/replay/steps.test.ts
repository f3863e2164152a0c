import { expect, it } from "vitest";
import type { Moment } from "../lib/types";
import { alike, around, nextTurn, stepOf, turnMarks } from "./steps";
import { madeEvent } from "../lib/made";

const moment = (n: number, turn: number, phase: string, first: number, last: number): Moment => ({ n, turn, phase, first, last });
const steps = [moment(0, 1, "", -1, -1), moment(1, 1, "command", 1, 3), moment(2, 1, "movement", 5, 8), moment(3, 2, "movement", 10, 14), moment(4, 4, "command", 20, 20)];

it("finds the step in which something was told", () => {
  expect([1, 3, 7, 20].map((n) => stepOf(steps, n))).toEqual([1, 1, 2, 4]);
  expect([-1, 4, 21].map((n) => stepOf(steps, n))).toEqual([-1, -1, -1]);
});
it("goes from turn to turn", () => {
  expect([0, 1, 2, 3, 4].map((at) => nextTurn(steps, at, 1))).toEqual([3, 3, 3, 4, 5]);
  expect([4, 3, 2, 1, 0].map((at) => nextTurn(steps, at, -1))).toEqual([3, 1, 1, 0, 0]);
});
it("sees when something was taken back", () => {
  expect(alike(steps.slice(0, 3), steps)).toBe(true);
  expect(alike(steps, steps.slice(0, 3))).toBe(false);
  expect(alike(steps, steps.map((step) => (step.n === 2 ? { ...step, last: 7 } : step)))).toBe(false);
});
it("marks turns, and numbers those that find room", () => {
  const marks = turnMarks(steps, 100);
  expect(marks.map((mark) => mark.turn)).toEqual([1, 2, 4]);
  expect(marks.map((mark) => mark.named)).toEqual([true, true, false]);
  expect(turnMarks(steps, 20).some((mark) => mark.named)).toBe(false);
});
it("cuts what was told about a step out of a long log", () => {
  const events = Array.from({ length: 30 }, (_, n) => madeEvent({ n, text: "x" }));
  expect(around(events, steps[2]!, 2, 1).map((event) => event.n)).toEqual([3, 4, 5, 6, 7, 8, 9]);
  expect(around(events, steps[0]!, 2, 3).map((event) => event.n)).toEqual([0, 1, 2]);
  expect(around(events, steps[4]!, 1, 1).map((event) => event.n)).toEqual([19, 20, 21]);
});
