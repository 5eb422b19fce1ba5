import { HOUR_MS } from '@limpid/contract/durations';
import type { SiteIndices } from '@limpid/contract/map/site-update';
import { type AirHourSource, type HourMark, windowHours } from '../rollup/rollup.api.ts';
import { computeIndices } from './indices.rule.ts';

/** The current indices of all sites, from their newest closed hours. */
export interface AirNow {
  get(siteId: number): SiteIndices | null;
  /** Looks for newer hours and reports the sites whose indices have changed, in portions. */
  refresh(onChanged: (siteIds: readonly number[]) => void): Promise<void>;
}

/** An hour that ended longer ago does not describe the present. */
const reachMs = 3 * HOUR_MS;
const sitesAtOnce = 500;

export function openAirNow(source: AirHourSource, now: () => number): AirNow {
  const bySite = new Map<number, HourMark & { indices: SiteIndices | null }>();

  async function readIndices(changed: readonly HourMark[]): Promise<void> {
    const starts = changed.map(({ at }) => at);
    const hours = await source.hours(
      changed.map(({ siteId }) => siteId),
      [Math.min(...starts) - (windowHours - 1) * HOUR_MS, Math.max(...starts) + 1],
    );
    for (const mark of changed) {
      const siteHours = (hours.get(mark.siteId) ?? []).filter(({ at }) => at <= mark.at);
      bySite.set(mark.siteId, { ...mark, indices: computeIndices(siteHours) });
    }
  }

  return {
    get: (siteId) => bySite.get(siteId)?.indices ?? null,
    async refresh(onChanged) {
      const closed = now() - HOUR_MS;
      const newest = await source.newest([closed - reachMs, closed + 1]);
      const changed = newest.filter(({ siteId, at, mark }) => {
        const before = bySite.get(siteId);
        return before?.at !== at || before.mark !== mark;
      });
      const there = new Set(newest.map(({ siteId }) => siteId));
      const gone = [...bySite.keys()].filter((siteId) => !there.has(siteId));
      for (const siteId of gone) bySite.delete(siteId);
      if (gone.length > 0) onChanged(gone);
      for (let from = 0; from < changed.length; from += sitesAtOnce) {
        const some = changed.slice(from, from + sitesAtOnce);
        await readIndices(some);
        onChanged(some.map(({ siteId }) => siteId));
      }
    },
  };
}
