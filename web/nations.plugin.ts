/** Nations are drawn alike on paper and on the screen: their colours and patterns are read from the printed maps' own
 *  table. `virtual:nations` is the data, `virtual:nations.css` the colours as custom properties, by class `n-KEY`. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";
import type { Plugin } from "vite";

type Colours = [string, string, string, string];
interface Nation {
  light: Colours;
  dark: Colours;
  pattern: { name: string; tile: [number, number]; turn?: number; fill?: string; stroke?: string; weight?: number };
}

const SOURCE = fileURLToPath(new URL("../src/grognard/printing/nations.toml", import.meta.url));
const PARTS = ["b", "e", "m", "t"];
/** Nations whose colours are tokens, which have colour-blind variants besides. */
const TOKENS: Record<string, string> = { french: "fr", british: "br", prussian: "pr", russian: "ru", austrian: "at", american: "us" };

const read = () => parse(readFileSync(SOURCE, "utf8")) as unknown as Record<string, Nation>;
const values = (colours: Colours) => PARTS.map((part, i) => `--${part}: ${colours[i]};`).join(" ");

function sheet(nations: Record<string, Nation>): string {
  const rules = Object.entries(nations).map(([key, nation]) => {
    const pattern = `--p: ${nation.pattern.fill || nation.pattern.stroke ? `url(#p-${key})` : "none"}; --men: url(#men-${key}); --riders: url(#riders-${key});`;
    const token = TOKENS[key];
    if (token) {
      const [b, ...rest] = ["", "-e", "-m", "-t"].map((end) => `var(--${token}${end})`);
      return `.n-${key} { ${values([b, ...rest] as Colours)} ${pattern} }`;
    }
    return `.n-${key} { ${values(nation.light)} ${pattern} }\n[data-theme="dark"] .n-${key} { ${values(nation.dark)} }`;
  });
  return rules.join("\n");
}

export function nations(): Plugin {
  const known: Record<string, () => string> = {
    "virtual:nations": () => `export default ${JSON.stringify(Object.fromEntries(Object.entries(read()).map(([key, nation]) => [key, nation.pattern])))}`,
    "virtual:nations.css": () => sheet(read()),
  };
  return {
    name: "grognard-nations",
    resolveId: (id) => (id in known ? `\0${id}` : undefined),
    load: (id) => known[id.slice(1)]?.(),
  };
}
