/** Of the font Noto Sans SC, in ems; a little more than its own widths, so that a column that is this wide never breaks. */
const classes: readonly [characters: RegExp, ems: number][] = [
  [/[\s.,:;!|'’‘()[\]/\\Iijlrtf°-]/u, 0.4],
  [
    /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60℃“”…—·≥≤±×÷‰]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u,
    1.02,
  ],
  [/[mMwWœ%@]/u, 0.92],
  [/\p{Lu}/u, 0.7],
];
const otherEms = 0.61;

export function estimateEms(text: string): number {
  let ems = 0;
  for (const char of text) ems += classes.find(([characters]) => characters.test(char))?.[1] ?? otherEms;
  return ems;
}

/** The widest part of a text that lines are not broken in. Chinese is broken after every character. */
export function estimateWordEms(text: string): number {
  const words = text.split(/[\s\u200b]+|(?<=\p{Script=Han})|(?=\p{Script=Han})/u);
  return Math.max(0, ...words.map(estimateEms));
}
