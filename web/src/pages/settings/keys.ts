/** The keys of the table, those that may be changed among them. */

import { W } from "./words";

export type Tool = keyof typeof W.tools;
export const TOOLS = Object.keys(W.tools) as Tool[];
export type Fixed = keyof typeof W.held;
/** Keys that stay as they are. */
export const FIXED: Record<Fixed, string[]> = {
  done: ["Ctrl", "↵"], confirm: ["↵"], place: ["⇧", "↵"], next: ["Tab"], part: ["F6"], go: ["Esc"], undo: ["Ctrl", "Z"], centre: ["␣"], nearer: ["+", "−"], field: ["0"], answer: ["1–9"], help: ["?"], back: ["["],
};

export const keyOf = (tool: Tool, keys: Record<string, string>): string => keys[tool] ?? tool;

/** Give a key to a tool: the new keys, or who has it already. */
export function given(tool: Tool, pressed: string, keys: Record<string, string>): { keys: Record<string, string> } | { taken: Tool } | "letter" {
  const key = pressed.toLowerCase();
  if (!/^\p{L}$/u.test(key)) return "letter";
  const taken = TOOLS.find((each) => each !== tool && keyOf(each, keys) === key);
  if (taken) return { taken };
  const rest = Object.fromEntries(Object.entries(keys).filter(([each]) => each !== tool));
  return { keys: key === tool ? rest : { ...rest, [tool]: key } };
}
