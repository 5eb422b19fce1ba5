const longest = 150;
/**
 * Path separators, characters that file systems refuse, control characters, and those that change the direction of
 * text.
 */
const odd = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}<>:"/\\|?*]/gu;

/** The display name of a file, without characters that are unsafe in a path or a header or deceive the reader. */
export function cleanName(given: string): string {
  const base = given.split(/[/\\]/).at(-1) ?? '';
  const plain = base.toWellFormed().normalize('NFC').replace(odd, '').replace(/\s+/g, ' ');
  const trimmed = trimDots(plain);
  return trimmed === '' ? 'file' : shorten(trimmed);
}

/** A loop, because a pattern would scan every run of dots again from each of its dots. */
function trimDots(name: string): string {
  const isOuter = (letter: string | undefined) => letter === '.' || letter?.trim() === '';
  let [start, end] = [0, name.length];
  while (start < end && isOuter(name[start])) start++;
  while (end > start && isOuter(name[end - 1])) end--;
  return name.slice(start, end);
}

/** The text after the last dot, in lower case; empty if the name has no dot. */
export function readExtension(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

export function withExtension(name: string, extension: string): string {
  return `${name.replace(/\.[^.]*$/, '')}.${extension}`;
}

function shorten(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= longest) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return letters.slice(0, longest - ending.length).join('') + ending;
}
