/** Months in UTC, each represented by its start. */

export function findMonth(moment: number): number {
  const at = new Date(moment);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
}

export function findNextMonth(moment: number): number {
  const at = new Date(moment);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
}
