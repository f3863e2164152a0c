import type { PlaceWords } from "./words";

export const fr: PlaceWords = {
  places: { play: "Jouer", battles: "Mes batailles", rules: "Règles", odds: "Chances", laboratory: "Laboratoire", settings: "Réglages" },
  skip: "Aller au contenu",
  main: "Menu principal",
  theme: "Clair, sombre, couleurs pour tous les yeux",
  awaited: (n) => (n === 1 ? "1 bataille vous attend" : `${n} batailles vous attendent`),
  loading: "Un instant …",
  lost: "Le serveur ne répond pas.",
};
