export interface ByteRange {
  start: number;
  /** Position of the last byte, inclusive. */
  end: number;
}

/**
 * The part that a `Range` header requests. Undefined for the whole file: no header, an invalid one, or several parts,
 * which a server need not support. 'none' if the file has no such part.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const last = size - 1;
  if (from === '') return Number(to) === 0 ? 'none' : { start: Math.max(0, size - Number(to)), end: last };
  const start = Number(from);
  const end = to === '' ? last : Math.min(Number(to), last);
  if (to !== '' && Number(to) < start) return undefined;
  return start > last ? 'none' : { start, end };
}
