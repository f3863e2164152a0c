/** Answers on their way: one at a time, sent again when their fate is not known. Each bears a key of its own, by which the
 *  server knows it again: it is never taken twice. */

import { api, Refused, Unreached } from "../lib/client";
import type { Table } from "../lib/store.svelte";
import { T } from "../lib/text";
import type { Answer } from "../lib/types";

/** A word that nobody has used before. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

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
  async send(given: Answer, again = false): Promise<boolean> {
    if (this.sending) return false;
    this.sending = true;
    const answer = { ...given, key: given.key ?? newKey() };
    // what comes of it may be heard of before it is acknowledged
    const then = this.table.asIs(answer.decision);
    try {
      const { state } = await api.answer(this.table.token, answer);
      this.unsent = null;
      this.table.taken(answer, state, then);
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

  /** What is refused was not taken, now or before. An answer that came too late is given once more if the question still
   *  stands; one that had waited for the line is not, because much may have happened since. */
  private async refused(error: Refused, answer: Answer, again: boolean): Promise<boolean> {
    const { table } = this;
    this.unsent = null;
    await table.again();
    const now = table.data?.state;
    const stale = now !== undefined && now !== answer.state;
    const open = table.decisions.find((each) => each.id === answer.decision)?.options.some((option) => option.key === answer.option);
    if (stale && !again && open) {
      this.sending = false;
      return this.send({ ...answer, state: now }, true);
    }
    table.say(again && stale ? T.table.stale : error.message, error.rule, "refused");
    return false;
  }
}
