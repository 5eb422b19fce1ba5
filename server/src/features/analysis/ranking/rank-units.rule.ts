import type { RankingEntry, RankingSort } from '@limpid/contract/analysis/ranking-table';

type Valued = Pick<RankingEntry, 'value' | 'before'>;
type Order = 'asc' | 'desc';
export type UnitRanks = Pick<RankingEntry, 'rank' | 'rankChange' | 'change'>;
export type WithRanks<E> = E & UnitRanks;

/** Finds the ranks of units, and the change of rank among those with a value in both periods. */
export function openRanks<E extends Valued>(units: readonly E[], order: Order): (unit: E) => UnitRanks {
  const both = units.filter(isCompared);
  const ranked = units.filter(({ value }) => value !== null);
  const rankAll = openRankOf(ranked, ({ value }) => value, order);
  // Sorting thousands of values is most of the work, and usually these are the same.
  const rankNow = both.length === ranked.length ? rankAll : openRankOf(both, ({ value }) => value, order);
  const rankThen = openRankOf(both, ({ before }) => before, order);
  return ({ value, before }) => {
    if (value === null) return { rank: null, change: null, rankChange: null };
    if (before === null) return { rank: rankAll(value), change: null, rankChange: null };
    return { rank: rankAll(value), change: value - before, rankChange: rankThen(before) - rankNow(value) };
  };
}

const isCompared = ({ value, before }: Valued) => value !== null && before !== null;

/** The rank of a value: one more than there are better ones. */
function openRankOf<E>(
  units: readonly E[],
  column: (unit: E) => number | null,
  order: Order,
): (value: number) => number {
  const sign = signOf(order);
  const sorted = readColumn(units, column, sign).sort();
  return (value) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? 0) < sign * value) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** Numbers are sorted several times as fast as objects. Infinity stands for none, so that it comes last. */
function readColumn<E>(units: readonly E[], column: (unit: E) => number | null, sign: number): Float64Array {
  const numbers = new Float64Array(units.length);
  // An iterator over thousands of pairs takes several times as long.
  units.forEach((unit, place) => {
    const value = column(unit);
    numbers[place] = value === null ? Number.POSITIVE_INFINITY : sign * value;
  });
  return numbers;
}

/** The first rank is the lowest of the values with this sign. */
const signOf = (order: Order) => (order === 'desc' ? -1 : 1);

export interface UnitOrder {
  by: RankingSort;
  desc: boolean;
}

interface Sorting<E> {
  sort: UnitOrder;
  order: Order;
  ranksOf: (unit: E) => UnitRanks;
  nameOf: (unit: E) => string;
  language: string;
}

interface Paging {
  offset: number;
  limit: number;
}

/**
 * A page of units in their order; those without a value of the column come last in either direction, equal ones by their
 * rank. Only the units up to the end of the page are sorted.
 */
export function pageUnits<E extends Valued>(
  units: readonly E[],
  { sort, order, ranksOf, nameOf, language }: Sorting<E>,
  { offset, limit }: Paging,
): E[] {
  const sign = sort.desc ? -1 : 1;
  if (sort.by === 'name') {
    const collator = new Intl.Collator(language);
    const sorted = units.toSorted((a, b) => sign * collator.compare(nameOf(a), nameOf(b)));
    return sorted.slice(offset, offset + limit);
  }
  const columns: Record<typeof sort.by, (unit: E) => number | null> = {
    rank: ({ value }) => (value === null ? null : value * signOf(order)),
    value: ({ value }) => value,
    change: ({ value, before }) => (value === null || before === null ? null : value - before),
    rankChange: (unit) => ranksOf(unit).rankChange,
  };
  const keys = readColumn(units, columns[sort.by], sign);
  const last = keys.toSorted()[offset + limit - 1] ?? Number.POSITIVE_INFINITY;
  const compareRanks = compareBy(columns.rank);
  const first: { unit: E; key: number }[] = [];
  units.forEach((unit, place) => {
    const key = keys[place] ?? 0;
    if (key <= last) first.push({ unit, key });
  });
  return first
    .sort((a, b) => compareKeys(a.key, b.key) || compareRanks(a.unit, b.unit))
    .slice(offset, offset + limit)
    .map(({ unit }) => unit);
}

/** Infinities are equal. */
const compareKeys = (a: number, b: number) => (a === b ? 0 : a - b);

function compareBy<E>(column: (unit: E) => number | null): (a: E, b: E) => number {
  const keyOf = (unit: E) => column(unit) ?? Number.POSITIVE_INFINITY;
  return (a, b) => compareKeys(keyOf(a), keyOf(b));
}

/** How many units have a rank, how many a value in both periods, and how many are left out for each reason. */
export function countUnits(units: readonly (Valued & Pick<RankingEntry, 'reason'>)[]) {
  const leftOut = { disabled: 0, noData: 0, tooLittle: 0, withheld: 0, noGroup: 0 };
  let [ranked, compared] = [0, 0];
  for (const unit of units) {
    if (unit.reason !== null) leftOut[unit.reason]++;
    if (unit.value !== null) ranked++;
    if (isCompared(unit)) compared++;
  }
  return { units: units.length - leftOut.noGroup, ranked, compared, leftOut };
}
