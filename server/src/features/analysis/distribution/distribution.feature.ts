import {
  type Distribution,
  exportDistribution,
  type LevelShares,
  maxDistributionDays,
  readDistribution,
  readLevelShares,
} from '@limpid/contract/analysis/distribution';
import type { Input } from '@limpid/contract/kit/endpoint';
import { datesBetween, formatLocalDate } from '@limpid/contract/local-time';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { route } from '../../../platform/http/route.ts';
import { routeTableExport } from '../../../platform/work/table-export.ts';
import { getAccessibleSites, getZone } from '../../data/data.api.ts';
import type { ReadingSource, StoredChannel } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { totalDays } from '../calendar/calendar.rule.ts';
import { readIndexDays } from '../calendar/read-days.ts';
import { findNumericChannel } from '../channel.ts';
import { type AnalysedSite, type DateRange, readLocalHours } from '../local-hours.ts';
import { readDates } from '../period.rule.ts';
import { describeDistribution } from './distribution.rule.ts';
import { listDistributionRows } from './distribution-rows.rule.ts';
import { makeDistributionTable } from './distribution-table.ts';
import { countLevels, orderBounds } from './levels.rule.ts';
import { addSiteStatistics } from './site-statistics.feature.ts';
import { listSiteNames } from './site-statistics.store.ts';

interface Sources {
  app: App;
  source: ReadingSource;
  air: AirHourSource;
}

type SharesInput = Input<typeof readLevelShares>['query'];

/** How concentrations at sites are distributed: by level, by value, by hour and day, and on the map. */
export function addDistribution(app: App, source: ReadingSource, air: AirHourSource): void {
  const sources = { app, source, air };
  app.scopedPaths.add(readDistribution.path);
  route(app, readDistribution, async ({ scope, query }) => {
    const range = readDates(query, maxDistributionDays, readDistribution.texts);
    const channel = findNumericChannel(source, query.channel);
    const zone = await getZone(app.db, scope, query.siteId);
    return describeSite(source, { siteId: query.siteId, zone, channel }, range);
  });
  route(app, readLevelShares, ({ scope, query }) => readShares(sources, scope, query));
  routeTableExport(app, exportDistribution, async ({ scope, body, language }) => {
    const shares = await readShares(sources, scope, body);
    const range = readDates(body, maxDistributionDays, readLevelShares.texts);
    const names = await listSiteNames(app.db, body.siteIds);
    const channel = body.channel === undefined ? undefined : findNumericChannel(source, body.channel);
    const bounds = orderBounds(body.bounds ?? []);
    async function* listRows() {
      for (const site of shares.sites) {
        const figures = channel && (await describeSite(source, { ...site, channel }, range));
        yield* listDistributionRows(names.get(site.siteId) ?? '', site.counts, bounds, figures);
      }
    }
    return makeDistributionTable(listRows(), shares.counted, channel, body.index ?? 'china', language);
  });
  addSiteStatistics(app, source);
}

async function describeSite(
  source: ReadingSource,
  site: AnalysedSite,
  [from, to]: DateRange,
): Promise<Distribution> {
  const { hours, dropped } = await readLocalHours(source, site, [from, to]);
  const isSound = site.channel.dataType === 'level';
  const figures = describeDistribution(hours, datesBetween(from, to), isSound);
  return { zone: site.zone, from, to, hours: hours.length, dropped, ...figures };
}

/** All sites at once: their hours by the levels of a channel, or their days by those of the index. */
async function readShares(
  sources: Sources,
  scope: Scope,
  { siteIds, channel: code, bounds = [], index = 'china', ...query }: SharesInput,
): Promise<LevelShares> {
  const { app, source } = sources;
  const range = readDates(query, maxDistributionDays, readLevelShares.texts);
  const channel = code === undefined ? undefined : findNumericChannel(source, code);
  const sites = await getAccessibleSites(app.db, scope, siteIds, 'siteIds');
  const described = sites.map(async ({ siteId, zone }) => {
    const counts = channel
      ? await countHours(source, { siteId, zone, channel }, range, orderBounds(bounds))
      : await countIndexDays(sources, { siteId, zone }, range, index);
    return { siteId, zone, ...counts };
  });
  return { counted: channel ? 'hour' : 'day', sites: await Promise.all(described) };
}

async function countHours(
  source: ReadingSource,
  site: { siteId: number; zone: string; channel: StoredChannel },
  range: DateRange,
  bounds: readonly number[],
) {
  const { hours, dropped } = await readLocalHours(source, site, range);
  const values = hours.map(({ value }) => value);
  return { counts: countLevels(values, bounds, site.channel.decimals), dropped };
}

async function countIndexDays(
  { app, air }: Sources,
  { siteId, zone }: { siteId: number; zone: string },
  [from, to]: DateRange,
  index: MapIndex,
) {
  const today = formatLocalDate(app.clock.now().getTime(), zone);
  const days = await readIndexDays({ db: app.db, air }, siteId, datesBetween(from, to), { today, index });
  const { levels, withoutIndex } = totalDays(days, today);
  return { counts: levels, dropped: withoutIndex };
}
