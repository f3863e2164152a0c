/** The page on which a battle report will be, while it is being written: in the report's own look from its first paint. */

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

/** The colours and faces of the report (reporting/report.css): always paper, whatever the table looks like. */
const LOOK = `
:root{color-scheme:light;--paper:#f6eedc;--ink:#2a231b;--ink-2:#5c5245;--second:#7d3f31}
body{margin:0;background:var(--paper);color:var(--ink);font:18px/1.55 "EB Garamond","Adobe Garamond Pro",Garamond,"Hoefler Text","Iowan Old Style","Libertinus Serif","Liberation Serif","Times New Roman",Georgia,serif}
main{max-width:1120px;margin:0 auto;padding:40px 24px}
header{text-align:center;border-top:3px double var(--ink);border-bottom:3px double var(--ink);padding:28px 0 20px}
h1{font-size:clamp(38px,7vw,72px);font-weight:500;line-height:1.15;letter-spacing:.09em;text-transform:uppercase;margin:.1em 0 .15em}
p{font-style:italic;font-size:22px;color:var(--ink-2);margin:0}
i{display:block;width:210px;height:1px;margin:26px auto 6px;background:var(--second);animation:ink 1.6s ease-in-out infinite alternate}
@keyframes ink{from{transform:scaleX(.15)}}
@media (prefers-reduced-motion:reduce){i{animation:none}}`;

export const waitingPage = (title: string, words: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${LOOK}</style></head><body><main><header><h1>${escaped(title)}</h1><p role="status">${escaped(words)}</p><i></i></header></main></body></html>`;
