/** Answers on their way: one at a time, sent again when their fate is not known, never taken twice. */

import { api, Refused, Unreached } from "./client";
import { subject } from "./options";
import type { Table } from "./store.svelte";
import { T } from "./text";
import type { Answer } from "./types";

export class Post {
  sending = $state(false);
  /** An answer whose fate is not known: it is sent again as soon as the line is back. */
  unsent = $state.raw<Answer | null>(null);

  constructor(private readonly table: Table) {}

  /** The line is back. */
  resume(): void {
    if (this.unsent) void this.send(this.unsent, true);
  }

  /** Whether it was taken. */
  async send(answer: Answer, again = false): Promise<boolean> {
    if (this.sending) return false;
    this.sending = true;
    const last = this.table.events.at(-1)?.n ?? -1;
    try {
      const { state } = await api.answer(this.table.token, answer);
      this.unsent = null;
      this.table.taken(answer, last, state);
      return true;
    } catch (error) {
      if (error instanceof Unreached) this.unsent = answer;
      else if (error instanceof Refused) return await this.refused(error, answer, again);
      else throw error;
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** An answer that came too late is given once more if it was surely not heard and the question still stands.
   *  One that was sent in doubt bears the state it was given in: the server cannot take it twice. */
  private async refused(error: Refused, answer: Answer, again: boolean): Promise<boolean> {
    const { table } = this;
    this.unsent = null;
    await table.again();
    const now = table.data?.state;
    const stale = now !== undefined && now !== answer.state;
    if (again && stale && this.wasHeard(answer)) {
      table.taken(answer, table.news, now);
      return true;
    }
    const open = table.decisions.find((each) => each.id === answer.decision)?.options.some((option) => option.key === answer.option);
    if (stale && !again && open) {
      this.sending = false;
      return this.send({ ...answer, state: now }, true);
    }
    table.say(again && stale ? T.table.stale : error.message, error.rule, "refused");
    return false;
  }

  /** Whether an answer of doubtful fate has come to something: its question is closed, or its unit has its orders. */
  private wasHeard(answer: Answer): boolean {
    const { table } = this;
    const option = table.decisions.find((each) => each.id === answer.decision)?.options.find((each) => each.key === answer.option);
    return !option || Boolean(table.units.get(subject(option, table.ids))?.order);
  }
}
