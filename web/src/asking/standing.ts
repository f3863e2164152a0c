/** Answers that one gives for the rest of a battle: kept by the browser, for each seat by itself. */

export interface Standing {
  kind: string;
  option: string;
  /** As the answer was put. */
  text: string;
}

const KEY = "grognard.standing.";

type Store = Pick<Storage, "getItem" | "setItem">;

export function standingAnswers(token: string, store: Store = localStorage): Standing[] {
  const found = store.getItem(KEY + token);
  return found ? (JSON.parse(found) as Standing[]) : [];
}

/** One answer to each kind of question; the latest counts. */
export function keepStanding(token: string, answer: Standing, store: Store = localStorage): Standing[] {
  const all = [...standingAnswers(token, store).filter((each) => each.kind !== answer.kind), answer];
  store.setItem(KEY + token, JSON.stringify(all));
  return all;
}

export function dropStanding(token: string, kind: string, store: Store = localStorage): Standing[] {
  const all = standingAnswers(token, store).filter((each) => each.kind !== kind);
  store.setItem(KEY + token, JSON.stringify(all));
  return all;
}
