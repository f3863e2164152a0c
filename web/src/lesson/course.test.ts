import { describe, expect, it } from "vitest";
import { madeEvent, madeOption, madeUnit } from "../lib/made";
import type { Table } from "../lib/store.svelte";
import type { Lesson, LessonStep, Option, TableEvent, UnitPicture } from "../lib/types";
import { Course } from "./course.svelte";
import { begun, isLearnt } from "./keeping";

interface Asked { id: string; kind: string; about: Record<string, string>; options: Option[]; lines: []; default: { option: string; values: object } }

/** A table with no server behind it: tests say what happens at it. */
class Bench {
  data: { game: string; turn: number; phase: string; over: object | null } = { game: "g", turn: 1, phase: "orders", over: null };
  events: TableEvent[] = [];
  said: { option: string; values: Record<string, unknown>; after: number }[] = [];
  selected: string[] = [];
  past = null;
  working = false;
  post = { sending: false };
  asked = 0;
  units = new Map<string, UnitPicture>([["a", madeUnit({ id: "a" })]]);
  desk = { option: null, draft: null, isTouched: false };
  decisions: Asked[] = [];
  usual = 0;

  constructor() {
    this.orders();
  }
  get decision() {
    return this.decisions[this.asked] ?? null;
  }
  get question() {
    return this.decision?.kind === "fire";
  }
  async caughtUp() {}
  async done() {
    this.usual++;
    this.orders();
  }
  async answer(option: Option, values: Record<string, unknown> = {}) {
    this.say(option.key, values);
    return true;
  }

  orders(...keys: string[]) {
    const field = { to: { type: "words", values: ["x"] } } as unknown as Option["fields"];
    this.decisions = [{ id: "orders", kind: "orders", about: {}, lines: [], default: { option: "done", values: {} }, options: ["done", ...(keys.length ? keys : ["order:a"])].map((key) => madeOption({ key, fields: key === "done" ? {} : field })) }];
  }
  fires() {
    this.decisions = [{ id: "fire", kind: "fire", about: { unit: "a" }, lines: [], default: { option: "all", values: {} }, options: [madeOption({ key: "all" }), madeOption({ key: "hold" })] }];
  }
  say(option: string, values: Record<string, unknown> = {}) {
    this.said = [...this.said, { option, values, after: this.events.length }];
  }
  happens(kind: string, units: Record<string, string> = {}) {
    this.events = [...this.events, madeEvent({ n: this.events.length, kind, units, text: `${kind}.` })];
  }
  turn() {
    this.data = { ...this.data, turn: this.data.turn + 1 };
    this.happens("turn");
  }
}

const ORDER: LessonStep = { title: "Order it", done: { answered: { option: "order:a", values: { formation: "line" } } }, light: ["unit:a"], show: [{ select: "a" }, { option: "order:a", values: { formation: "line" } }] };
const OBEYED: LessonStep = { title: "Press Done", done: { event: { kind: "formed", unit: "a" } }, show: [{ option: "done" }], missed: { when: { event: { kind: "turn" } }, steps: 1, say: "It has not formed: order it again." } };
const WAIT: LessonStep = { title: "Let them come", done: { event: { kind: "volley" } }, show: [{ option: "done" }], then: "So it goes." };

function held(...step: LessonStep[]): { bench: Bench; course: Course } {
  const bench = new Bench(), lesson = { title: "L", about: "", system: "s", side: "A", step } as Lesson;
  return { bench, course: new Course(bench as unknown as Table, "l", lesson, begun("l")) };
}

describe("a step is done by what it asks for", () => {
  it("and asked again when the order is taken back", () => {
    const { bench, course } = held(ORDER, OBEYED);
    bench.say("order:a", { formation: "line" });
    course.look();
    expect([course.at, course.heard.length, course.ends]).toEqual([1, 1, ["done"]]);
    bench.said = [];
    course.look();
    expect([course.at, course.heard.length, course.ends]).toEqual([0, 0, []]);
    bench.say("order:a", { formation: "line" });
    course.look();
    expect(course.at).toBe(1);
  });

  it("also while its last words are read, and after the last step", () => {
    const { bench, course } = held({ ...ORDER, then: "Read this." });
    bench.say("order:a", { formation: "line" });
    course.look();
    expect(course.reading).toBe(true);
    bench.said = [];
    course.look();
    expect([course.reading, course.at]).toEqual([false, 0]);
    bench.say("order:a", { formation: "line" });
    course.look();
    course.goOn();
    expect(course.ended).toBe(true);
    bench.said = [];
    course.look();
    expect([course.ended, course.at]).toEqual([false, 0]);
  });

  it("and asked again when what it led to did not come, because another order replaced it", () => {
    const { bench, course } = held(ORDER, OBEYED);
    bench.say("order:a", { formation: "line" });
    course.look();
    bench.say("order:a", { formation: "" });
    bench.turn();
    course.look();
    expect([course.at, course.remark]).toEqual([0, "It has not formed: order it again."]);
    bench.say("order:a", { formation: "line" });
    bench.happens("formed", { unit: "a" });
    course.look();
    expect(course.ended).toBe(true);
  });

  it("what is done while the last words of the step before are read counts", () => {
    const { bench, course } = held(WAIT, ORDER);
    bench.happens("volley");
    course.look();
    expect(course.reading).toBe(true);
    bench.say("order:a", { formation: "line" });
    course.goOn();
    expect(course.ended).toBe(true);
  });
});

it("an answer given at once counts for the steps that lead up to it", () => {
  const { bench, course } = held({ title: "Take it in hand", done: { any: [{ selected: "a" }, { answered: { option: "order:a" } }] } }, { title: "Lay it out", done: { any: [{ laid: { option: "order:a" } }, { answered: { option: "order:a" } }] } }, ORDER, ORDER);
  bench.say("order:a", { formation: "line" });
  course.look();
  expect(course.at).toBe(3);
});

it("what happened while a step was asked does not do the next one when it is skipped", () => {
  const { bench, course } = held(ORDER, OBEYED);
  bench.happens("formed", { unit: "a" });
  course.look();
  course.skip();
  expect([course.at, course.ended]).toEqual([1, false]);
});

it("what an answer led to may be here before the answer counts as given", () => {
  const { bench, course } = held({ ...ORDER, gone: { event: { kind: "formed" } } });
  bench.post.sending = true;
  bench.happens("formed", { unit: "a" });
  course.look();
  bench.say("order:a", { formation: "line" });
  bench.post.sending = false;
  course.look();
  expect(course.ends).toEqual(["done"]);
});

describe("there is always a way on", () => {
  it("a question that the lesson does not speak of is pointed at, and answered as is usual where it is shown", async () => {
    const { bench, course } = held(ORDER, OBEYED);
    bench.fires();
    course.look();
    expect(course.hindrance).toBe("asked");
    await course.show();
    expect([bench.usual, course.trouble]).toEqual([1, false]);
    course.look();
    expect(course.hindrance).toBe("");
  });

  it("a question that it waits for is not", () => {
    const { bench, course } = held({ title: "Say how", done: { event: { kind: "combat" } }, show: [{ option: "hold" }] }, { title: "Until asked", done: { all: [{ asked: { kind: "fire" } }, { turn: 2 }] }, show: [{ option: "done" }] });
    bench.fires();
    course.look();
    expect(course.hindrance).toBe("");
    course.skip();
    expect([course.at, course.hindrance]).toEqual([1, ""]);
  });

  it("not while one's word is still being worked on: what is asked then is of before", () => {
    const { bench, course } = held(ORDER);
    bench.orders("order:b");
    bench.working = true;
    course.look();
    expect(course.hindrance).toBe("");
    bench.working = false;
    course.look();
    expect(course.hindrance).toBe("held");
  });

  it("what cannot be ordered now can be gone on without", () => {
    const { bench, course } = held(ORDER, WAIT);
    bench.orders("order:b");
    course.look();
    expect(course.hindrance).toBe("held");
    course.skip();
    expect([course.at, course.ends, course.heard[0]?.passed]).toEqual([1, ["passed"], true]);
  });

  it("what does not come is not waited for for ever", () => {
    const { bench, course } = held(WAIT);
    for (const expected of ["", "", "waits"]) {
      bench.turn();
      course.look();
      expect(course.hindrance).toBe(expected);
    }
  });

  it("a unit that is lost takes its step with it", () => {
    const { bench, course } = held(ORDER, WAIT);
    bench.units.set("a", madeUnit({ id: "a", where: "lost" }));
    course.look();
    expect([course.at, course.ends]).toEqual([1, ["passed"]]);
  });

  it("with the battle the lesson is over, and what was not done is not learnt", () => {
    const { bench, course } = held(WAIT, ORDER, OBEYED);
    bench.happens("volley");
    bench.data = { ...bench.data, over: {} };
    course.look();
    course.goOn();
    expect([course.ended, course.ends, course.passed]).toEqual([true, ["done", "passed", "passed"], 2]);
  });

  it("whoever goes back loses the words of that step alone", () => {
    const { bench, course } = held(ORDER, WAIT, OBEYED);
    bench.say("order:a", { formation: "line" });
    course.look();
    course.skip();
    course.back();
    expect([course.at, course.heard.map((each) => each.title)]).toEqual([1, ["Order it"]]);
  });
});

it("a lesson is learnt when more of it was done than passed over", () => {
  const progress = { ...begun("l"), ended: true };
  expect([isLearnt(progress), isLearnt({ ...progress, steps: 4, passed: [1] }), isLearnt({ ...progress, steps: 4, passed: [0, 1] }), isLearnt(begun("l"))]).toEqual([true, true, false, false]);
});
