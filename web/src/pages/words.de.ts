import type { PlaceWords } from "./words";

export const de: PlaceWords = {
  places: { play: "Spielen", battles: "Meine Schlachten", rules: "Regeln", odds: "Chancen", laboratory: "Labor", settings: "Einstellungen" },
  skip: "Direkt zum Inhalt",
  main: "Hauptmenü",
  theme: "Hell, dunkel, Farben für alle Augen",
  awaited: (n) => (n === 1 ? "1 Schlacht wartet auf Sie" : `${n} Schlachten warten auf Sie`),
  loading: "Einen Augenblick …",
  lost: "Der Server antwortet nicht.",
};
