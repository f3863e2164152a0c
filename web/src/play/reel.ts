/** What happened, in pictures: a base, and what changes from one picture to the next. */

import type { Frame, Picture } from "../lib/types";

interface Named {
  id: string;
}

/** A list of records by id with what has changed in it. */
function listed(had: readonly Named[], changed: readonly Named[], order: readonly string[] | null): Named[] {
  const records = new Map(had.map((each) => [each.id, each]));
  for (const each of changed) records.set(each.id, each);
  return (order ?? [...records.keys()]).map((id) => records.get(id)!).filter(Boolean);
}

/** The picture that a frame makes of the one before it. */
export function framed(picture: Picture, frame: Frame): Picture {
  const now: Record<string, unknown> = { ...picture, ...frame.fields };
  for (const [name, { changed, order }] of Object.entries(frame.lists)) now[name] = listed(now[name] as Named[], changed as Named[], order ?? null);
  return now as unknown as Picture;
}
