/** Distant guns, drums and volleys, made by code: noise and tones, filtered as the air does it. Silent until it is asked for. */

import { prefs } from "../lib/prefs.svelte";
import type { UnitPicture } from "../lib/types";
import type { Take } from "../stage/stage";
import { AIM } from "./timing";

let air: AudioContext | null = null;
let all: GainNode | null = null;
let hiss: AudioBuffer | null = null;

function opened(): AudioContext | null {
  if (typeof AudioContext === "undefined") return null;
  air ??= new AudioContext();
  if (air.state === "suspended") void air.resume();
  if (!hiss) {
    hiss = air.createBuffer(1, air.sampleRate, air.sampleRate);
    const data = hiss.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  }
  return air;
}

/** What all of it goes through: as loud as was chosen. */
function heard(ctx: AudioContext): GainNode {
  if (!all) (all = ctx.createGain()).connect(ctx.destination);
  all.gain.value = prefs.volume;
  return all;
}

/** A burst of noise through a filter, loud at once and dying away. */
function burst(at: number, loud: number, long: number, pitch: number, type: BiquadFilterType = "lowpass"): void {
  const ctx = opened();
  if (!ctx || !hiss) return;
  const source = ctx.createBufferSource(), filter = ctx.createBiquadFilter(), gain = ctx.createGain(), start = ctx.currentTime + Math.max(0, at);
  source.buffer = hiss;
  source.loop = true;
  filter.type = type;
  filter.frequency.setValueAtTime(pitch, start);
  filter.frequency.exponentialRampToValueAtTime(Math.max(40, pitch * 0.3), start + long);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  source.connect(filter).connect(gain).connect(heard(ctx));
  source.start(start, Math.random() * 0.8);
  source.stop(start + long + 0.05);
}

/** A low thud under it. */
function thud(at: number, loud: number, pitch: number, long: number): void {
  const ctx = opened();
  if (!ctx) return;
  const tone = ctx.createOscillator(), gain = ctx.createGain(), start = ctx.currentTime + Math.max(0, at);
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.45, start + long);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  tone.connect(gain).connect(heard(ctx));
  tone.start(start);
  tone.stop(start + long + 0.05);
}

const gun = (at: number): void => (thud(at, 0.34, 74, 0.55), burst(at, 0.2, 0.9, 420));
const musket = (at: number): void => burst(at, 0.05 + Math.random() * 0.05, 0.12, 1900, "bandpass");
const drum = (at: number, loud = 0.12): void => (thud(at, loud, 150, 0.11), burst(at, loud * 0.4, 0.07, 1500, "bandpass"));
const hoof = (at: number): void => thud(at, 0.09, 92, 0.07);
const blade = (at: number): void => burst(at, 0.06, 0.16, 5200, "bandpass");

/** What a take sounds like at so many times the usual speed. */
export function sound(take: Take, units: ReadonlyMap<string, UnitPicture>, speed: number): void {
  const at = (ms: number): number => ms / 1000 / speed, arms = (id: string) => units.get(id)?.arm;
  if (take.act === "fire") {
    take.deeds.slice(0, 8).forEach((deed, i) => {
      const late = AIM + i * 90, unit = units.get(deed.who);
      if (unit?.guns) for (let n = 0; n < Math.min(6, unit.guns); n++) gun(at(late + Math.random() * 240));
      else for (let n = 0; n < 22; n++) musket(at(late + Math.random() * 260));
    });
  } else if (take.act === "charge" || (take.act === "march" && take.deeds.every((deed) => arms(deed.who) === "cavalry"))) {
    for (let n = 0; n < 12; n++) hoof(at(n * 95 + (n % 3) * 22));
  } else if (take.act === "march" && take.ways.size) {
    for (let n = 0; n < 8; n++) drum(at(n * 210), n % 4 === 0 ? 0.14 : 0.07);
  } else if (take.act === "clash") for (let n = 0; n < 9; n++) blade(at(150 + n * 115 + Math.random() * 60));
  else if (take.act === "flight") for (let n = 0; n < 14; n++) drum(at(n * 62), 0.06);
}
