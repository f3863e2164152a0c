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
  colon: ": ",
  close: "Schließen",
  cancel: "Abbrechen",
  again: "Noch einmal",
  copy: "Kopieren",
  copied: "Kopiert",
};

export const formations: Said<typeof en.formations> = {
  line: "Linie", double_line: "Doppellinie", square: "Karree", open_square: "Karree", closed_square: "Masse",
  column_of_companies: "Kol. n. Komp.", column_of_divisions: "Kol. n. Div.", column_of_zuege: "Kol. n. Zügen",
  column_of_squadrons: "Kol. n. Esk.", column_of_troops: "Kol. n. Zügen", attack_column: "Angriffskol.", march_column: "Marschkol.",
  skirmish_squares: "Klumpen", open_order: "Plänkler", extended_order: "Plänkler, weit", irregular: "Schwarm", garrison: "Besatzung",
  unlimbered: "abgeprotzt", unlimbered_open: "abgeprotzt, weit", limbered: "aufgeprotzt",
};

export const fingers: Said<typeof en.fingers> = (text) => text.replace(/\bKlicken\b/g, "Tippen").replace(/\bklicken\b/g, "tippen").replace(/\bangeklickt\b/g, "angetippt").replace(/\bKlick\b/g, "Tipp").replace(/\banklicken\b/g, "antippen").replace(/[.;] [Mm]it Umschalt [^.;]*/, "");
