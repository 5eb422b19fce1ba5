import { DAY_MS } from '@limpid/contract/durations';
import { findNextMonth } from '../reading/storage.api.ts';

/** After this many days nearly all late readings have come; a block that still changes is removed and rebuilt. */
const settledDays = 2;
/** A block of the running month is extended when it lacks this many days. */
const extendDays = 3;

export interface BlockSpan {
  /** The start of the month. */
  month: number;
  /** A new block has the hours before this start of a day. */
  until: number;
  /** An existing block is kept if it reaches this start of a day. */
  keptFrom: number;
}

/** What blocks of these months should have at a moment; the first days of a month are not worth one. */
export function planBlocks(months: readonly number[], now: number): BlockSpan[] {
  const settled = Math.floor(now / DAY_MS - settledDays) * DAY_MS;
  return months.flatMap((month): BlockSpan[] => {
    const end = findNextMonth(month);
    if (settled >= end) return [{ month, until: end, keptFrom: end }];
    if (settled < month + extendDays * DAY_MS) return [];
    return [{ month, until: settled, keptFrom: settled - (extendDays - 1) * DAY_MS }];
  });
}
