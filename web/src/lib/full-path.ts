/** A location as one text, which `navigate` and links take. */
export function fullPath({ pathname, search, hash }: Record<'pathname' | 'search' | 'hash', string>): string {
  return pathname + search + hash;
}
