/** Wide characters take a whole em of the font, others about half of one. */
const wide =
  /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}℃“”‘’…—]/u;
const narrow = /[\s.,:;!|'()[\]/iljtfr-]/u;
const capital = /[A-ZÀ-ÞMWmw%]/u;

/** The width of a text in ems, a little more than the font's, so that a column that is this wide never breaks it. */
export function estimateEms(text: string): number {
  let ems = 0;
  for (const char of text)
    ems += wide.test(char) ? 1 : narrow.test(char) ? 0.36 : capital.test(char) ? 0.76 : 0.58;
  return ems;
}

/** The widest part of a text that lines are not broken in. Chinese is broken after every character. */
export function estimateWordEms(text: string): number {
  const words = text.split(/[\s\u200b]+|(?<=\p{Script=Han})|(?=\p{Script=Han})|(?<=[-/])/u);
  return Math.max(0, ...words.map(estimateEms));
}
