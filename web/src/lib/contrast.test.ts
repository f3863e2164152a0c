import { expect, test } from "vitest";
import ribbon from "../table/Ribbon.svelte?raw";
import tokens from "./tokens.css?raw";

/** The colours of each theme: what it does not say is as in the light. */
function themes(): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const [, selector = "", body = ""] of tokens.replace(/\/\*[^]*?\*\//g, "").matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!/:root|\[data-/.test(selector)) continue;
    const colours = new Map(found.get(":root") ?? []);
    for (const [, name = "", value = ""] of body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/gi)) colours.set(name, value);
    found.set(selector.trim(), colours);
  }
  return found;
}

/** As the guidelines for the accessibility of pages reckon it. */
function contrast(one: string, other: string): number {
  const light = (hex: string): number => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low = 0, high = 0] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test("dimmed phases and all quiet words can be read: 4.5 to 1 in every theme, now and in the past", () => {
  const all = [...themes()];
  expect(all.length).toBeGreaterThan(1);
  for (const [theme, colours] of all)
    for (const ink of ["ink", "ink-2", "ink-3"]) for (const paper of ["panel", "inset"]) expect(contrast(colours.get(ink) ?? "", colours.get(paper) ?? ""), `${theme}: ${ink} on ${paper}`).toBeGreaterThanOrEqual(4.5);
});

test("what stands on a disc or a chosen answer can be read in every theme", () => {
  for (const [theme, colours] of themes())
    for (const paper of ["select", "primary"]) expect(contrast(colours.get(`on-${paper}`) ?? "", colours.get(paper) ?? ""), `${theme}: on ${paper}`).toBeGreaterThanOrEqual(4.5);
});

test("what is past on the ribbon is told by its colour, not by paling it", () => {
  const rules = [...ribbon.matchAll(/\.phases[^{}]*\{[^{}]*\}/g)].map(([rule]) => rule);
  expect(rules.length).toBeGreaterThan(4);
  expect(rules.filter((rule) => /opacity/.test(rule))).toEqual([]);
});
