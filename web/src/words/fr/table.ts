/** The table around the map: what is being done, who sits, the panels. */

import type { Said } from "../../lib/language";
import type * as en from "../en/table";
import { figures } from "./numbers";

export const table: Said<typeof en.table> = {
  turn: (n) => `tour ${n}`,
  of: (n) => `sur ${n}`,
  partOf: (step, side) => `${step} : ${side}`,
  done: "Terminé",
  working: "En cours",
  workingHint: "Votre réponse est prise ; ce qui en résulte est en train d’être établi.",
  doneKey: "Ctrl ↵",
  menu: "Plus",
  undo: "Reprendre",
  undone: "Repris.",
  undoAsked: (who) => `C’est déjà connu. Il faut l’accord de : ${who.join(", ")}.`,
  undoWish: (who) => `${who.join(", ")} : souhait de reprendre un coup.`,
  undoWhat: (what) => `Il s’agit de : ${what}.`,
  undoAgree: "Accepter",
  undoRefuse: "Refuser",
  undoAgreed: "vous acceptez",
  undoWaits: "Vous avez demandé à reprendre un coup ; les autres doivent accepter.",
  undoDrop: "Tant pis",
  trouble: "Quelque chose s’est mal passé",
  heldHint: "On peut regarder la bataille ; son hôte peut la faire continuer d’ici.",
  goOn: "Continuer d’ici",
  theme: "Clair, sombre, daltonien",
  help: "Touches et aide",
  leave: "Vers les batailles",
  waiting: "L’autre camp est à l’œuvre",
  thinking: (who) => `On attend : ${who}`,
  looking: "Vous regardez",
  lookingAll: "Vous regardez et voyez tout",
  retrying: "Un nouvel essai se fait de lui-même.",
  reconnecting: "La liaison est coupée. Ce que vous avez dit est gardé ; nouvel essai en cours.",
  unsent: "Une réponse attend d’être envoyée.",
  stale: "La bataille avait avancé avant l’arrivée de votre réponse, qui n’a pas été prise. Donnez-la encore une fois si vous y tenez.",
  gone: "Cette place n’existe pas. Le lien est peut-être ancien ou mal recopié.",
  goneHint: "Redemandez le lien, ou choisissez une bataille.",
  loading: "On met la table",
  field: (w, h) => `Le champ, ${figures(w)} × ${figures(h)} pas`,
  layers: {
    words: "En mots (T)", out: "Plus petit (−)", in: "Plus grand (+)", fit: "Tout le champ (0)", ranges: "Portées (B)", plans: (names) => `${names.join(", ") || "Lignes et zones"} (L)`,
    ruler: "Règle (R)", bare: "Cacher les unités (H)", symbols: "Blocs ou signes de carte (N)", log: "Dépêches", roster: "Troupes",
  },
  levels: { far: "Brigades", middle: "Unités", near: "Compagnies" },
};

export const room: Said<typeof en.room> = {
  force: "Vos troupes",
  field: "Le champ",
  hand: "Ordres",
  log: "Dépêches",
  folded: "Panneaux repliés",
  fold: (name) => `Replier : ${name}`,
  open: (name) => `Ouvrir : ${name}`,
  size: (name) => `Agrandir ou réduire : ${name}`,
  whole: "La carte seule (W)",
};

export const curtain: Said<typeof en.curtain> = {
  title: (who) => `${who}, s’il vous plaît`,
  hint: "L’autre camp détourne les yeux. Rien de ses plans n’est à l’écran.",
  lift: "Je suis là, montrez la table",
  saving: "Tout est gardé ; on peut aussi laisser cela jusqu’à demain.",
};

export const host: Said<typeof en.host> = {
  title: "La table",
  seats: "Places",
  giveUp: "Abandonner la bataille …",
  giveUpWhat: "Votre armée quitte le champ : l’ennemi a gagné, au moins de peu. On ne peut le reprendre que si tous ceux qui jouent sont d’accord.",
  giveUpNow: "Abandonner",
  fightOn: "Continuer le combat",
  pause: "Pause",
  resume: "Continuer",
  toComputer: "Confier à l’ordinateur",
  toPerson: "Reprendre pour une personne",
  here: "présent",
  away: "absent",
  kinds: { me: "vous", open: "une personne", player: "une personne", staff: "l’ordinateur", random: "l’ordinateur" },
  link: "Copier le lien",
  spectatorLink: "Copier le lien pour regarder",
  notAll: "Tout peut être montré quand la bataille est finie, ou si des personnes ne jouent que d’un côté.",
  loopback: "Ces liens ne valent que sur cet ordinateur. Pour jouer avec quelqu’un ailleurs, ouvrez un tunnel vers cette table et lancez-la avec grognard play --host-name et le nom du tunnel.",
  paused: "La table est en pause.",
  see: "Ceux qui regardent voient",
  sees: { public: "ce que tous voient", all: "tout" },
};

export const prefs: Said<typeof en.prefs> = {
  light: "Clair", dark: "Sombre", plain: "Couleurs habituelles", cb: "Daltonien", theme: "Lumière", vision: "Couleurs",
};
