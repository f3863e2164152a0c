/** What the page makes of the sentences of the rules, which are English in every language of the page. */

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const BODIES: Record<string, string> = { infantry: "battalions", cavalry: "regiments of horse", artillery: "batteries", irregular: "bands" };

/** Words of one, as they are said of several: "obliques 180 paces", "is in its place". */
const OF_SEVERAL: Record<string, string> = { is: "are", has: "have", does: "do", goes: "go", was: "were", cannot: "cannot" };
function plural(words: string): string {
  const [first = "", ...rest] = words.split(" ");
  const verb = OF_SEVERAL[first] ?? (/[^aeiou]ies$/.test(first) ? first.replace(/ies$/, "y") : /(s|sh|ch|x|z)es$/.test(first) ? first.slice(0, -2) : /[^s]s$/.test(first) ? first.slice(0, -1) : first);
  return [verb, ...rest].join(" ").replace(/\b(and|but|then) (is|has|does|goes|was)\b/g, (_, link: string, one: string) => `${link} ${OF_SEVERAL[one]}`).replace(/\bits\b/g, "their").replace(/\bitself\b/g, "themselves");
}

/** With a capital. */
export const large = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A distance: one pace, two paces. */
export const paced = (n: number): string => (n === 1 ? "1 pace" : `${n} paces`);

const many = (n: number): string => NUMBERS[n] ?? String(n);

export const sentences = {
  plural,
  several: (n: number, arm: string, rest: string): string => `${large(many(n))} ${BODIES[arm] ?? "units"} ${rest}`,
  times: (text: string, n: number): string => `${text}, ${n === 2 ? "twice" : `${many(n)} times`}`,
};
