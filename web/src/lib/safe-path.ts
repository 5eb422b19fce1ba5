/**
 * Returns a path of this origin, or undefined for untrusted input that leads elsewhere.
 * The URL parser decides, because `//host`, `/\host` and tabs or line breaks inside all leave the origin.
 */
export function safePath(value: string | null | undefined): string | undefined {
  if (!value?.startsWith('/')) return undefined;
  const base = 'https://here.invalid';
  if (!URL.canParse(value, base)) return undefined;
  const { origin, pathname, search, hash } = new URL(value, base);
  // `/x/..//host` is on this origin for the parser, but not when the resulting path is parsed again.
  if (origin !== base || pathname.startsWith('//')) return undefined;
  return pathname + search + hash;
}
