/** Words that all places beside the table share. */

import { spoken } from "../lib/language";

const en = {
  places: { play: "Play", battles: "My battles", rules: "Rules", odds: "Odds", laboratory: "Laboratory", settings: "Settings" },
  skip: "Skip to the page itself",
  main: "Main",
  theme: "Light, dark, colours for all eyes",
  awaited: (n: number) => (n === 1 ? "1 battle waits for you" : `${n} battles wait for you`),
  loading: "A moment …",
  lost: "The server does not answer.",
};
export type PlaceWords = typeof en;

export const W = await spoken(en, { de: async () => (await import("./words.de")).de, fr: async () => (await import("./words.fr")).fr });
