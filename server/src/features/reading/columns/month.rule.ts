/** Months in UTC, each represented by its start. */

export function findMonth(moment: number): number {
  const at = new Date(moment);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
}

export function findNextMonth(moment: number): number {
  const at = new Date(moment);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
}

/** The date of its first day. */
export function formatMonth(month: number): string {
  return new Date(month).toISOString().slice(0, 10);
}
