/** Numbers as a language writes them; by hand, because asking the browser for its words of a country takes longer than drawing a battle. */

export interface Numbers {
  figures: (n: number) => string;
  /** With one decimal. */
  fixed: (n: number) => string;
  /** With its sign. */
  minus: (n: number) => string;
  percent: (p: number) => string;
  /** A number of things, of one or of several. */
  count: (n: number, one: string, many: string) => string;
}

/** `isOne` says which numbers go with the word for one thing. */
export function numbersOf(thousands: string, point: string, isOne: (n: number) => boolean = (n) => n === 1): Numbers {
  const figures = (n: number): string => {
    const [whole = "", part] = String(n).split(".");
    return whole.replace(/\B(?=(\d{3})+(?!\d))/g, thousands) + (part ? point + part : "");
  };
  return {
    figures,
    fixed: (n) => n.toFixed(1).replace(".", point),
    minus: (n) => (n < 0 ? `−${figures(-n)}` : `+${figures(n)}`),
    percent: (p) => (p > 0 && p < 1 ? "< 1 %" : p > 99 && p < 100 ? "> 99 %" : `${Math.round(p)} %`),
    count: (n, one, many) => `${figures(n)} ${isOne(n) ? one : many}`,
  };
}
