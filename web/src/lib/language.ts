/** In which language the page speaks. Words of the rules come from the server in English. */

export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français" } as const;
export type Language = keyof typeof LANGUAGES;

export const isLanguage = (word: unknown): word is Language => typeof word === "string" && Object.hasOwn(LANGUAGES, word);

/** The language that was chosen, or else the browser's own, where the page speaks it. */
function chosen(): Language {
  try {
    const { language } = JSON.parse(localStorage.getItem("grognard.prefs") ?? "{}") as { language?: unknown };
    if (isLanguage(language)) return language;
  } catch {
    // Nothing is kept here: the browser's own.
  }
  const own = typeof navigator === "undefined" ? "" : navigator.language.slice(0, 2);
  return isLanguage(own) ? own : "en";
}

export const language: Language = chosen();
if (typeof document !== "undefined") document.documentElement.lang = language;

/** What another language must have so that no word is missing: the same names, with any words. */
export type Said<W> = W extends string
  ? string
  : W extends (...given: infer G) => infer R
    ? (...given: G) => Said<R>
    : W extends object
      ? { readonly [N in keyof W]: Said<W[N]> }
      : W;

/** The words of a part of the page in the language that was chosen; those of the others are never fetched. */
export async function spoken<W>(en: W, others: Record<Exclude<Language, "en">, () => Promise<Said<W>>>): Promise<Said<W>> {
  return language === "en" ? (en as Said<W>) : await others[language]();
}
