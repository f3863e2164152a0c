import { parse } from "svelte/compiler";
import { afterEach, expect, test, vi } from "vitest";
import { de } from "./de";
import { fr } from "./fr";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["en", "14 September 1813", "12,480 men · 2 guns", "1 point, 3 left", "1.5 expected", "1.5 hits expected", "4.5 inches", "2 spaces", "decisive"],
  ["de", "14. September 1813", "12.480 Mann · 2 Geschütze", "1 Punkt, noch 3", "1,5 erwartet", "1,5 erwartet (hits)", "4,5 Zoll", "2 Felder", "entscheidend"],
  ["fr", "14 septembre 1813", "12\u202f480 hommes · 2 canons", "1 point, reste 3", "1,5 en moyenne", "1,5 en moyenne (hits)", "4,5 pouces", "2 cases", "décisive"],
])("numbers, plurals, measures and dates as they are written: %s", async (language, date, men, cost, mean, hits, far, spaces, rank) => {
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify({ language }) });
  vi.resetModules();
  const { day, T } = await import("."), measure = await import("../lib/measure");
  expect([day("1813-09-14"), T.roster.men(12480, 2), T.orders.cost(1, 3), T.odds.mean(1.5)]).toEqual([date, men, cost, mean]);
  measure.measureBy({ one: "inch", many: "inches", paces: 15, words: { de: ["Zoll", "Zoll"], fr: ["pouce", "pouces"] } });
  expect([T.odds.mean(1.5, "hits"), measure.far(68), measure.banded({ spaces: 2 }), T.ending.rank("decisive")]).toEqual([hits, far, spaces, rank]);
  expect(day("summer 1813")).toBe("summer 1813");
});

test("the words of the field", () => {
  const field = ["line", "attack_column", "square", "open_order", "unlimbered", "limbered"];
  expect(field.map((each) => de.formations[each])).toEqual(["Linie", "Angriffskol.", "Karree", "Plänkler", "abgeprotzt", "aufgeprotzt"]);
  expect(field.map((each) => fr.formations[each])).toEqual(["ligne", "col. d’attaque", "carré", "tirailleurs", "en batterie", "sur avant-train"]);
  expect(fr.T.gallery.turns(0)).toBe("0 tour");
});

/** Attributes that are read out or shown. */
const READ = new Set(["title", "aria-label", "placeholder", "alt", "aria-description", "aria-roledescription", "aria-valuetext"]);
const WORD = /\p{L}{2,}/u;

interface Node {
  type?: string;
  name?: string;
  data?: string;
  expression?: unknown;
  [part: string]: unknown;
}
/** Words that an expression itself would show, whichever way it goes. */
function shown(node: Node): string[] {
  const parts = (...names: string[]): string[] => names.flatMap((name) => shown(node[name] as Node));
  if (node.type === "Literal") return [String(node.value)];
  if (node.type === "TemplateLiteral") return (node.quasis as { value: { cooked: string } }[]).map((each) => each.value.cooked);
  if (node.type === "ConditionalExpression") return parts("consequent", "alternate");
  return node.type === "LogicalExpression" ? parts("left", "right") : [];
}

/** Words that stand in a component itself, in its text or where an attribute is read out. */
function literal(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(literal);
  if (!node || typeof node !== "object") return [];
  const { type = "", name = "", data = "", expression } = node as Node;
  if (type === "Text") return [data.trim()];
  if (type === "ExpressionTag") return shown(expression as Node);
  if (type === "Attribute") return READ.has(name) ? literal((node as Node).value) : [];
  if (type === "StyleDirective" || type === "ClassDirective" || name === "style") return [];
  return Object.values(node).flatMap(literal);
}

const components = Object.entries(import.meta.glob<string>("../**/*.svelte", { query: "?raw", import: "default", eager: true }));
const modules = Object.entries(import.meta.glob<string>("../**/*.ts", { query: "?raw", import: "default", eager: true })).filter(([path]) => !/\.test\.ts$|^\.\/|\.\.\/words\/|words(\.\w+)?\.ts$|\/words\/|lib\/api\.ts$/.test(path));

/** Names of keys that a keyboard itself bears, and the name of the game. */
const OWN = /^(Grognard|Tab|Esc)$/;

test("no component has a word of its own", () => {
  expect(components.length).toBeGreaterThan(50);
  const found = components.flatMap(([path, text]) => literal(parse(text, { modern: true }).fragment).filter((words) => WORD.test(words) && !OWN.test(words)).map((words) => `${path}: ${words}`));
  expect(found).toEqual([]);
}, 60_000);

test("no sentence stands outside the catalogue", () => {
  expect(modules.length).toBeGreaterThan(80);
  const lines = [...components, ...modules].flatMap(([path, text]) => text.split("\n").filter((line) => !/^\s*(\/?\*|\/\/)/.test(line)).map((line) => ({ path, line })));
  expect(lines.flatMap(({ path, line }) => [...line.matchAll(/["`]([A-Z][a-z]+ [a-z]+ [^"`]*)["`]/g)].map((at) => `${path}: ${at[1]}`))).toEqual([]);
});
