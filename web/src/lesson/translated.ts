/** A lesson in the language of the page, where its author wrote it down; else, and for what is missing, in his own words. */

import { language, type Language } from "../lib/language";
import type { Lesson, LessonOffer } from "../lib/types";

export function translated(lesson: Lesson, into: Language = language): Lesson {
  const said = lesson.words?.[into];
  if (!said) return lesson;
  return {
    ...lesson,
    title: said.title || lesson.title,
    about: said.about || lesson.about,
    ending: said.ending || lesson.ending,
    step: lesson.step.map((step, at) => {
      const own = said.step?.[at];
      if (!own) return step;
      return {
        ...step,
        title: own.title || step.title,
        why: own.why || step.why,
        then: own.then || step.then,
        passed: own.passed || step.passed,
        missed: step.missed && { ...step.missed, say: own.missed || step.missed.say },
        compare: step.compare?.map((each, n) => ({ ...each, text: own.compare?.[n] || each.text })),
        came: step.came?.map((each, n) => ({ ...each, say: own.came?.[n] || each.say })),
        wrong: step.wrong?.map((each, n) => ({ ...each, say: own.wrong?.[n] || each.say })),
      };
    }),
    aside: lesson.aside?.map((each, at) => ({ ...each, title: said.aside?.[at]?.title || each.title, say: said.aside?.[at]?.say || each.say })),
  };
}

export const offered = (lesson: LessonOffer, into: Language = language): LessonOffer => ({ ...lesson, title: lesson.words?.[into]?.title || lesson.title, about: lesson.words?.[into]?.about || lesson.about });
