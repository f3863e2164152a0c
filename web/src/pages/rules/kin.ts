/** Plain words of the age that mean the same to whoever looks a rule up, whatever the book calls it. */
const FAMILIES = [
  "gun artillery cannonade battery ordnance",
  "horse cavalry horseman",
  "foot infantry footman",
  "flee flight run",
  "wood forest trees",
];

/** The words that mean what each word does, itself among them. */
export function kinOf(stem: (word: string) => string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const family of FAMILIES) {
    const all = new Set(family.split(" ").map(stem));
    for (const word of all) found.set(word, all);
  }
  return found;
}
