/** All that stands on the desk in its address, so that it can be sent: facts by name, those of B that differ after `~b.`. */

import type { CheckForm, Facts } from "../books";

export interface Laid {
  a: Facts;
  /** The second situation, where there is one. */
  b: Facts | null;
  variants: string[];
  against: string;
  lines: boolean;
}

const START = (form: CheckForm): Facts => Object.fromEntries(form.facts.map((fact) => [fact.name, fact.start]));

/** What an address lays on the desk; facts it does not name are as the form begins. */
export function laid(form: CheckForm, query: URLSearchParams): Laid {
  const a = START(form), b: Facts = {}, known = new Set(form.facts.map((fact) => fact.name));
  let two = query.has("~b");
  for (const [name, value] of query) {
    if (name.startsWith("~b.")) {
      two = true;
      if (known.has(name.slice(3))) b[name.slice(3)] = value;
    } else if (known.has(name)) a[name] = value;
  }
  return { a, b: two ? { ...a, ...b } : null, variants: query.getAll("~variant"), against: known.has(query.get("~against") ?? "") ? query.get("~against")! : "", lines: query.has("~lines") };
}

/** The address of what lies on the desk; what goes without saying is left out, what must be said never. */
export function address(form: CheckForm, { a, b, variants, against, lines }: Laid): string {
  const query = new URLSearchParams();
  for (const fact of form.facts) if (fact.required || a[fact.name] !== fact.start) query.append(fact.name, a[fact.name] ?? "");
  if (b) {
    const differ = form.facts.filter((fact) => a[fact.name] !== b[fact.name]);
    for (const fact of differ) query.append(`~b.${fact.name}`, b[fact.name] ?? "");
    if (!differ.length) query.append("~b", "");
  }
  for (const variant of variants) query.append("~variant", variant);
  if (against) query.append("~against", against);
  if (lines) query.append("~lines", "");
  const said = query.toString().replaceAll("%7E", "~");
  return `#/odds/${encodeURIComponent(form.system)}/${encodeURIComponent(form.check)}${said ? `?${said}` : ""}`;
}

/** How many facts of B are others than those of A. */
export const differing = ({ a, b }: Laid): number => (b ? Object.keys(a).filter((name) => a[name] !== b[name]).length : 0);
