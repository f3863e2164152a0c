/** English. */

import { asked, call } from "./asking";
import { common, fingers, formations } from "./common";
import { ending } from "./ending";
import { gallery, links } from "./gallery";
import { help } from "./help";
import { dice, log, odds, rule } from "./log";
import { map, menu, tools } from "./map";
import { orders } from "./orders";
import { play, replay } from "./play";
import { S } from "./setup";
import { curtain, host, prefs, room, table } from "./table";
import { card, changes, roster, sheet } from "./troops";

const T = { ...common, gallery, links, table, room, tools, map, roster, asked, call, changes, card, orders, menu, sheet, odds, log, play, replay, rule, curtain, ending, dice, host, prefs, help };

export const en = { T, S, formations, fingers };
export type English = typeof en;
