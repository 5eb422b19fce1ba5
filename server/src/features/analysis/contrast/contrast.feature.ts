import { isHourValid, isPeriodValid } from '@limpid/aqi/validity';
import { readContrast } from '@limpid/contract/analysis/contrast';
import { fail } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { checkSeriesRange, getAccessibleSites } from '../../data/data.api.ts';
import type { ReadingSource, Series } from '../../reading/reading.api.ts';
import { findNumericChannel } from '../channel.ts';
import { compareSites, describeSpread } from './contrast.rule.ts';

/** Compares sites with each other. */
export function addContrast(app: App, source: ReadingSource): void {
  app.scopedPaths.add(readContrast.path);
  route(app, readContrast, async ({ scope, query: { siteIds, channel: code, granularity, from, to } }) => {
    checkSeriesRange({ from, to, granularity });
    if (new Set(siteIds).size < 2) fail('analysis.sites', {}, 'siteIds');
    const { slot } = findNumericChannel(source, code);
    const sites = await getAccessibleSites(app.db, scope, siteIds, 'siteIds');
    const found = await source.means(
      granularity,
      sites.map(({ siteId }) => siteId),
      [from, to],
      [slot],
    );
    const isValid = (covered: number) =>
      granularity === 'day' ? isPeriodValid('day', covered) : isHourValid(covered, 1);
    const series = sites.map(({ siteId }) => keepValid(found.get(siteId)?.get(slot), isValid));
    return {
      sites: sites.map(({ siteId, zone }, position) => {
        const { values = new Map<number, number>(), dropped = 0 } = series[position] ?? {};
        return { siteId, zone, dropped, box: describeSpread([...values.values()]) };
      }),
      ...compareSites(series.map(({ values }) => values)),
    };
  });
}

function keepValid(series: Series | undefined, isValid: (covered: number) => boolean) {
  const { at = [], values = [], covered = [] } = series ?? {};
  const valid = new Map<number, number>();
  for (const [position, ts] of at.entries()) {
    const value = values[position];
    if (value !== undefined && isValid(covered[position] ?? 0)) valid.set(ts, value);
  }
  return { values: valid, dropped: at.length - valid.size };
}
