/** Indents JSON; other text, including truncated JSON, stays unchanged. */
export function indentJson(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
