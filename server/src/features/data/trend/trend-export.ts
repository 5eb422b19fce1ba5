import type { Granularity } from '@limpid/contract/data/series';
import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import { formatLocalDate, formatLocalTime } from '@limpid/contract/local-time';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { ReferenceStationChoice } from '@limpid/contract/reference/reference-choice';
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
import { readSiteIndices } from './index-lines.ts';
import { joinColumns } from './join-columns.rule.ts';
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
}

/** All values of lines: a row for each date of days, otherwise for each moment. */
export async function makeHistoryTrendTable(
  sources: Sources,
  query: ResolvedQuery,
  range: ExportRange,
  language: Language,
): Promise<ExportedTable> {
  const siteLines = await readSites(sources, query, range, language);
  const referenceLines = await readStations(sources, query, range, language);
  const lines = [...siteLines, ...referenceLines];
  const { heads, rows } = arrangeRows(lines, range.granularity, referenceLines.length > 0, language);
  return {
    columns: [
      ...heads.map((header) => ({ header })),
      ...lines.map(({ name }) => ({ header: name, width: 24 })),
    ],
    rows: rows.map(({ time, values }) => [...time, ...values.map(presentReading)]),
    count: rows.length,
  };
}

async function readSites(
  sources: Sources,
  { channels, index, sites }: ResolvedQuery,
  range: ExportRange,
  language: Language,
): Promise<ExportedLine[]> {
  const stored = await readSiteSeries(sources.readings, sites, channels, range);
  const indices = index && (await readSiteIndices(sources, sites, range, index));
  return sites.flatMap((site) => {
    const { siteId, zone } = site;
    const place = labelSite(site);
    const ofChannels = channels.map((channel) => ({
      name: nameLine(place, channel, language),
      zone,
      points: stored.get(siteId)?.get(channel.slot) ?? none,
    }));
    if (!index) return ofChannels;
    const points = indices?.get(siteId) ?? none;
    return [...ofChannels, { name: nameLine(place, index, language), zone, points }];
  });
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
    }));
    if (!index) return ofChannels;
    const points = indices?.get(station.code) ?? none;
    return [...ofChannels, { name: nameLine(place, index, language), zone, points }];
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
): { heads: string[]; rows: { time: string[]; values: (number | null)[] }[] } {
  const write = (key: string, params = {}) => translate(language, key, params);
  const isDaily = granularity === 'day';
  if (isDaily && !hasHours) {
    const rows = joinColumns(
      lines.map(({ points: { at, values }, zone }) => ({
        at: at.map((midnight) => Date.parse(formatLocalDate(midnight, zone))),
        values,
      })),
    );
    const time = (at: number) => [formatLocalDate(at, 'UTC')];
    return {
      heads: [write('data.trend.dayColumn')],
      rows: rows.map(({ at, values }) => ({ time: time(at), values })),
    };
  }
  const [first = { zone: 'UTC' }] = lines;
  const zones = isDaily ? [...new Set(lines.map(({ zone }) => zone))] : [first.zone];
  const rows = zones.flatMap((zone) =>
    joinColumns(lines.map((line) => (isDaily && line.zone !== zone ? none : line.points))).map(
      ({ at, values }) => ({
        at,
        // The clock shows an hour twice when it is set back.
        time: [formatLocalTime(at, zone), formatOffset(at, zone)],
        values,
      }),
    ),
  );
  const timeHead = isDaily
    ? write('data.history.columns.time')
    : write('data.trend.timeColumn', { zone: first.zone });
  return {
    heads: [timeHead, write('data.history.columns.zone')],
    rows: rows.toSorted((one, other) => one.at - other.at),
  };
}

function nameLine(place: string, channel: StoredChannel | MapIndex, language: Language): string {
  if (typeof channel === 'string') return `${place} · ${translate(language, `map.indices.${channel}`)}`;
  const name = localised({ ...channel }, 'channelName', language);
  return `${place} · ${channel.unit ? `${name} (${channel.unit})` : name}`;
}
