import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import type { LinkageBasis } from '@limpid/contract/fogcannon/linkage-rule';
import { liveLimitMs, type SiteDirectory } from '../../reading/model.api.ts';
import type { Points, ReadingSource } from '../../reading/reading.api.ts';
import type { LinkageValue } from './decide.rule.ts';
import { listLinkageValues, stepOf } from './values.rule.ts';

/** The most values that a rule can want in a row. */
const kept = 20;

/** Clocks of stations differ by seconds; a value that is further ahead does not count before its time has come. */
const aheadMs = 10 * SECOND_MS;

/** Whether a value is from the future. */
export function isAhead(ts: number, now: number): boolean {
  return ts > now + aheadMs;
}

/** A channel of a site on one basis. */
export interface Line {
  siteId: number;
  slot: number;
  basis: LinkageBasis;
}

/** The newest values of sites, without those that were stored too late. */
export interface RecentValues {
  /** Reads what has been stored since the last call. */
  read(lines: readonly Line[], now: number): Promise<void>;
  /** In the order of time; a missing one stands between values that are not consecutive. */
  of(line: Line): readonly LinkageValue[];
}

/**
 * Only values that are not historical yet are read, so one that arrives later is never seen. Values that were read are
 * kept, because a rule may want more of them than are new.
 */
export function openRecentValues(readings: ReadingSource, directory: SiteDirectory): RecentValues {
  const known = new Map<string, Points>();
  const keyOf = ({ siteId, slot, basis }: Line) => `${siteId} ${slot} ${basis}`;
  const intervalOf = (siteId: number) => directory.findBySite(siteId)?.interval ?? 0;

  async function readBasis(basis: LinkageBasis, lines: readonly Line[], now: number): Promise<void> {
    const siteIds = [...new Set(lines.map(({ siteId }) => siteId))];
    const slots = [...new Set(lines.map(({ slot }) => slot))].toSorted((a, b) => a - b);
    const longest = Math.max(...siteIds.map((siteId) => liveLimitMs(intervalOf(siteId))));
    const found =
      basis === 'realtime'
        ? await readings.samples(siteIds, [now - longest, now + aheadMs], slots, 'all')
        : // A minute that has not ended has no mean yet.
          await readings.minutes(1, siteIds, [now - longest, now - (now % MINUTE_MS)], slots);
    for (const line of lines) {
      const points = found.get(line.siteId)?.get(line.slot);
      if (points)
        known.set(
          keyOf(line),
          join(known.get(keyOf(line)), points, now - liveLimitMs(intervalOf(line.siteId))),
        );
    }
  }

  return {
    async read(lines, now) {
      for (const [basis, ofBasis] of Map.groupBy(lines, (line) => line.basis))
        await readBasis(basis, ofBasis, now);
    },
    of(line) {
      const stepMs = stepOf(line.basis, intervalOf(line.siteId));
      return listLinkageValues(known.get(keyOf(line)) ?? { at: [], values: [] }, {
        basis: line.basis,
        stepMs,
      });
    },
  };
}

/** The known values with those that were read, which replace them; `from` is the oldest moment that may be new. */
function join(before: Points | undefined, read: Points, from: number): Points {
  const first = read.at.findIndex((at) => at >= from);
  const fresh =
    first < 0 ? { at: [], values: [] } : { at: read.at.slice(first), values: read.values.slice(first) };
  const start = fresh.at[0] ?? Number.POSITIVE_INFINITY;
  const older = before?.at.filter((at) => at < Math.min(start, from)) ?? [];
  return {
    at: [...older, ...fresh.at].slice(-kept),
    values: [...(before?.values.slice(0, older.length) ?? []), ...fresh.values].slice(-kept),
  };
}
