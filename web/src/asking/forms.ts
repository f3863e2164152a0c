/** How a rule system describes the fields of its options: which are shown, needed, folded away, and in which words. */

import { label, words } from "../lib/text";
import type { Condition, Decision, FieldForm, Form, Option, Sent } from "../lib/types";

/** What is not sent is as usual. */
const FIELD: FieldForm = {
  label: "", help: "", icon: "", role: "", terms: {}, unsaid: "", whole: false, unit: "", step: 1, zero: "", below: "", above: "", reach: null, course: null, shown: null, needed: [], seldom: null, brings: {}, apart_from: "",
};
const FORM: Form = { id: "", name: "", heading: "", fields: {}, blank: "", offhand: false, gives: "", ways: [], hand: null };
/** What the page does not know of a hand is nothing. */
const HAND = { spot: "", front: "", piece: "", kind: "", units: "", edge: "", along: "" };
const WAY = { over: -1, most: 180, turn: "", far: "" };

/** A form, whole. */
export const formOf = (sent: Partial<Form>): Form => ({
  ...FORM, ...sent, fields: Object.fromEntries(Object.entries(sent.fields ?? {}).map(([name, field]) => [name, { ...FIELD, ...field }])), ways: (sent.ways ?? []).map((way) => ({ ...WAY, ...way })), hand: sent.hand ? { ...HAND, ...sent.hand } : null,
});

export type Forms = ReadonlyMap<string, Form>;

export const formsOf = (sent: Record<string, Partial<Form>> = {}): Forms => new Map(Object.entries(sent).map(([id, form]) => [id, formOf({ ...form, id })]));

/** Decisions whose options have their forms at hand; one that names none is a form without words. */
export const described = (decisions: Sent["Asked"][], forms: Forms): Decision[] =>
  decisions.map((decision) => ({ ...decision, options: decision.options.map((option) => ({ ...option, form: forms.get(option.form) ?? FORM })) }));

export const fieldOf = (option: Option, name: string): FieldForm => option.form.fields[name] ?? FIELD;

/** Names of the fields that have a part in who says something to whom. */
export const inRole = (option: Option, ...roles: FieldForm["role"][]): string[] => Object.keys(option.fields).filter((name) => roles.includes(fieldOf(option, name).role));

// ---- words ----------------------------------------------------------------------------------------

export const named = (option: Option, name: string): string => fieldOf(option, name).label || label(name);

/** A value of a field. */
export const called = (option: Option, name: string, value: string): string => fieldOf(option, name).terms[value]?.label || words(value);

export const meaning = (option: Option, name: string, value: string): string => fieldOf(option, name).terms[value]?.help ?? "";

export const iconOf = (option: Option, name: string, value: string): string => fieldOf(option, name).terms[value]?.icon ?? "";

/** A number with its unit and what its sign means. */
export function measured(option: Option, name: string, n: number): string {
  const { zero, unit, below, above } = fieldOf(option, name);
  if (n === 0 && zero) return zero;
  return `${Math.abs(n)}${unit}${n < 0 ? ` ${below}` : n > 0 && above ? ` ${above}` : ""}`;
}

// ---- conditions -----------------------------------------------------------------------------------

export const isUnsaid = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || value === "no" || value === false || (Array.isArray(value) && value.length === 0);

/** Whether a condition holds, by the values of fields as they stand. */
export function holds(condition: Condition, value: (name: string) => unknown): boolean {
  switch (condition.type) {
    case "when":
      return condition.among?.length ? condition.among.includes(String(value(condition.field))) : !isUnsaid(value(condition.field));
    case "every":
      return (condition.of ?? []).every((each) => holds(each, value));
    case "either":
      return condition.of.some((each) => holds(each, value));
    case "neither":
      return !condition.of.some((each) => holds(each, value));
  }
}
