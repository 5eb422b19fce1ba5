/**
 * A path of this site out of something a stranger may have written into the address, or undefined.
 * The browser's own parser decides, because `//host`, `/\host` and tabs or line ends inside all leave the site.
 */
export function safePath(value: string | null | undefined): string | undefined {
  if (!value?.startsWith('/')) return undefined;
  const base = 'https://here.invalid';
  if (!URL.canParse(value, base)) return undefined;
  const { origin, pathname, search, hash } = new URL(value, base);
  // `/x/..//host` is on this site for the parser, but no longer once its path is read again.
  if (origin !== base || pathname.startsWith('//')) return undefined;
  return pathname + search + hash;
}
