/** Words that every part of the page uses, and how they are said to those who touch the screen. */

import type { Said } from "../../lib/language";
import type * as en from "../en/common";
import { date, figures, fixed, minus, percent } from "./numbers";

export const common: Said<typeof en.common> = {
  name: "Grognard",
  number: figures,
  fixed,
  minus,
  percent,
  date,
  colon: "\u00a0: ",
  close: "Fermer",
  cancel: "Annuler",
  again: "Réessayer",
  copy: "Copier",
  copied: "Copié",
};

export const formations: Said<typeof en.formations> = {
  line: "ligne", double_line: "double ligne", square: "carré", open_square: "carré", closed_square: "masse",
  column_of_companies: "col. par comp.", column_of_divisions: "col. par div.", column_of_zuege: "col. par pelotons",
  column_of_squadrons: "col. par esc.", column_of_troops: "col. par pelotons", attack_column: "col. d’attaque", march_column: "col. de route",
  skirmish_squares: "pelotons serrés", open_order: "tirailleurs", extended_order: "tirailleurs, large", irregular: "bande", garrison: "garnison",
  unlimbered: "en batterie", unlimbered_open: "en batterie, large", limbered: "sur avant-train",
};

export const fingers: Said<typeof en.fingers> = (text) => text.replace(/\bCliquez\b/g, "Touchez").replace(/\bcliquez\b/g, "touchez").replace(/\bcliquant\b/g, "touchant").replace(/\bclic\b/g, "toucher").replace(/(?:\.| ;) (?:Maj|avec Maj)[^.;]*/, "");
