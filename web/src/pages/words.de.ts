import type { PlaceWords } from "./words";

export const de: PlaceWords = {
  places: { play: "Spielen", battles: "Meine Schlachten", rules: "Regeln", odds: "Chancen", settings: "Einstellungen" },
  main: "Hauptmenü",
  theme: "Hell, dunkel, Farben für alle Augen",
  loading: "Einen Augenblick …",
  lost: "Der Server antwortet nicht.",
};
