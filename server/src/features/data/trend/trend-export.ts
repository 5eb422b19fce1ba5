import type { Granularity } from '@limpid/contract/data/series';
import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import { formatLocalDate, formatLocalTime } from '@limpid/contract/local-time';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { ReferenceStationChoice } from '@limpid/contract/reference/reference-choice';
import type { App } from '../../../platform/app.ts';
import { translate } from '../../../platform/texts.ts';
import type { ExportedTable } from '../../../platform/work/table-export.ts';
import {
  type Points,
  presentReading,
  type ReadingSource,
  type StoredChannel,
} from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { formatOffset } from '../format-offset.rule.ts';
import { readReferenceIndex } from '../index/reference-index.ts';
import { labelSite } from '../label-site.rule.ts';
import { isPublished, selectPublished } from '../published-values.rule.ts';
import type { AccessibleSite } from '../site-access.store.ts';
import { indexGranularity, readSiteIndices } from './index-lines.ts';
import { joinColumns } from './join-columns.rule.ts';
import { describeLineFlags } from './line-flags.ts';
import type { ReferenceSource } from './reference-source.ts';
import { readSiteSeries } from './trend-lines.ts';

const none: Points = { at: [], values: [] };

interface Sources {
  readings: ReadingSource;
  airHours: AirHourSource;
  references: ReferenceSource;
}

interface ResolvedQuery {
  channels: readonly StoredChannel[];
  /** The index that has columns too. */
  index: MapIndex | undefined;
  sites: readonly AccessibleSite[];
  stations: readonly ReferenceStationChoice[];
  /** The clock of publications. */
  referenceZone: string;
}

interface ExportRange {
  from: number;
  to: number;
  granularity: Granularity;
}

interface ExportedLine {
  name: string;
  zone: string;
  points: Points;
  /** What data rules have found behind a point, by its moment. */
  flags: ReadonlyMap<number, string>;
}

const noFlags: ReadonlyMap<number, string> = new Map();

/** All values of lines, and their flags: a row for each date of days, otherwise for each moment. */
export async function makeHistoryTrendTable(
  app: Pick<App, 'pool'>,
  sources: Sources,
  query: ResolvedQuery,
  range: ExportRange,
  language: Language,
): Promise<ExportedTable> {
  const siteLines = await readSites(app, sources, query, range, language);
  const referenceLines = await readStations(sources, query, range, language);
  const lines = [...siteLines, ...referenceLines];
  // Publications have no flags.
  const hasFlags = siteLines.length > 0;
  const { heads, rows } = arrangeRows(lines, range.granularity, referenceLines.length > 0, language);
  return {
    columns: [
      ...heads.map((header) => ({ header })),
      ...lines.map(({ name }) => ({ header: name, width: 24 })),
      ...(hasFlags ? [{ header: translate(language, 'quality.flagged.title'), width: 40 }] : []),
    ],
    rows: rows.map(({ time, values, flags }) => [
      ...time,
      ...values.map(presentReading),
      ...(hasFlags ? [flags] : []),
    ]),
    count: rows.length,
  };
}

async function readSites(
  app: Pick<App, 'pool'>,
  sources: Sources,
  { channels, index, sites }: ResolvedQuery,
  range: ExportRange,
  language: Language,
): Promise<ExportedLine[]> {
  const stored = await readSiteSeries(sources.readings, sites, channels, range);
  const indices = index && (await readSiteIndices(sources, sites, range, index));
  const { granularity } = range;
  const lines = sites.flatMap((site) => {
    const ofChannels = channels.map((measured) => ({
      site,
      measured,
      points: stored.get(site.siteId)?.get(measured.slot) ?? none,
      granularity,
    }));
    if (!index) return ofChannels;
    const points = indices?.get(site.siteId) ?? none;
    return [...ofChannels, { site, measured: index, points, granularity: indexGranularity(granularity) }];
  });
  const flags = await describeLineFlags(app, sources.airHours, lines, language);
  return lines.map(({ site, measured, points }, place) => ({
    name: nameLine(labelSite(site), measured, language),
    zone: site.zone,
    points,
    flags: flags[place] ?? noFlags,
  }));
}

async function readStations(
  { references }: Sources,
  { channels, index, stations, referenceZone: zone }: ResolvedQuery,
  { from, to }: ExportRange,
  language: Language,
): Promise<ExportedLine[]> {
  if (stations.length === 0) return [];
  const codes = stations.map(({ code }) => code);
  const published = await references.hours(codes, [from, to]);
  const indices = index && (await readReferenceIndex(references.hours, codes, [from, to], index));
  return stations.flatMap((station) => {
    const place = translate(language, 'data.trend.referenceName', { name: station.name });
    const ofChannels = channels.filter(isPublished).map((channel) => ({
      name: nameLine(place, channel, language),
      zone,
      points: selectPublished(published.get(station.code), channel),
      flags: noFlags,
    }));
    if (!index) return ofChannels;
    const points = indices?.get(station.code) ?? none;
    return [...ofChannels, { name: nameLine(place, index, language), zone, points, flags: noFlags }];
  });
}

/**
 * The values of lines side by side. Days of several zones share a row by their date; hours of stations beside days have
 * rows on their own clock; all other moments are on the clock of the first line.
 */
function arrangeRows(
  lines: readonly ExportedLine[],
  granularity: Granularity,
  hasHours: boolean,
  language: Language,
): { heads: string[]; rows: { time: string[]; values: (number | null)[]; flags: string | null }[] } {
  const write = (key: string, params = {}) => translate(language, key, params);
  const isDaily = granularity === 'day';
  if (isDaily && !hasHours) {
    const byDate = lines.map(({ name, points: { at, values }, zone, flags }) => {
      const dateOf = (midnight: number) => Date.parse(formatLocalDate(midnight, zone));
      const ofDates = new Map([...flags].map(([midnight, words]) => [dateOf(midnight), words]));
      return { name, at: at.map(dateOf), values, flags: ofDates };
    });
    const rows = joinColumns(byDate);
    const time = (at: number) => [formatLocalDate(at, 'UTC')];
    return {
      heads: [write('data.trend.dayColumn')],
      rows: rows.map(({ at, values }) => ({ time: time(at), values, flags: joinFlags(byDate, at) })),
    };
  }
  const [first = { zone: 'UTC' }] = lines;
  const zones = isDaily ? [...new Set(lines.map(({ zone }) => zone))] : [first.zone];
  const rows = zones.flatMap((zone) => {
    const isShown = (line: ExportedLine) => !isDaily || line.zone === zone;
    return joinColumns(lines.map((line) => (isShown(line) ? line.points : none))).map(({ at, values }) => ({
      at,
      // The clock shows an hour twice when it is set back.
      time: [formatLocalTime(at, zone), formatOffset(at, zone)],
      values,
      flags: joinFlags(lines.filter(isShown), at),
    }));
  });
  const timeHead = isDaily
    ? write('data.history.columns.time')
    : write('data.trend.timeColumn', { zone: first.zone });
  return {
    heads: [timeHead, write('data.history.columns.zone')],
    rows: rows.toSorted((one, other) => one.at - other.at),
  };
}

/** The flags of a row by line; null without any. */
function joinFlags(lines: readonly Pick<ExportedLine, 'name' | 'flags'>[], at: number): string | null {
  const words = lines.flatMap(({ name, flags }) => (flags.has(at) ? [`${name}: ${flags.get(at)}`] : []));
  return words.join(' | ') || null;
}

function nameLine(place: string, channel: StoredChannel | MapIndex, language: Language): string {
  if (typeof channel === 'string') return `${place} · ${translate(language, `map.indices.${channel}`)}`;
  const name = localised({ ...channel }, 'channelName', language);
  return `${place} · ${channel.unit ? `${name} (${channel.unit})` : name}`;
}
