/** Words for fingers: on a screen that is touched one taps, and there are no keys. */

/** A key in brackets after what it does, as the languages of the page call it. */
const KEY = / \((?:(?:Shift|Umschalt|Maj) )?(?:[^\s()]|Tab|Esc|Space|Leertaste|Espace|Home|Pos1|Début|End|Ende|Fin)\)/g;

export const isTouched = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

export const keyless = (text: string): string => text.replace(KEY, "");

/** All words of a page, however deep they lie and whatever they are made of, each said with this. */
export function resaid<W>(words: W, say: (text: string) => string): W {
  if (typeof words === "string") return say(words) as W;
  if (typeof words === "function") return ((...given: unknown[]) => resaid((words as (...all: unknown[]) => unknown)(...given), say)) as W;
  if (Array.isArray(words)) return words.map((each) => resaid(each as unknown, say)) as W;
  if (words && typeof words === "object") return Object.fromEntries(Object.entries(words).map(([name, each]) => [name, resaid(each as unknown, say)])) as W;
  return words;
}
