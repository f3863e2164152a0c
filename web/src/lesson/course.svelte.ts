/** A lesson under way at a table: which step is asked, what was heard, what was said beside it. There is always a way on: a step is
 *  done, passed over with a word, asked once more, or the card says what stands in its way and offers to go on. */

import { isQuestion } from "../asking/options";
import type { Table } from "../lib/store.svelte";
import type { Lesson, LessonAct, LessonStep, Occasion } from "../lib/types";
import { endOf, keepProgress, type Progress, type StepEnd } from "./keeping";
import { isGone, met, type Witness } from "./occasions";

/** A line of what has been done, with the sentence of what happened. */
export interface Heard {
  at: number;
  title: string;
  text: string;
  passed: boolean;
}

/** A step that is over, with where it was judged from and what it rests on: if that is taken back, it is asked again. */
interface Finished {
  at: number;
  mark: number;
  from: number;
  events: number;
  said: number;
}

/** What stands in the way of a step: another question comes first, what it asks for is not offered, or it waits and waits. */
export type Hindrance = "" | "asked" | "held" | "waits";

const parts = (occasion: Occasion): Occasion[] => [occasion, ...[...(occasion.all ?? []), ...(occasion.any ?? [])].flatMap(parts)];
/** The kinds of events that an occasion waits for. */
const kindsIn = (occasion: Occasion): string[] => parts(occasion).flatMap(({ event }) => (event ? [event.kind] : []));
const answersIn = (occasion: Occasion): string[] => parts(occasion).flatMap(({ answered }) => (answered ? [answered.option] : []));
/** Whether a step is there to prepare an answer: what it was done by counts for those who want it given, too. */
const prepares = ({ done }: LessonStep): boolean => parts(done).some(({ selected, laid }) => selected || laid);
/** The options by which a step can be done. */
const waysOf = ({ show = [], done }: LessonStep): string[] => [...show.flatMap(({ lay, option }) => [lay || option || ""]), ...answersIn(done)].filter(Boolean);

/** Milliseconds between two acts that are shown, so that one can follow. */
const PACE = 500;
/** Turns after which a step that only waits is no longer waited for without a word. */
const PATIENCE = 3;
/** Questions that are answered as is usual before what is to be shown can be done. */
const BEFORE = 12;

export class Course {
  at = $state(0);
  /** The step is done and its last words are being read. */
  reading = $state(false);
  heard = $state.raw<Heard[]>([]);
  /** How the steps ended that are over. */
  ends = $state.raw<StepEnd[]>([]);
  remark = $state("");
  aside = $state.raw<{ title: string; say: string } | null>(null);
  showing = $state(false);
  /** Why what was to be shown cannot be shown now. */
  trouble = $state(false);
  hindrance = $state<Hindrance>("");
  ended = $state(false);
  left = $state<Progress["left"]>("");
  /** What has come of the step, where that could be one thing or another. */
  came = $state("");

  private mark = 0;
  private next = { mark: 0, from: 0 };
  private from = 0;
  private said: number[] = [];
  private trail: Finished[] = [];
  /** Why it is asked once more. */
  private again = "";
  /** The turn in which the step began. */
  private since: number;

  constructor(private readonly table: Table, readonly id: string, readonly lesson: Lesson, progress: Progress) {
    this.at = Math.min(progress.at, lesson.step.length - 1);
    this.ended = progress.ended;
    this.mark = progress.mark;
    this.said = progress.said;
    this.left = progress.left;
    this.ends = lesson.step.slice(0, progress.ended ? undefined : this.at).map((_, at) => endOf(progress, at));
    this.from = table.said.length;
    this.since = table.data?.turn ?? 0;
  }

  get step(): LessonStep | undefined {
    return this.lesson.step[this.at];
  }

  /** Steps that were passed over. */
  get passed(): number {
    return this.ends.filter((each) => each === "passed").length;
  }

  /** What the table shows now, for the step that is asked. */
  private witness(mark: number, from: number): Witness {
    const { data, decisions, desk, events, selected, said, units } = this.table;
    return {
      events, mark, selected, given: said.slice(from), asked: decisions.map(({ kind, about }) => ({ kind, unit: about.unit ?? "" })),
      units: units as unknown as Witness["units"], laid: desk.option && desk.draft && desk.isTouched ? { option: desk.option.key, values: { ...desk.option.optional, ...desk.draft.values } } : null,
      turn: data?.turn ?? 0, phase: data?.phase ?? "",
    };
  }

  /** Look whether what is waited for has come. Not while something else than the present lies on the table, nor while an answer is
   *  on its way: what came of it may be here before it counts as given. */
  look(): void {
    if (this.left || this.table.past || this.table.post.sending) return;
    this.takeBack();
    if (this.ended) return;
    this.besides();
    for (let n = 0; n <= this.lesson.step.length && this.step && !this.reading && !this.ended; n++) if (!this.judge(this.step)) break;
  }

  /** Whether a step is over, one way or another; else what there is to say to it. */
  private judge(step: LessonStep): boolean {
    const seen = this.witness(this.mark, this.from), mark = met(step.done, seen), { missed } = step;
    if (mark !== null) this.finish(step, mark, step.came?.find((each) => met(each.when, seen) !== null)?.say ?? step.then ?? "");
    else if (isGone(step, seen)) this.pass(step, step.passed ?? "");
    else if (missed && met(missed.when, seen) !== null) this.askAgain(missed.steps, missed.say);
    else if (this.table.data?.over) this.pass(step, "");
    else {
      this.remark = step.wrong?.find((each) => met(each.when, seen) !== null)?.say ?? this.again;
      this.hindrance = this.hindered(step, seen);
      return false;
    }
    return true;
  }

  private finish(step: LessonStep, mark: number, came: string): void {
    this.hear(step, mark, false);
    this.trail.push({ at: this.at, mark: this.mark, from: this.from, events: mark, said: answersIn(step.done).length ? this.table.said.length : 0 });
    this.next = { mark, from: prepares(step) ? this.from : this.table.said.length };
    this.came = came;
    this.remark = this.hindrance = "";
    if (came) this.reading = true;
    else this.advance("done");
  }

  private pass(step: LessonStep, word: string, mark = this.mark): void {
    this.hear(step, 0, true, word);
    this.trail.push({ at: this.at, mark: this.mark, from: this.from, events: 0, said: 0 });
    this.next = { mark, from: this.table.said.length };
    this.advance("passed");
  }

  /** What an earlier step asked for did not last. */
  private askAgain(steps: number, say: string): void {
    this.goBack(Math.max(0, this.at - steps));
    this.begin(this.now());
    this.again = say;
  }

  /** Something was taken back: a step that rests on it is asked again, and what comes after it is new. */
  private takeBack(): void {
    const events = this.now(), said = this.table.said.length, lost = this.trail.find((each) => each.events > events || each.said > said);
    if (lost) {
      this.goBack(lost.at);
      this.begin(lost.mark, lost.from);
    }
    this.mark = Math.min(this.mark, events);
    this.from = Math.min(this.from, said);
  }

  /** What is in the way of a step, where something is asked of one and that does not lead on. */
  private hindered(step: LessonStep, seen: Witness): Hindrance {
    const { decision, decisions } = this.table, ways = waysOf(step);
    // what is asked may be of before what was just said
    if (!decision || this.table.working) return "";
    const offers = (key: string): boolean => decisions.some((each) => each.options.some((option) => option.key === key));
    const leadsOn = ways.some(offers) || parts(step.done).some(({ asked }) => asked?.kind === decision.kind);
    if (isQuestion(decision) && !leadsOn) return "asked";
    if (ways.length && !leadsOn) return "held";
    return seen.turn >= this.since + PATIENCE ? "waits" : "";
  }

  private besides(): void {
    const seen = this.witness(0, 0);
    (this.lesson.aside ?? []).forEach((each, i) => {
      if (this.aside || this.said.includes(i) || met(each.when, seen) === null) return;
      this.said = [...this.said, i];
      this.aside = each;
      this.keep();
    });
  }

  private hear({ title, done }: LessonStep, mark: number, passed: boolean, word = ""): void {
    const event = mark > this.mark ? this.table.events.find((each) => each.n === mark - 1 && each.text && kindsIn(done).includes(each.kind)) : undefined;
    this.heard = [...this.heard, { at: this.at, title, text: passed ? word : (event?.text ?? ""), passed }];
  }

  private advance(end: StepEnd): void {
    this.ends = [...this.ends.slice(0, this.at), end];
    if (this.at + 1 < this.lesson.step.length) this.at += 1;
    else this.ended = true;
    this.set(this.next.mark, this.next.from);
  }

  /** The last words of a step were read. */
  goOn(): void {
    this.advance("done");
    this.look();
  }

  /** What happens from here on counts for the next step. */
  private now(): number {
    return (this.table.events.at(-1)?.n ?? -1) + 1;
  }

  skip(): void {
    if (this.reading) return this.goOn();
    // what has happened meanwhile is not what the next step asks for
    if (this.step) this.pass(this.step, "", this.now());
    this.look();
  }

  back(): void {
    this.goBack(Math.max(0, this.at - 1));
    this.begin(this.now());
  }

  /** From its first step, at the table as it stands. */
  repeat(): void {
    this.goBack(0);
    this.said = [];
    this.begin(this.now());
    // what cannot be done any more is passed over at once
    this.look();
  }

  /** To an earlier step, as if it and what came after it had not been. */
  private goBack(at: number): void {
    this.at = at;
    this.ends = this.ends.slice(0, at);
    this.heard = this.heard.filter((each) => each.at < at);
    this.trail = this.trail.filter((each) => each.at < at);
    this.ended = false;
  }

  /** A step that is asked anew. */
  private begin(mark: number, from = this.table.said.length): void {
    this.left = "";
    this.set(mark, from);
  }

  private set(mark: number, from: number): void {
    this.mark = mark;
    this.from = from;
    this.since = this.table.data?.turn ?? 0;
    this.reading = this.trouble = false;
    this.remark = this.hindrance = this.again = "";
    this.keep();
  }

  leave(how: "left" | "unwanted" = "left"): void {
    this.left = how;
    this.keep();
  }

  resume(): void {
    this.left = "";
    this.keep();
    this.look();
  }

  private keep(): void {
    const { data } = this.table;
    if (data) keepProgress(data.game, { lesson: this.id, at: this.at, mark: this.mark, left: this.left, said: this.said, ended: this.ended, passed: this.ends.flatMap((each, at) => (each === "passed" ? [at] : [])), steps: this.lesson.step.length });
  }

  /** Whom the step wants in hand before anything can be laid out for him, and who is not. */
  get awaited(): string {
    const wanted = this.step?.show?.find((act) => act.select)?.select ?? "", { selected, decisions, asked } = this.table;
    return wanted && !this.hindrance && !selected.includes(wanted) && decisions[asked]?.about.unit !== wanted ? wanted : "";
  }

  /** Do what the step asks for, act by act. */
  async show(): Promise<void> {
    const { step, at } = this;
    if (!step || this.showing) return;
    this.showing = true;
    this.trouble = false;
    try {
      for (const act of this.hindrance === "asked" ? [{}] : (step.show ?? [])) {
        if (this.at !== at || this.reading) break;
        if (!(await this.act(act))) {
          this.trouble = true;
          break;
        }
        await this.settled();
      }
    } finally {
      this.showing = false;
    }
  }

  /** Until the table shows what came of an act. */
  private async settled(): Promise<void> {
    await this.table.caughtUp();
    await new Promise((go) => setTimeout(go, PACE));
  }

  private async act({ select, lay, option: key, values = {} }: LessonAct): Promise<boolean> {
    const { table } = this;
    if (select) {
      table.select([select]);
      return true;
    }
    const wanted = lay || key || "", offers = (): number => table.decisions.findIndex((each) => each.options.some((option) => option.key === wanted));
    // as is usual, whatever is asked before it
    for (let n = 0; n < BEFORE && offers() < 0 && table.question && !table.past; n++) {
      await table.done();
      await this.settled();
      if (!wanted) return true;
    }
    const i = offers(), option = table.decisions[i]?.options.find((each) => each.key === wanted);
    if (!option || table.past) return false;
    table.asked = i;
    if (lay) {
      table.desk.lay(option, values);
      return true;
    }
    return table.answer(option, values);
  }
}
