import type { Language } from '@limpid/contract/language';

/** A part of a text that is set differently: lowered or raised characters, or Latin words among Chinese ones. */
export type TextRun = string | { sub: string } | { sup: string } | { latin: string };
export type PrintedText = string | TextRun[];

/** The font has no lowered digits, so they are set as small ordinary ones; a point or comma between them goes with them. */
const lowered = /[₀-₉]+(?:[.,][₀-₉]+)*/u;
/** The font has ¹ ² ³ and ⁴, but not the others, such as the letters of « 1ᵉʳ ». */
const raised = /[⁰ⁱ⁵-⁹ʰ-ʸ\u1d2c-\u1d6a]+/u;
/** In Chinese texts an apostrophe is as wide as an ideograph, which tears French names apart. */
const latinApostrophe = /\p{Script=Latin}+(?:[’‘]\p{Script=Latin}+)+/u;
const controls = /(?!\n)\p{Cc}/gu;
/** The font lacks these narrow spaces, and shows a box in their place. */
const narrowSpaces = /[\u202f\u2009]/g;

/** Longer words are broken at any place, because they would leave their column. */
const longestWord = 18;
const longWord = new RegExp(`[^\\s\\p{Script=Han}\\u200b]{${longestWord + 1},}`, 'gu');
/** A number and its unit stay in one line. */
const spaceBeforeUnit = /(?<=\d) (?=[µm]?g\/m³|℃|%)/gu;
const wordPart = new RegExp(`.{${longestWord / 2}}(?=.)`, 'gsu');

export function printText(text: string, language: Language): PrintedText {
  const plain = text
    .toWellFormed()
    .replace(controls, ' ')
    .replace(narrowSpaces, '\u00a0')
    .replace(spaceBeforeUnit, '\u00a0')
    .replace(longWord, (word) => word.replace(wordPart, '$&\u200b'));
  return splitRuns(plain, language === 'zh' ? chineseRuns : otherRuns);
}

const otherRuns = new RegExp(`(?<sub>${lowered.source})|(?<sup>${raised.source})`, 'gu');
const chineseRuns = new RegExp(`${otherRuns.source}|(?<latin>${latinApostrophe.source})`, 'gu');

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
