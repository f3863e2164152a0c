/** Keys, gestures and how a turn goes. */

import type { Said } from "../../lib/language";
import { isTouched } from "../../lib/touch";
import type * as en from "../en/help";

export const help: Said<typeof en.help> = {
  title: isTouched ? "Mit den Fingern" : "Tasten",
  how: "Wie eine Runde verläuft",
  steps: (untold) => [
    "Das Band oben sagt, welche Phase ist; unter „Sie sind gefragt“ steht, was von Ihnen gewünscht wird.",
    "Klicken Sie auf eine Einheit, auf der Karte oder in der Liste. Ihre Karte zeigt, was ihr befohlen werden kann. Sagen Sie, was sie tun soll; die Karte zeigt, wohin sie ginge und was es kostet, bevor etwas feststeht.",
    "Bestätigen Sie es. Zurücknehmen macht es ungeschehen, bis Würfel fallen oder jemand es gesehen hat.",
    `Fertig beendet Ihren Teil der Phase. Einheiten ohne Befehl: ${untold}.`,
    "Bei jeder Zahl in den Meldungen steht ihre Regel; klicken Sie darauf, um sie in unseren Worten zu lesen.",
  ],
  keys: (layers) => isTouched ? [
    ["Tippen", "eine Einheit wählen, auf einen Feind zielen, eine Stelle zeigen"],
    ["Noch einmal tippen", "auf den Namen einer Brigade: ihr Führer"],
    ["Ziehen", "die Karte bewegen"],
    ["Zwei Finger", "größer und kleiner"],
    ["Halten", "was mit dem getan werden kann, der dort steht, oder dort"],
    ["Der Griff über dem Blatt", "das Blatt einklappen oder heben"],
  ] : [
    ["Strg + Eingabe", "fertig, oder die übliche Antwort"],
    ["Eingabe", "wählen, worauf der Fokus liegt; dann bestätigen, was ausgelegt ist"],
    ["Umschalt + Eingabe", "geben, was ausgelegt ist, von überall auf seiner Karte"],
    ["A", "zur Frage; Tab führt weiter zu den Antworten"],
    ["Tab, Umschalt + Tab", "nächste oder letzte Einheit ohne Befehl"],
    ["F6", "zum nächsten Teil des Tisches, für die Tastatur"],
    ["Esc", "loslassen: was ausgelegt ist, dann die Auswahl"],
    ["Strg + Z", "zurücknehmen"],
    ["Leertaste", "die Auswahl in die Mitte"],
    ["+, −, 0", "größer, kleiner, ganzes Feld"],
    ["W", "den ganzen Bildschirm für die Karte, und die Bereiche zurück"],
    ["T", "der Tisch in Worten, mit getippten Befehlen"],
    ["C, dann Pfeile", "eine Stelle auf der Karte: Pfeile bewegen sie, mit Umschalt weiter, Bild auf und ab von Einheit zu Einheit; Eingabe ist ein Klick dort, und noch einmal auf den, der im Visier ist, gibt den Befehl"],
    ["O, D", "in einer Lektion: weiter, vormachen lassen"],
    ["B, L, R, H, N", `Schussweiten, ${layers.join(" und ") || "Linien und Flächen"}, Lineal, Einheiten verbergen, Zeichen`],
    ["S, E, K, G", "Sichtlinie, wie weit der Feind reicht, Zeichenerklärung, was unter dem Zeiger liegt"],
    ["1 bis 9", "die Antwort mit dieser Nummer wählen"],
    ["Umschalt, Strg + Klick in der Liste", "alle von der letzten bis zu dieser; eine mehr oder weniger"],
    ["Rechtsklick auf die Karte", "was mit dem getan werden kann, der dort steht, oder dort"],
    ["Pfeile, Komma, Punkt", "beim Aufstellen: bewegen und drehen, was gewählt ist; Eingabe setzt es ab"],
    ["[", "Rückschau; dann ← → ein Ereignis, mit Umschalt eine Phase, ↑ ↓ eine Runde, Leertaste spielt ab, Esc zurück zu jetzt"],
    ["Leertaste, ← →, Esc", "während gezeigt wird, was geschah: anhalten, ein Ereignis vor oder zurück, zum Tisch; 1 bis 4 wie schnell, M nur eigene, F folgen, D Regie"],
    ["?", "dieses Blatt"],
  ],
};
