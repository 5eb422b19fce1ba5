import type { RankingEntry, RankingSort } from '@limpid/contract/analysis/ranking-table';

type Valued = Pick<RankingEntry, 'value' | 'before'>;
type Order = 'asc' | 'desc';
export type UnitRanks = Pick<RankingEntry, 'rank' | 'rankChange' | 'change'>;
export type WithRanks<E> = E & UnitRanks;

/** Finds the ranks of units, and the change of rank among those with a value in both periods. */
export function openRanks<E extends Valued>(units: readonly E[], order: Order): (unit: E) => UnitRanks {
  const rankAll = openRankOf(
    units.map(({ value }) => value),
    order,
  );
  const both = units.filter(isCompared);
  const rankNow = openRankOf(
    both.map(({ value }) => value),
    order,
  );
  const rankThen = openRankOf(
    both.map(({ before }) => before),
    order,
  );
  return ({ value, before }) => {
    if (value === null) return { rank: null, change: null, rankChange: null };
    if (before === null) return { rank: rankAll(value), change: null, rankChange: null };
    return { rank: rankAll(value), change: value - before, rankChange: rankThen(before) - rankNow(value) };
  };
}

const isCompared = ({ value, before }: Valued) => value !== null && before !== null;

/** The rank of a value: one more than there are better ones. */
function openRankOf(values: readonly (number | null)[], order: Order): (value: number) => number {
  const sign = signOf(order);
  const known = values.filter((value) => value !== null);
  const sorted = new Float64Array(known.map((value) => sign * value)).sort();
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

/** Sorts units; those without a value of the column come last in either direction, equal ones by their rank. */
export function sortUnits<E extends Valued>(units: readonly E[], sorting: Sorting<E>): E[] {
  const { sort, order, ranksOf, nameOf, language } = sorting;
  const sign = sort.desc ? -1 : 1;
  if (sort.by === 'name') {
    const collator = new Intl.Collator(language);
    return units.toSorted((a, b) => sign * collator.compare(nameOf(a), nameOf(b)));
  }
  const columns = {
    rank: ({ value }: E) => value && value * signOf(order),
    value: ({ value }: E) => value,
    change: ({ value, before }: E) => (value === null || before === null ? null : value - before),
    rankChange: (unit: E) => ranksOf(unit).rankChange,
  };
  const compare = compareBy(columns[sort.by], sign);
  const compareRanks = compareBy(columns.rank, 1);
  return units.toSorted((a, b) => compare(a, b) || compareRanks(a, b));
}

function compareBy<E>(column: (unit: E) => number | null, sign: number): (a: E, b: E) => number {
  return (a, b) => {
    const [one, other] = [column(a), column(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (one - other);
  };
}

/** How many units have a rank, how many a value in both periods, and how many are left out for each reason. */
export function countUnits(units: readonly (Valued & Pick<RankingEntry, 'reason'>)[]) {
  const countReason = (reason: RankingEntry['reason']) => units.filter((one) => one.reason === reason).length;
  return {
    units: units.length,
    ranked: units.filter(({ value }) => value !== null).length,
    compared: units.filter(isCompared).length,
    leftOut: {
      disabled: countReason('disabled'),
      noData: countReason('noData'),
      tooLittle: countReason('tooLittle'),
      withheld: countReason('withheld'),
    },
  };
}
