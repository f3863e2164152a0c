import type { PlaceWords } from "./words";

export const fr: PlaceWords = {
  places: { play: "Jouer", battles: "Mes batailles", rules: "Règles", odds: "Chances", settings: "Réglages" },
  main: "Menu principal",
  theme: "Clair, sombre, couleurs pour tous les yeux",
  loading: "Un instant …",
  lost: "Le serveur ne répond pas.",
};
