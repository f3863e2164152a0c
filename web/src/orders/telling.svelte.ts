/** Telling units something: what the server says to it beforehand, and the same word for several, one after the other. */

import { api, Refused } from "../lib/client";
import { fitted, NO_PREVIEW, round, type Round, type Share } from "./previews";
import { inRole } from "../asking/forms";
import { accepts, spoken, type Values } from "../asking/options";
import type { Table } from "../lib/store.svelte";
import { T } from "../lib/text";
import type { Option, Preview, Refusal } from "../lib/types";

const JUDGES = 3;
/** Of so many units is asked what each would cost; the others are told it when these have been. */
const MOST_ASKED = 40;
/** Leaders who are tried for one unit. */
const MOST_PAYERS = 3;

/** A few at a time. */
export async function each<A>(all: A[], work: (one: A) => Promise<void>, hands = JUDGES): Promise<void> {
  const rest = [...all];
  const hand = async (): Promise<void> => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: hands }, hand));
}

export class Telling {
  /** How far a word for several has got. */
  progress = $state.raw<{ placed: number; of: number } | null>(null);

  constructor(private readonly table: Table) {}

  /** What would come of an answer; a refusal in words as well, nothing where the server was not reached. */
  async judged(decision: string, option: Option, values: Values): Promise<Preview | null> {
    try {
      return await api.preview(this.table.token, { decision, option: option.key, values: spoken(option, values) });
    } catch (error) {
      return error instanceof Refused ? { ...NO_PREVIEW, refusal: { error: error.message, rule: error.rule } } : null;
    }
  }

  /** Who of several can be told it. Where the points of one leader do not reach so far, another is asked for the rest. */
  async reckon(decision: string, options: Option[], values: Values): Promise<Round> {
    const shares: (Share | null)[] = [];
    await each([...options.slice(0, MOST_ASKED).entries()], async ([i, option]) => {
      shares[i] = await this.share(decision, option, values);
    });
    const first = round(shares.filter((one) => one !== null));
    if (!first.short.length) return first;
    await each([...shares.entries()], async ([i, share]) => {
      if (!share || !first.short.includes(share)) return;
      const other = await this.share(decision, share.option, values, String(share.values[inRole(share.option, "giver")[0] ?? ""] ?? ""));
      if (other && !other.preview.refusal) shares[i] = other;
    });
    return round(shares.filter((one) => one !== null));
  }

  private async share(decision: string, option: Option, wanted: Values, but = ""): Promise<Share | null> {
    const unit = option.about, values = fitted(option, wanted), [giver = ""] = inRole(option, "giver");
    let first: Share | null = null;
    for (const leader of this.payers(option, giver, wanted[giver], unit).filter((each) => !but || each !== but)) {
      const said = leader ? { ...values, [giver]: leader } : values;
      const preview = await this.judged(decision, option, said);
      if (preview && !preview.refusal) return { unit, option, values: said, preview };
      if (preview) first ??= { unit, option, values: said, preview };
    }
    return first;
  }

  /** Whoever was named, the unit's own commanders from the nearest on, then anybody. */
  private payers(option: Option, giver: string, named: unknown, unit: string): string[] {
    const domain = option.fields[giver];
    if (domain?.type !== "choice") return [""];
    const wished = [String(named ?? ""), ...(this.table.units.get(unit)?.leaders ?? []), ...domain.values];
    return [...new Set(wished.filter((leader) => accepts(domain, leader)))].slice(0, MOST_PAYERS);
  }

  /** The same word for several. Each is judged anew on the table as it then is; never more is paid than was said. It ends
   *  at the first refusal, and whoever was told and who was not is said by name. Whether all were. */
  async tell(all: Round, values: Values): Promise<boolean> {
    const wanted = [...all.able, ...all.short], told: string[] = [];
    let purse = all.cost, why: Refusal | null = null;
    this.progress = { placed: 0, of: all.able.length };
    try {
      for (const share of wanted) {
        const { key } = share.option, done = await this.one(key, values, purse);
        if (typeof done !== "number") {
          why = all.short.includes(share) ? { error: T.orders.short, rule: "" } : done;
          break;
        }
        purse -= done;
        told.push(key);
        this.progress = { placed: told.length, of: Math.max(all.able.length, told.length) };
      }
    } finally {
      this.progress = null;
    }
    const unit = (share: Share): string => share.unit;
    const left = [...wanted.filter((share) => !told.includes(share.option.key)).map(unit), ...all.refused.map((each) => each.unit)];
    this.report(wanted.filter((share) => told.includes(share.option.key)).map(unit), left, why ?? all.refused[0]?.why ?? null);
    return !left.length;
  }

  /** What it cost to tell one more; or why it was not told. */
  private async one(key: string, values: Values, purse: number): Promise<number | Refusal> {
    const { table } = this;
    await table.caughtUp();
    const decision = table.decisions.find((each) => each.options.some((option) => option.key === key));
    const option = decision?.options.find((each) => each.key === key);
    if (!decision || !option) return { error: T.orders.noMore, rule: "" };
    const share = await this.share(decision.id, option, values);
    if (!share || share.preview.refusal) return share?.preview.refusal ?? { error: T.gallery.noServer, rule: "" };
    if (share.preview.cost > purse) return { error: T.orders.dearer(share.preview.cost), rule: "" };
    const taken = await table.post.send({ decision: decision.id, option: key, values: spoken(option, share.values), state: table.state });
    if (!taken) return { error: table.notice?.text ?? T.orders.noMore, rule: table.notice?.rule ?? "" };
    table.desk.marching.placed(share.preview);
    return share.preview.cost;
  }

  /** Whoever was not told stays in hand. */
  private report(told: string[], left: string[], why: Refusal | null): void {
    const { table } = this, names = (ids: string[]): string => ids.map((id) => table.shortOf(id)).join(", ");
    if (!left.length) return;
    if (told.length) table.select(left);
    table.say(T.orders.partly(names(told), names(left), why?.error ?? ""), why?.rule, "refused");
  }
}
