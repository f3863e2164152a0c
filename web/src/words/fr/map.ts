/** The map, what lies on it, and the tools upon it. */

import type { Said } from "../../lib/language";
import type * as en from "../en/map";
import { large } from "../rules";
import { count, figures } from "./numbers";

export const tools: Said<typeof en.tools> = {
  sight: "Ligne de vue (S)",
  reach: "Jusqu’où l’ennemi atteint (E)",
  legend: "Légende de la carte (K)",
  ground: "Ce qui est sous le pointeur (G)",
  sightTitle: "Ligne de vue",
  sightHint: "Cliquez deux endroits ou unités, ou tirez un trait de l’un à l’autre.",
  rulerHint: "Cliquez deux endroits, ou tirez un trait de l’un à l’autre.",
  seen: "En vue",
  hidden: "Caché",
  mutual: "La vue est réciproque : qui n’est pas vu ne voit pas non plus.",
  onEdge: "Le terrain en coupe",
  feet: "pieds",
  high: (feet) => `${figures(feet)} pieds`,
  reachTitle: "Portée de l’ennemi",
  reachNone: "Aucun canon en batterie ni personne qui pourrait charger n’est en vue.",
  reachNote: "En terrain découvert. Ce que ses canons ne voient pas reste clair.",
  charge: "charge",
  key: {
    title: "Légende de la carte", troops: "Troupes", losses: "un dixième des hommes perdus, chacun", sides: "Couleurs", ranges: "Portées de l’unité en main", ground: "Terrain", hand: "En main",
    line: "Ligne", column: "Colonne", square: "Carré", loose: "Tirailleurs", horse: "Cavalerie", guns: "Canons en batterie", limbered: "Canons sur avant-train",
    wood: "Bois", fields: "Cultures, labours", relief: "Hauteurs, tous les 20 pieds ; les traits descendent", water: "Eau", road: "Route", built: "Bâtiments", smoke: "Fumée de poudre", selected: "Choisi", ordered: "Chemin ordonné", sight: "Vu, caché", find: "Chercher un signe ou un mot", glossary: "Glossaire",
    signs: "Encore sur la carte", leader: "Chef, avec son rang", aide: "Aide de camp en route", ghost: "Ennemi où il fut vu", locked: "Aux prises au corps à corps", aim: "Cible permise, défendue", meant: "Ce que les officiers comptent faire", squares: "Les carrés se nomment par lettre et chiffre",
  },
};

export const map: Said<typeof en.map> = {
  name: "Carte du champ de bataille",
  paces: "pas",
  north: "N",
  commander: (name) => `${name}, commandant`,
  men: (n) => count(n, "homme", "hommes"),
  guns: (n) => count(n, "canon", "canons"),
  brigade: (name, units, much) => `${name}, ${count(units, "unité", "unités")}, ${much}`,
  layers: "Sur le terrain",
  aide: (turn) => `aide de camp, arrive au tour ${turn}`,
  crossKeys: "les flèches le déplacent, Maj de plus loin, Page haut et bas d’unité en unité, Entrée le prend, encore une fois donne l’ordre contre la cible ; laisser (Esc)",
  /** Who is under the cross. */
  met: (name: string, side: string, own: boolean, inHand: boolean, aimed: boolean) => `${name}${own ? "" : `, ennemi (${side})`}${inHand ? ", en main" : aimed ? ", visée" : ""}`,
  measured: (far, degrees, square) => `${far} · ${degrees}° · ${square}`,
  range: (paces, band) => `${figures(paces)} pas${band ? ` · ${band}` : ""}`,
  stick: (n, one, many) => count(n, one, many),
  spaces: (n) => count(n, "case", "cases"),
  ghost: (name, turn) => `${name}, vu au tour ${turn}`,
  ghostMark: (name, turn) => `${name} ? tour ${turn}`,
};

export const menu: Said<typeof en.menu> = {
  ground: "Ici",
  lay: (what) => `${large(what)} …`,
  brigade: (name) => `Tous de ${name}`,
  target: "En faire la cible",
  odds: (unit) => `Chances de ${unit} contre lui`,
  march: (unit) => `${unit} marche jusqu’ici`,
  here: "Cet endroit",
  units: "Ses unités en main",
  himself: "Lui-même en main",
  centre: "Au milieu de la carte",
};
