export interface ByteRange {
  start: number;
  /** Of the last byte, which belongs to it. */
  end: number;
}

/**
 * The part that a `Range` header asks for. Undefined where all is meant: no header, one that makes no sense, or several
 * parts, which a server need not deliver. 'none' where the file has no such part.
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
