/** Short names that tell units apart. */

type Named = { id: string; name: string; short: string; side: string };

/** The short name of a unit among others: with its side where one of another side has the same, its whole name where one of
 *  its own has. */
export function distinct(unit: Named, all: Iterable<Named>): string {
  const alike = [...all].filter((each) => each.id !== unit.id && each.short && each.short === unit.short);
  if (alike.some((each) => each.side === unit.side)) return unit.name;
  return alike.length ? `${unit.short} (${unit.side})` : unit.short;
}
