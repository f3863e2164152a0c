/** Which stops of the ribbon bear their names, where there is no room for all. */

/** Pixels that a letter takes, what a stop takes beside its name, and one that has none. */
const LETTER = 6.5, BESIDE = 17, BARE = 24;

/** The present one and the next always; then those to come, then those that are past, as far as the room goes. */
export function namedStops(names: readonly string[], at: number, wide: number): Set<number> {
  const order = [...names.keys()].filter((i) => i >= at).concat([...names.keys()].filter((i) => i < at).reverse());
  const found = new Set<number>();
  let left = wide - BARE * names.length;
  for (const [n, i] of order.entries()) {
    left -= LETTER * (names[i]?.length ?? 0) + BESIDE - BARE;
    if (n > 1 && left < 0) break;
    found.add(i);
  }
  return found;
}
