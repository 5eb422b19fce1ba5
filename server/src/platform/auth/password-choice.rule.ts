import { commonNumbers, commonWords } from './common-words.ts';

type PasswordFault = 'password.common' | 'password.user_name';

/** Why a password may not be chosen: attackers first try common ones and variations of the user name. */
export function findPasswordFault(password: string, userName: string): PasswordFault | undefined {
  const folded = fold(password);
  if (isMadeOfName(folded, fold(userName))) return 'password.user_name';
  return isCommon(folded) ? 'password.common' : undefined;
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function isMadeOfName(password: string, name: string): boolean {
  const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
  const [given, userName] = [bare(password), bare(name)];
  if (userName === '') return false;
  const reversed = [...userName].reverse().join('');
  return [userName, reversed].some((word) => {
    if (!given.includes(word)) return false;
    return /^\d{0,6}$/.test(given.replaceAll(word, ''));
  });
}

function isCommon(password: string): boolean {
  if (isRepeated(password) || isWalk(password) || isDate(password) || commonNumbers.has(password))
    return true;
  return isInitialledNumber(password) || isDecoratedWord(password);
}

/** A common number with one or two letters around it, often initials: `a123456789`, `123456zl!`. */
function isInitialledNumber(password: string): boolean {
  const [, before = '', digits = '', after = ''] =
    /^(\p{L}{0,2})(\d{6,})(\p{L}{0,2})[^\p{L}\d]{0,2}$/u.exec(password) ?? [];
  if (digits === '' || before.length + after.length > 2) return false;
  return isWalk(digits) || isRepeated(digits) || commonNumbers.has(digits);
}

/** One to four repeated characters, or at most two different ones: `abcabc`, `11112222`. */
function isRepeated(password: string): boolean {
  return /^(.{1,4}?)\1+.?$/u.test(password) || new Set(password).size <= 2;
}

/** Neighbours in the alphabet, among the digits and on keyboards, in both directions. */
const walks = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '!@#$%^&*()',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '!qaz@wsx#edc',
  'qazwsxedcrfvtgbyhnujmikolp',
  'qweasdzxc',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8',
  '1a2b3c4d5e6f7g8h',
  '147258369',
  '02468',
  '13579',
].flatMap((walk) => [walk, [...walk].reverse().join('')]);

/** Up to three walks of three or more characters; doubled characters count once. */
function isWalk(password: string): boolean {
  return [password, password.replace(/(.)\1+/gu, '$1')].some((text) => {
    let rest = text;
    for (let walked = 0; walked < 3 && rest !== ''; walked++) rest = rest.slice(walkLength(rest));
    return rest === '';
  });
}

function walkLength(text: string): number {
  for (let length = text.length; length >= 3; length--) {
    const start = text.slice(0, length);
    if (walks.some((walk) => walk.includes(start))) return length;
  }
  return 0;
}

/** A date in digits, with or without separators. */
function isDate(password: string): boolean {
  if (!/^[\d./-]+$/.test(password)) return false;
  const digits = password.replace(/\D/g, '');
  const [year, short, month, day] = [
    '(?:19|20)\\d\\d',
    '\\d\\d',
    '(?:0[1-9]|1[0-2])',
    '(?:0[1-9]|[12]\\d|3[01])',
  ];
  return [year, short].some((y) =>
    new RegExp(`^(?:${y}${month}${day}|${day}${month}${y}|${month}${day}${y}|${year}${month})$`).test(digits),
  );
}

const lookAlikes = [
  { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' },
  { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'l' },
] as const;

/**
 * A common word, once or twice, or a walk, with a few digits or symbols around it and digits in place of letters, such
 * as `P@ssw0rd2026!`.
 */
function isDecoratedWord(password: string): boolean {
  const trimmed = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const decoration = password.replace(trimmed, '');
  const readings = [password, trimmed, ...strip(password)];
  if (!isCheap(decoration)) readings.length = 1;
  return readings
    .flatMap((reading) => [reading, ...lookAlikes.map((table) => replaceLookAlikes(reading, table))])
    .some((reading) => isWord(reading) || (reading.length >= 4 && isWalk(reading)));
}

/**
 * Removes digits and symbols only at the end, or only at the start: `passw0rd` keeps its 0, `!admin` loses its sign.
 */
function strip(password: string): string[] {
  return [password.replace(/[^\p{L}]{1,6}$/u, ''), password.replace(/^[^\p{L}]{1,6}/u, '')];
}

/** Up to four digits or a walk of them, and up to two symbols. */
function isCheap(decoration: string): boolean {
  const digits = decoration.replace(/\D/g, '');
  return (digits.length <= 4 || isWalk(digits) || isDate(digits)) && decoration.length - digits.length <= 2;
}

function replaceLookAlikes(text: string, table: Readonly<Record<string, string>>): string {
  return [...text].map((letter) => table[letter] ?? letter).join('');
}

function isWord(text: string): boolean {
  const letters = text.replace(/[ _.-]/g, '');
  const half = letters.slice(0, letters.length / 2);
  return commonWords.has(letters) || (half + half === letters && commonWords.has(half));
}
