/** The place of a row among all rows of a query. */
export interface RowKey {
  siteId: number;
  ts: number;
}

export type RowOrder = 'newest' | 'oldest';

/** Newest first and at one moment in the order of the sites, or exactly the reverse. */
export function compareKeys(
  siteIds: readonly number[],
  order: RowOrder,
): (one: RowKey, other: RowKey) => number {
  const places = new Map(siteIds.map((siteId, place) => [siteId, place]));
  const placeOf = ({ siteId }: RowKey) => places.get(siteId) ?? -1;
  const sign = order === 'newest' ? 1 : -1;
  return (one, other) => sign * (other.ts - one.ts || placeOf(one) - placeOf(other));
}

/** The keys after a place in the order, at most so many; a place without a site is before all sites of its moment. */
export function keysAfter(
  keys: readonly RowKey[],
  place: RowKey,
  siteIds: readonly number[],
  order: RowOrder,
  most: number,
): RowKey[] {
  const compare = compareKeys(siteIds, order);
  return keys
    .filter((key) => compare(key, place) > 0)
    .toSorted(compare)
    .slice(0, most);
}

/** Consecutive parts of `[from, to)` from the side that comes first in the order, each twice as long up to a limit. */
export function* listWindows(
  [from, to]: readonly [number, number],
  order: RowOrder,
  first: number,
  longest: number,
): Generator<[from: number, to: number]> {
  let [start, end] = [from, to];
  for (let span = first; start < end; span = Math.min(span * 2, longest)) {
    if (order === 'newest') {
      const edge = Math.max(start, end - span);
      yield [edge, end];
      end = edge;
    } else {
      const edge = Math.min(end, start + span);
      yield [start, edge];
      start = edge;
    }
  }
}
