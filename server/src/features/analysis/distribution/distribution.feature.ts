import {
  type Distribution,
  exportDistribution,
  type LevelShares,
  maxDistributionDays,
  readDistribution,
  readLevelShares,
} from '@limpid/contract/analysis/distribution';
import type { Input } from '@limpid/contract/kit/endpoint';
import { datesBetween, dayBounds, formatLocalDate } from '@limpid/contract/local-time';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { route } from '../../../platform/http/route.ts';
import { routeTableExport } from '../../../platform/work/table-export.ts';
import { formatOffset, getAccessibleSites, getZone } from '../../data/data.api.ts';
import { type FlaggedHours, summariseFlags } from '../../quality/quality.api.ts';
import { presentReading, type ReadingSource } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { listFlaggableSlots, listIndexBounds } from '../../rollup/rollup.api.ts';
import { totalDays } from '../calendar/calendar.rule.ts';
import { readIndexDays } from '../calendar/read-days.ts';
import { findMeasured, type Measured } from '../channel.ts';
import { readFlaggedHours } from '../flags/read-flagged-hours.ts';
import { readIndexHours } from '../index-hours.ts';
import { type AnalysedSite, type DateRange, type LocalHours, readLocalHours } from '../local-hours.ts';
import { readDates } from '../period.rule.ts';
import { describeDistribution } from './distribution.rule.ts';
import { flagHeatMap } from './distribution-flags.rule.ts';
import { listDistributionRows } from './distribution-rows.rule.ts';
import { makeDistributionTable } from './distribution-table.ts';
import { countLevels, orderBounds } from './levels.rule.ts';
import { addSiteStatistics } from './site-statistics.feature.ts';

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
    const measured = findMeasured(source, query);
    const zone = await getZone(app.db, scope, query.siteId);
    const site = { siteId: query.siteId, zone, measured };
    const [hours, flagged] = await Promise.all([
      readHours(sources, site, range),
      readFlags(sources, [site], measured, range),
    ]);
    return describeSite(site, range, hours, flagged(site.siteId));
  });
  route(app, readLevelShares, ({ scope, query }) => readShares(sources, scope, query));
  routeTableExport(app, exportDistribution, async ({ scope, body, language }) => {
    const shares = await readShares(sources, scope, body);
    const range = readDates(body, maxDistributionDays, readLevelShares.texts);
    const named = await getAccessibleSites(app.db, scope, body.siteIds, 'siteIds');
    const measured = findMeasured(source, body);
    const bounds = typeof measured === 'string' ? listIndexBounds(measured) : orderBounds(body.bounds ?? []);
    async function* listRows() {
      for (const [n, site] of named.entries()) {
        const measuredSite = { ...site, measured };
        const read = await readHours(sources, measuredSite, range);
        const flagged = (await readFlags(sources, [site], measured, range))(site.siteId);
        const levels = { counted: shares.counted, counts: shares.sites[n]?.counts ?? [], bounds };
        const figures = describeSite(measuredSite, range, read, flagged);
        const hours = read.hours.map(({ ts, day, hour, value }) => {
          const marks = flagged.get(ts);
          const flags = marks ? summariseFlags([marks]) : null;
          return { day, hour, offset: formatOffset(ts, site.zone), value: presentReading(value), flags };
        });
        yield* listDistributionRows(site, levels, figures, hours);
      }
    }
    return makeDistributionTable(listRows(), measured, language);
  });
  addSiteStatistics(app, source, air);
}

type MeasuredSite = Omit<AnalysedSite, 'channel'> & { measured: Measured };

function readHours(
  { app, source, air }: Sources,
  { measured, ...site }: MeasuredSite,
  range: DateRange,
): Promise<LocalHours> {
  const now = app.clock.now();
  return typeof measured === 'string'
    ? readIndexHours(air, { ...site, index: measured }, range, now)
    : readLocalHours(source, { ...site, channel: measured }, range, now);
}

function describeSite(
  { measured, zone }: MeasuredSite,
  [from, to]: DateRange,
  { hours, ...left }: LocalHours,
  flagged: FlaggedHours,
): Distribution {
  const isSound = typeof measured !== 'string' && measured.dataType === 'level';
  const { heat, ...figures } = describeDistribution(hours, datesBetween(from, to), isSound);
  const flags = { flags: summariseFlags(flagged.values()), heat: flagHeatMap(heat, flagged, zone) };
  return { zone, from, to, hours: hours.length, ...left, ...figures, ...flags };
}

/** The flagged hours of sites, each on its own clock. */
async function readFlags(
  { app, air }: Sources,
  sites: readonly { siteId: number; zone: string }[],
  measured: Measured,
  [from, to]: DateRange,
): Promise<(siteId: number) => FlaggedHours> {
  const slots = listFlaggableSlots(measured, air);
  const found = sites.map(async ({ siteId, zone }) => {
    const bounds = [dayBounds(from, zone)[0], dayBounds(to, zone)[1]] as const;
    return [siteId, (await readFlaggedHours(app, [siteId], slots, bounds))(siteId)] as const;
  });
  const bySite = new Map(await Promise.all(found));
  return (siteId) => bySite.get(siteId) ?? new Map();
}

/** All sites at once: their hours by the levels of a channel, or their days by those of the index. */
async function readShares(
  sources: Sources,
  scope: Scope,
  { siteIds, bounds = [], ...query }: SharesInput,
): Promise<LevelShares> {
  const { app, source } = sources;
  const range = readDates(query, maxDistributionDays, readLevelShares.texts);
  const measured = findMeasured(source, query);
  const isIndex = typeof measured === 'string';
  const sites = await getAccessibleSites(app.db, scope, siteIds, 'siteIds');
  const flagged = await readFlags(sources, sites, measured, range);
  const described = sites.map(async ({ siteId, zone }) => {
    const counts = isIndex
      ? await countIndexDays(sources, { siteId, zone }, range, measured)
      : await countHours(sources, { siteId, zone, channel: measured }, range, orderBounds(bounds));
    return { siteId, zone, ...counts, flags: summariseFlags(flagged(siteId).values()) };
  });
  return { counted: isIndex ? 'day' : 'hour', sites: await Promise.all(described) };
}

async function countHours(
  { app, source }: Sources,
  site: AnalysedSite,
  range: DateRange,
  bounds: readonly number[],
) {
  const { hours, ...left } = await readLocalHours(source, site, range, app.clock.now());
  const values = hours.map(({ value }) => value);
  return { counts: countLevels(values, bounds, site.channel.decimals), ...left };
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
  const running = days.filter(({ soFar, aqi }) => soFar && aqi !== null).length;
  return { counts: levels, dropped: withoutIndex, running };
}
