import type { Language } from '@limpid/contract/language';

/** A part of a text that is set differently: lowered or raised characters, or Latin words among Chinese ones. */
type TextRun = string | { sub: string } | { sup: string } | { latin: string };
export type PrintedText = string | TextRun[];

/** The font has no lowered digits, so they are set as small ordinary ones; a point or comma between them goes with them. */
const lowered = /[₀-₉]+(?:[.,][₀-₉]+)*/u;
const before = /(?<![\p{Script=Latin}\p{N}_])/u.source;
const after = /(?![\p{Script=Latin}\p{N}_]|[.,]\d)/u.source;
/** Digits of pollutants that are written as plain text: `SO2` is printed as SO₂. */
const formula = `(?<=${before}PM)(?:2[.,]5|10|1)${after}|(?<=${before}[SNC]O)2${after}|(?<=${before}(?:O|NH))3${after}`;
/** The font has ¹ ² ³ and ⁴, but not the others, such as the letters of « 1ᵉʳ ». */
const raised = /[⁰ⁱ⁵-⁹ʰ-ʸ\u1d2c-\u1d6a]+/u;
/** In Chinese texts an apostrophe is as wide as an ideograph, which tears French names apart. */
const latinApostrophe = /\p{Script=Latin}+(?:[’‘]\p{Script=Latin}+)+/u;
const controls = /(?!\n)\p{Cc}/gu;
/** The font lacks these narrow spaces, and shows a box in their place. */
const narrowSpaces = /[\u202f\u2009]/g;

/** A number and its unit stay in one line. */
const spaceBeforeUnit = /(?<=\d) (?=[µm]?g\/m³|℃|%)/gu;

/** Longer words would leave a line of the page, or a column of a table. */
const longestWord = { line: 60, column: 18 };
const longWords = { line: makeLongWord(longestWord.line), column: makeLongWord(longestWord.column) };

function makeLongWord(length: number): RegExp {
  return new RegExp(`[^\\s\\p{Script=Han}\\u200b]{${length + 1},}`, 'gu');
}

/** The text as it is printed somewhere; words that are too long for that place may be broken anywhere. */
export function printText(
  text: string,
  language: Language,
  place: keyof typeof longestWord = 'line',
): PrintedText {
  const plain = text
    .toWellFormed()
    .replace(controls, ' ')
    .replace(narrowSpaces, '\u00a0')
    .replace(spaceBeforeUnit, '\u00a0')
    .replace(longWords[place], (word) => [...word].join('\u200b'));
  return splitRuns(plain, language === 'zh' ? chineseRuns : otherRuns);
}

const otherRuns = new RegExp(`(?<sub>${lowered.source}|${formula})|(?<sup>${raised.source})`, 'gu');
const chineseRuns = new RegExp(`${otherRuns.source}|(?<latin>${latinApostrophe.source})`, 'gu');

/** Whether parts of a text are set differently, which takes more memory. */
export function hasRuns(text: string): boolean {
  return text.search(chineseRuns) >= 0;
}

function splitRuns(text: string, pattern: RegExp): PrintedText {
  const runs: TextRun[] = [];
  let end = 0;
  for (const { 0: found, index, groups = {} } of text.matchAll(pattern)) {
    if (index > end) runs.push(text.slice(end, index));
    // Compatibility forms of raised and lowered characters are the ordinary ones.
    if (groups['sub']) runs.push({ sub: found.normalize('NFKC') });
    else runs.push(groups['sup'] ? { sup: found.normalize('NFKC') } : { latin: found });
    end = index + found.length;
  }
  if (runs.length === 0) return text;
  if (end < text.length) runs.push(text.slice(end));
  return runs;
}
