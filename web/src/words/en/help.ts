/** Keys, gestures and how a turn goes. */

import { isTouched } from "../../lib/touch";

export const help = {
  title: isTouched ? "With your fingers" : "Keys",
  how: "How a turn goes",
  steps: (untold: string): string[] => [
    "The ribbon above says which phase it is; under “Asked of you” stands what is wanted of you.",
    "Click a unit on the map or in the list. Its card shows what it may be told. Say what it is to do; the map shows where it would go and what that costs, before anything is sure.",
    "Confirm it. Undo takes it back until dice are thrown or somebody has seen it.",
    `Done ends your part of the phase. Units that were told nothing ${untold}.`,
    "Every number in the dispatches has its rule beside it; click it to read the rule in our words.",
  ],
  keys: (layers: string[]): [string, string][] => isTouched ? [
    ["Tap", "take a unit in hand, aim at an enemy, or show a place"],
    ["Tap again", "on a brigade's name: its leader"],
    ["Drag", "move the map"],
    ["Two fingers", "zoom in and out"],
    ["Hold", "what may be done with whoever is there, or there"],
    ["The grip above the sheet", "fold the sheet away, or raise it"],
  ] : [
    ["Ctrl + Enter", "done, or the usual answer"],
    ["Enter", "choose what has the focus; then confirm what is laid out"],
    ["Shift + Enter", "place what is laid out, from anywhere in its card"],
    ["A", "to what is asked; Tab goes on to the answers"],
    ["Tab, Shift + Tab", "next or last unit that was told nothing yet"],
    ["F6", "to the next part of the table, for the keyboard"],
    ["Esc", "let go: what is laid out, then the selection"],
    ["Ctrl + Z", "undo"],
    ["Space", "centre on the selection"],
    ["+, −, 0", "zoom in, out, whole field"],
    ["W", "the whole screen for the map, and the panels back"],
    ["T", "the table in words, with orders that are typed"],
    ["C, then arrows", "a place on the map: arrows move it, with Shift farther, Page Up and Down from unit to unit; Enter is a click there, and once more on whoever is aimed at places the order"],
    ["O, D", "in a lesson: go on, show me"],
    ["B, L, R, H, N", `ranges, ${layers.join(" and ") || "lines and areas"}, ruler, hide units, symbols`],
    ["S, E, K, G", "line of sight, the enemy's reach, key to the map, what lies under the pointer"],
    ["1 to 9", "choose the answer of that number"],
    ["Shift, Ctrl + click in the list", "all from the last one to this; one more or one less"],
    ["Right click on the map", "what may be done with whoever is there, or there"],
    ["Arrows, comma, full stop", "while setting up: move and turn what is in hand; Enter puts it down"],
    ["[", "look back; then ← → an event, with Shift a phase, ↑ ↓ a turn, Space plays, Esc is back to now"],
    ["Space, ← →, Esc", "while what happened is shown: pause, an event on or back, to the table; 1 to 4 how fast, M only yours, F follow, D director"],
    ["?", "this sheet"],
  ],
} as const;
