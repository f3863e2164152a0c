/** A lesson under way at a table: which step is asked, what was heard, what was said beside it. */

import type { Table } from "../lib/store.svelte";
import type { Lesson, LessonAct, LessonStep, Occasion } from "../lib/types";
import { keepProgress, type Progress } from "./keeping";
import { isGone, met, type Witness } from "./occasions";

/** A line of what has been done, with the sentence of what happened. */
export interface Heard {
  title: string;
  text: string;
  passed: boolean;
}

/** The kinds of events that an occasion waits for. */
const kindsIn = ({ event, all = [], any = [] }: Occasion): string[] => [...(event ? [event.kind] : []), ...[...all, ...any].flatMap(kindsIn)];

/** Milliseconds between two acts that are shown, so that one can follow. */
const PACE = 500;

export class Course {
  at = $state(0);
  /** The step is done and its last words are being read. */
  reading = $state(false);
  heard = $state.raw<Heard[]>([]);
  remark = $state("");
  aside = $state.raw<{ title: string; say: string } | null>(null);
  showing = $state(false);
  /** Why what was to be shown cannot be shown now. */
  trouble = $state(false);
  ended = $state(false);
  left = $state<Progress["left"]>("");
  /** What has come of the step, where that could be one thing or another. */
  came = $state("");

  private mark = 0;
  private next = 0;
  private from = 0;
  private said: number[] = [];

  constructor(private readonly table: Table, readonly id: string, readonly lesson: Lesson, progress: Progress) {
    this.at = Math.min(progress.at, lesson.step.length - 1);
    this.ended = progress.ended;
    this.mark = progress.mark;
    this.said = progress.said;
    this.left = progress.left;
    this.from = table.said.length;
  }

  get step(): LessonStep | undefined {
    return this.lesson.step[this.at];
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

  /** Look whether what is waited for has come. Not while something else than the present lies on the table. */
  look(): void {
    if (this.left || this.ended || this.table.past) return;
    this.takeBack();
    this.besides();
    for (let n = 0; n <= this.lesson.step.length && this.step && !this.reading; n++) {
      const { step } = this, seen = this.witness(this.mark, this.from), mark = met(step.done, seen);
      if (mark !== null) {
        this.hear(step, mark, false);
        this.next = mark;
        this.came = step.came?.find((each) => met(each.when, seen) !== null)?.say ?? step.then ?? "";
        if (this.came) this.reading = true;
        else this.advance(mark);
      } else if (isGone(step, seen)) {
        this.hear(step, 0, true);
        this.advance(this.mark);
      } else {
        this.remark = step.wrong?.find((each) => met(each.when, seen) !== null)?.say ?? "";
        return;
      }
    }
    this.remark = "";
  }

  /** Something was taken back: what comes after it is new. */
  private takeBack(): void {
    const last = this.table.events.at(-1)?.n ?? -1;
    if (this.mark > last + 1) this.mark = last + 1;
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

  private hear(step: LessonStep, mark: number, passed: boolean): void {
    const event = mark > this.mark ? this.table.events.find((each) => each.n === mark - 1 && each.text && kindsIn(step.done).includes(each.kind)) : undefined;
    this.heard = [...this.heard, { title: step.title, text: passed ? (step.passed ?? "") : (event?.text ?? ""), passed }];
  }

  private advance(mark: number): void {
    this.mark = mark;
    this.from = this.table.said.length;
    this.reading = false;
    this.remark = "";
    this.trouble = false;
    if (this.at + 1 < this.lesson.step.length) this.at += 1;
    else this.ended = true;
    this.keep();
  }

  /** The last words of a step were read. */
  goOn(): void {
    this.advance(this.next);
    this.look();
  }

  /** What happens from here on counts for the next step. */
  private now(): number {
    return (this.table.events.at(-1)?.n ?? -1) + 1;
  }

  skip(): void {
    if (this.reading) return this.goOn();
    this.advance(this.mark);
    this.look();
  }

  back(): void {
    this.at = Math.max(0, this.at - 1);
    this.heard = this.heard.slice(0, -1);
    this.begin(this.now());
  }

  /** From its first step, at the table as it stands. */
  repeat(): void {
    this.at = 0;
    this.heard = [];
    this.said = [];
    this.begin(this.now());
    // what cannot be done any more is passed over at once
    this.look();
  }

  private begin(mark: number): void {
    this.mark = mark;
    this.from = this.table.said.length;
    this.reading = this.ended = this.trouble = false;
    this.remark = this.left = "";
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
    if (data) keepProgress(data.game, { lesson: this.id, at: this.at, mark: this.mark, left: this.left, said: this.said, ended: this.ended });
  }

  /** Whom the step wants in hand before anything can be laid out for him, and who is not. */
  get awaited(): string {
    const wanted = this.step?.show?.find((act) => act.select)?.select ?? "", { selected, decisions, asked } = this.table;
    return wanted && !selected.includes(wanted) && decisions[asked]?.about.unit !== wanted ? wanted : "";
  }

  /** Do what the step asks for, act by act. */
  async show(): Promise<void> {
    const { step, at } = this;
    if (!step || this.showing) return;
    this.showing = true;
    this.trouble = false;
    try {
      for (const act of step.show ?? []) {
        if (this.at !== at || this.reading) break;
        if (!(await this.act(act))) {
          this.trouble = true;
          break;
        }
        await this.table.caughtUp();
        await new Promise((go) => setTimeout(go, PACE));
      }
    } finally {
      this.showing = false;
    }
  }

  private async act({ select, lay, option: key, values = {} }: LessonAct): Promise<boolean> {
    const { table } = this;
    if (select) {
      table.select([select]);
      return true;
    }
    const i = table.decisions.findIndex((each) => each.options.some((option) => option.key === (lay || key)));
    const option = table.decisions[i]?.options.find((each) => each.key === (lay || key));
    if (!option || table.past) return false;
    table.asked = i;
    if (lay) {
      table.desk.lay(option, values);
      return true;
    }
    return table.answer(option, values);
  }
}
