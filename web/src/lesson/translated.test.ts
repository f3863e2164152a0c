import { expect, test } from "vitest";
import type { Lesson } from "../lib/types";
import { translated } from "./translated";

const lesson = {
  title: "Drill", about: "Every order once.", system: "s", side: "A", ending: "That was it.",
  step: [
    { title: "Press [Done]", why: "So {R-1}.", done: {}, compare: [{ drawing: "line", text: "in line" }], wrong: [{ when: {}, say: "No." }] },
    { title: "Again", done: {} },
  ],
  aside: [{ title: "Hit", when: {}, say: "He is hit." }],
  words: { de: { title: "Exerzieren", step: [{ title: "Drücken Sie [Done]", compare: ["in Linie"], wrong: ["Nein."] }, {}], aside: [{ say: "Er ist getroffen." }] } },
} as unknown as Lesson;

test("what is translated is told in that language, and the rest in the author's words", () => {
  const said = translated(lesson, "de");
  expect(said.title).toBe("Exerzieren");
  expect(said.about).toBe("Every order once.");
  expect(said.step[0]).toMatchObject({ title: "Drücken Sie [Done]", why: "So {R-1}.", compare: [{ drawing: "line", text: "in Linie" }], wrong: [{ say: "Nein." }] });
  expect(said.step[1]?.title).toBe("Again");
  expect(said.aside?.[0]).toMatchObject({ title: "Hit", say: "Er ist getroffen." });
  expect(translated(lesson, "fr")).toBe(lesson);
});
