import { findPollutant } from '@limpid/aqi/pollutant';
import { maxDaysByGranularity, seriesLabels } from '@limpid/contract/data/series';
import {
  exportTrend,
  listTrendMarkers,
  readTrend,
  type TrendMarker,
  type TrendSiteLine,
} from '@limpid/contract/data/trend';
import { DAY_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import type { Input } from '@limpid/contract/kit/endpoint';
import type { Language } from '@limpid/contract/language';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { route } from '../../../platform/http/route.ts';
import { translateStored } from '../../../platform/texts.ts';
import { routeTableExport } from '../../../platform/work/table-export.ts';
import { describeFlagMark, type FlaggedPeriod, listFlaggedPeriods } from '../../quality/quality.api.ts';
import {
  type ChangeGroup,
  listChangeGroups,
  type ReadingSource,
  type StoredChannel,
} from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { type Calibration, listCalibrations, listSiteLimits } from '../../site/site.api.ts';
import { countAboveLimit } from '../above-limit.ts';
import { checkSeriesRange, checkSeriesSize, findChannels } from '../series.service.ts';
import { getAccessibleSites, listMeasuredChannels } from '../site-access.store.ts';
import { indexGranularity, readIndexLines, readReferenceIndexLines } from './index-lines.ts';
import type { ReferenceSource } from './reference-source.ts';
import { makeHistoryTrendTable } from './trend-export.ts';
import { readReferenceLines, readSiteLines } from './trend-lines.ts';

const screenPoints = 2000;
const maxMarkers = 500;

type TrendQuery = Omit<Input<typeof readTrend>['query'], 'points' | 'band'>;

interface Services {
  readings: ReadingSource;
  airHours: AirHourSource;
  references: ReferenceSource;
}

/** Measured values and the index of several sites as lines, with official stations beside them. */
export function addTrend(app: App, services: Services): void {
  const { readings: source, references } = services;
  app.scopedPaths.add(readTrend.path);

  /** What a query stands for; a query beyond the limits or the caller's data scope is refused. */
  async function resolveQuery(scope: Scope, query: TrendQuery) {
    checkSeriesRange(query);
    const { siteIds = [], references: codes = [], index } = query;
    const channels = findChannels(source, query.channels ?? []);
    if (channels.length === 0 && !index) fail('field.required', { label: seriesLabels.channels }, 'channels');
    if (siteIds.length + codes.length === 0)
      fail('field.required', { label: seriesLabels.siteIds }, 'siteIds');
    const sites = await getAccessibleSites(app.db, scope, siteIds, 'siteIds');
    checkSeriesSize(query, sites.length, channels.length);
    const granularity = indexGranularity(query.granularity);
    if (index) checkSeriesSize({ ...query, granularity }, sites.length, 1);
    const stations = codes.length > 0 ? await getStations(codes, query) : [];
    return { channels, index, sites, stations, referenceZone: app.config.zone };
  }

  async function getStations(codes: readonly string[], { from, to }: TrendQuery) {
    const days = maxDaysByGranularity.hour;
    if (to - from > days * DAY_MS) fail('series.long', { days }, 'from');
    return references.stations(codes, 'references');
  }

  async function addLimits(lines: TrendSiteLine[], { siteIds = [], from, to }: TrendQuery) {
    const limits = await listSiteLimits(app.db, siteIds);
    for (const line of lines) {
      const siteLimit = limits.get(line.siteId);
      if (siteLimit?.channelCode !== line.channel) continue;
      const limit = await countAboveLimit(source, siteLimit, [from, to]);
      if (limit) line.limit = limit;
    }
  }

  async function markAbsent(lines: TrendSiteLine[]) {
    const empty = lines.filter(({ count, outOfRange }) => count === 0 && !outOfRange);
    if (empty.length === 0) return;
    const measured = await listMeasuredChannels(
      app.db,
      empty.map(({ siteId }) => siteId),
    );
    for (const line of empty) if (!measured.get(line.siteId)?.has(line.channel)) line.absent = true;
  }

  route(app, readTrend, async ({ scope, query: { points = screenPoints, band = true, ...query } }) => {
    const { sites, channels, index, stations, referenceZone: zone } = await resolveQuery(scope, query);
    const drawing = { points, hasBand: band };
    const series = await readSiteLines(source, sites, channels, query, drawing);
    await addLimits(series, query);
    await markAbsent(series);
    if (index) series.push(...(await readIndexLines(services, sites, query, index, drawing)));
    if (stations.length === 0) return { series };
    const range = { ...query, zone };
    const published = await readReferenceLines(references, stations, channels, range, drawing);
    if (index)
      published.push(...(await readReferenceIndexLines(references, stations, { ...range, index }, drawing)));
    return { series, references: published };
  });

  routeTableExport(app, exportTrend, async ({ scope, body, language }) => {
    const resolved = await resolveQuery(scope, body);
    return makeHistoryTrendTable(app, services, resolved, body, language);
  });

  route(app, listTrendMarkers, async ({ scope, query, language }) => {
    checkSeriesRange({ ...query, granularity: 'day' });
    const asked = findChannels(source, query.channels ?? []);
    if (asked.length === 0 && !query.index)
      fail('field.required', { label: seriesLabels.channels }, 'channels');
    const pollutants = source.channels().filter(({ gbCode }) => findPollutant(gbCode));
    const ofIndex = new Set(pollutants.map(({ code }) => code));
    const codes = [...new Set([...asked.map(({ code }) => code), ...(query.index ? ofIndex : [])])];
    await getAccessibleSites(app.db, scope, query.siteIds, 'siteIds');
    const bounds = [query.from, query.to] as const;
    const flaggedSlots = findChannels(source, codes);
    const [groups, calibrations, flags] = await Promise.all([
      listChangeGroups(app.db, query.siteIds, codes, bounds, maxMarkers + 1),
      listCalibrations(app.db, query.siteIds, codes, bounds, maxMarkers + 1),
      listFlaggedPeriods(app.pool, {
        siteIds: query.siteIds,
        slots: flaggedSlots.map(({ slot }) => slot),
        bounds,
        most: maxMarkers + 1,
      }),
    ]);
    const markers = [
      ...groups.map((group) => presentCorrection(group, language)),
      ...calibrations.map(presentCalibration),
      ...flags.flatMap((period) => presentFlag(period, flaggedSlots, language)),
    ]
      .map((marker): TrendMarker => ({ ...marker, ofIndex: ofIndex.has(marker.channel) }))
      .toSorted((one, other) => other.at - one.at);
    return { markers: markers.slice(0, maxMarkers), isComplete: markers.length <= maxMarkers };
  });
}

type ListedMarker = Omit<TrendMarker, 'ofIndex'>;

function presentCorrection(
  { channelCode, operName, reason, changedAt, ...group }: ChangeGroup,
  language: Language,
): ListedMarker {
  const text = translateStored(language, reason) ?? '';
  return { kind: 'correction', ...group, channel: channelCode, by: operName, text, at: changedAt };
}

function presentFlag(
  { siteId, slot, from, to, hours, mark }: FlaggedPeriod,
  channels: readonly StoredChannel[],
  language: Language,
): ListedMarker[] {
  const channel = channels.find((one) => one.slot === slot);
  if (!channel) return [];
  const text = describeFlagMark(mark, channel, language);
  return [{ kind: 'flag', siteId, channel: channel.code, from, to, count: hours, at: from, by: '', text }];
}

function presentCalibration({ siteId, channelCode, since, k, b, updateBy }: Calibration): ListedMarker {
  const period = { from: since, to: since, count: 0, at: since };
  const text = `K = ${k}, B = ${b}`;
  return { kind: 'calibration', siteId, channel: channelCode, ...period, by: updateBy ?? '', text };
}
