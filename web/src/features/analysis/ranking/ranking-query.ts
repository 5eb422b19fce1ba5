import { findDays, isOneHour } from '../../../query/state/period.ts';
import type { QueryState } from '../../../query/state/use-query-state.ts';

export const topCount = 10;
/** The screen's own choices in the address. */
export const rankingParts = ['by', 'order', 'entity'] as const;
export const rankingOrders = ['desc', 'asc'] as const;
export type RankingDirection = (typeof rankingOrders)[number];

interface RankedPeriod {
  at?: number;
  from?: string;
  to?: string;
  compareAt?: number;
  compareFrom?: string;
  compareTo?: string;
}

type Period = Pick<QueryState, 'range' | 'compared' | 'zone'>;

/** A single hour is ranked by hour; every other period by its days. */
export function findRankedPeriod({ range, compared, zone }: Period): RankedPeriod {
  if (isOneHour(range)) return { at: range.from, ...(compared && { compareAt: compared.from }) };
  const { fromDay, toDay } = findDays(range, zone);
  const before = compared && findDays(compared, zone);
  return {
    from: fromDay,
    to: toDay,
    ...(before && { compareFrom: before.fromDay, compareTo: before.toDay }),
  };
}
