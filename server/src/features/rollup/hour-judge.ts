import type { Connection } from '../../platform/db/transaction.ts';
import type { Sample, SlotSummary } from '../reading/model.api.ts';

/** Another area's tests of hours, in the transaction that rebuilds them. */
export interface HourJudging {
  /** Judges the minutes of a site while they are in memory. */
  addSamples(siteId: number, samples: readonly Sample[]): void;
  /** Judges the hour at these sites before it is stored; a value that is to be left out covers nothing afterwards. */
  judge(hour: number, drafts: readonly { siteId: number; slots: Map<number, SlotSummary> }[]): Promise<void>;
}

/** Begins the tests of a portion: all its hours with their sites, in any order. */
export type HourJudge = (
  client: Connection,
  portion: readonly { hour: number; sites: ReadonlySet<number> }[],
) => Promise<HourJudging>;

export const judgeNothing: HourJudge = () =>
  Promise.resolve({ addSamples: () => undefined, judge: () => Promise.resolve() });
