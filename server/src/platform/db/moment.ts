/** A moment in epoch milliseconds as a parameter of type `timestamptz`; it may be infinite. */
export function toMoment(at: number | null | undefined): string | null {
  if (at === null || at === undefined) return null;
  return Number.isFinite(at) ? new Date(at).toISOString() : 'infinity';
}
