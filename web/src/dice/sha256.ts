/** SHA-256 of a text, in hexadecimal. Browsers have it too, but not on pages that came without a lock in the address bar. */

const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
};
/** The first 32 bits behind the point. */
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes(64).map((prime) => fraction(Math.cbrt(prime)));
const turned = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  // room for the end mark and eight bytes of length, in whole blocks of 64
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64), view = new DataView(padded.buffer);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  // the low half of the length is enough: no text here is half a gigabyte
  view.setUint32(padded.length - 4, bytes.length * 8);
  let state = START;
  for (let at = 0; at < padded.length; at += 64) state = mixed(state, view, at);
  // words are signed in this language; shown they must not be
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function mixed(state: readonly number[], view: DataView, at: number): number[] {
  const words = Array.from({ length: 64 }, (_, i) => (i < 16 ? view.getInt32(at + 4 * i) : 0));
  const word = (i: number): number => words[i] ?? 0;
  for (let i = 16; i < 64; i++) {
    const late = word(i - 2), early = word(i - 15);
    const one = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3), other = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[i] = (word(i - 16) + one + word(i - 7) + other) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const chosen = (e & f) ^ (~e & g), most = (a & b) ^ (a & c) ^ (b & c);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + (ROUNDS[i] ?? 0) + word(i)) | 0;
    const other = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((value, i) => (value + (state[i] ?? 0)) | 0);
}
