/** Rule systems by their names, asked for once, when a table has been drawn. */

import { api } from "./client";

let asked: Promise<Map<string, string>> | undefined;

/** What a system calls itself; nothing where it cannot be learnt now. */
export async function systemName(id: string): Promise<string> {
  asked ??= api.gallery().then((gallery) => new Map(gallery.systems.map((each) => [each.id, each.name])));
  try {
    return (await asked).get(id) ?? "";
  } catch {
    asked = undefined;
    return "";
  }
}
