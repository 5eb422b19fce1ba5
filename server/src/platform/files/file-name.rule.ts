const longest = 150;
/** Path parts, what file systems refuse, control characters, and those that make a name read otherwise than it is. */
const odd = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}<>:"/\\|?*]/gu;

/** The name as a person knows the file, without anything a path, a header or an eye could stumble over. */
export function cleanName(given: string): string {
  const base = given.split(/[/\\]/).at(-1) ?? '';
  const plain = base.toWellFormed().normalize('NFC').replace(odd, '').replace(/\s+/g, ' ');
  const trimmed = trimDots(plain);
  return trimmed === '' ? 'file' : shorten(trimmed);
}

/** In a loop: a pattern would look at every run of dots again from each of its dots. */
function trimDots(name: string): string {
  const isOuter = (letter: string | undefined) => letter === '.' || letter?.trim() === '';
  let [start, end] = [0, name.length];
  while (start < end && isOuter(name[start])) start++;
  while (end > start && isOuter(name[end - 1])) end--;
  return name.slice(start, end);
}

/** What stands after the last dot, in lower case; empty where the name has none. */
export function extensionOf(name: string): string {
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
