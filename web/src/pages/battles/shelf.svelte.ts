/** The battles of this browser, and how each of them stands. */

import { call } from "../../lib/calling";
import { api, Refused } from "../../lib/client";
import { forget, keep, kept, type Held, type Kept } from "../../lib/games";
import { seatHash } from "../../lib/links";
import { prefs } from "../../lib/prefs.svelte";
import { T } from "../../lib/text";
import type { NewGame, SeatState, UnitPicture } from "../../lib/types";
import { server } from "./server";
import { W } from "./words";

/** What was seen of a battle when it was last looked at. */
export interface Standing {
  table: [number, number];
  units: UnitPicture[];
  /** Something is asked of one. */
  asked: boolean;
  against: "computer" | "friend" | "here";
  gone: boolean;
}

/** Battles that are looked at, the latest first; the others stand as they were left. */
const LOOKED_AT = 12, AGAIN = 15_000;

export class Shelf {
  games = $state.raw<Kept[]>(kept());
  stands = $state<Record<string, Standing>>({});
  trouble = $state("");
  private timer = 0;

  readonly going = $derived(this.games.filter((game) => !game.over));
  readonly fought = $derived(this.games.filter((game) => game.over && !this.isBranch(game)));
  readonly awaited = $derived(this.going.filter((game) => this.stands[game.game]?.asked ?? game.waiting));

  /** A branch is shown with the battle that it came of, as long as that is there. */
  isBranch(game: Kept): boolean {
    return Boolean(game.parent && this.games.some((each) => each.game === game.parent?.game && each.over));
  }

  open(): () => void {
    void this.look();
    this.timer = window.setInterval(() => (document.visibilityState === "visible" || prefs.calls) && void this.look(), AGAIN);
    return () => clearInterval(this.timer);
  }

  async look(): Promise<void> {
    const want = [...this.going.slice(0, LOOKED_AT), ...this.games.filter((game) => game.over && (!game.result || !this.stands[game.game])).slice(0, LOOKED_AT)];
    for (const game of want) await this.lookAt(game);
  }

  private async lookAt(game: Kept): Promise<void> {
    try {
      const told: SeatState[] = [];
      for (const seat of game.seats) told.push(await api.seat(seat.token));
      const [first] = told;
      if (!first) return;
      const asked = told.some((each) => each.decisions.length > 0);
      if (asked && !game.waiting) call(T.asked.call, T.asked.callText(game.name ?? game.title, first.turn), game.game, seatHash(game.seats[0]?.token ?? ""));
      // where several share a screen nobody's troops are shown
      this.stands[game.game] = { table: first.battle.table, units: told.length > 1 ? [] : first.picture.units, asked, against: against(game, first), gone: false };
      this.put({ ...game, turn: first.turn, turns: first.turns, over: Boolean(first.over), waiting: asked, result: first.over ? resultOf(first) : undefined });
    } catch (error) {
      if (error instanceof Refused && error.status === 404) this.stands[game.game] = { table: [1, 1], units: [], asked: false, against: "computer", gone: true };
    }
  }

  private put(game: Kept): void {
    // as it was seen last, in its place: looking at the list is not playing
    const now = kept().find((each) => each.game === game.game);
    if (!now) return;
    keep({ ...now, ...game, seen: now.seen, name: now.name });
    this.games = kept();
  }

  rename(game: Kept, name: string): void {
    const now = kept().find((each) => each.game === game.game);
    if (now) keep({ ...now, name: name.trim().slice(0, 80) || undefined });
    this.games = kept();
  }

  /** From the list, and from the server where one is its host and nobody else plays it. */
  async remove(game: Kept): Promise<boolean> {
    this.trouble = "";
    if (game.host && !this.stands[game.game]?.gone) {
      try {
        await server.delete(game.host, game.seats.map((seat) => seat.token));
      } catch (error) {
        if (!(error instanceof Refused && error.status === 404)) {
          this.trouble = said(error);
          return false;
        }
      }
    }
    forget(game.game);
    this.games = kept();
    return true;
  }

  async save(game: Kept): Promise<void> {
    this.trouble = "";
    try {
      const [seat, ...others] = game.seats, { name, content } = await server.save(seat?.token ?? "", others.map((each) => each.token));
      const link = document.createElement("a"), url = URL.createObjectURL(content);
      link.href = url;
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    } catch (error) {
      this.trouble = said(error);
    }
  }

  /** A new battle from a step of this one; the link to one's seat, or nothing. */
  async branch(game: Kept, step: number | null, name: string): Promise<string> {
    this.trouble = "";
    try {
      const [seat, ...others] = game.seats, made = await server.branch(seat?.token ?? "", { step, also: others.map((each) => each.token) });
      return this.keepNew(made, { ...game, turn: made.turn, over: false, name: name.trim() || undefined, parent: { game: game.game, turn: made.turn } });
    } catch (error) {
      this.trouble = said(error);
      return "";
    }
  }

  /** A battle that was just made; the link to one's seat. */
  keepNew(made: NewGame, about: Pick<Kept, "battle" | "title" | "system" | "date" | "turn" | "turns" | "over"> & Partial<Kept>, open: boolean = false): string {
    const held = (of: NewGame["seats"]): Held[] => of.map(({ seat, title, token }) => ({ seat, title, token: token ?? "" }));
    const people = made.seats.filter((each) => each.token), mine = open ? people.filter((each) => each.kind === "player") : people;
    const { battle, title, system, date, turn, turns, over, name, parent } = about;
    keep({ game: made.game, battle, title, system, date, turn, turns, over, name, parent, seats: held(mine), others: held(people.filter((each) => !mine.includes(each))), host: made.host, spectator: made.spectator, waiting: true, seen: Date.now() });
    this.games = kept();
    return mine[0]?.token ?? made.spectator;
  }
}

export const said = (error: unknown): string => (error instanceof Refused ? error.message : W.unheard);

function against(game: Kept, data: SeatState): Standing["against"] {
  if (game.seats.length > 1) return "here";
  return data.seats.some((seat) => seat.side !== data.side && ["player", "open"].includes(seat.kind)) ? "friend" : "computer";
}

function resultOf({ outcome, side, turn }: SeatState): Kept["result"] {
  const sides = Object.entries(outcome?.sides ?? {}), lost = (mine: boolean) => sides.reduce((sum, [name, told]) => sum + ((name === side) === mine ? (told.lost ?? 0) : 0), 0);
  return { winner: outcome?.winner ?? "", level: outcome?.level ?? "", side, lost: lost(true), theirs: lost(false), turns: outcome?.turns ?? turn };
}
