/** JSON on several lines, anything else as it is: what was cut off in the middle is no JSON any more. */
export function printNicely(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
