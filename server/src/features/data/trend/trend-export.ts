import type { Granularity } from '@limpid/contract/data/series';
import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import { formatLocalDate, formatLocalTime } from '@limpid/contract/local-time';
import type { ReferenceStationChoice } from '@limpid/contract/reference/reference-choice';
import type { App } from '../../../platform/app.ts';
import { translate } from '../../../platform/texts.ts';
import type { ExportedTable } from '../../../platform/work/table-export.ts';
import { presentReading, type ReadingSource, type StoredChannel } from '../../reading/reading.api.ts';
import { formatOffset } from '../format-offset.rule.ts';
import { joinColumns } from './join-columns.rule.ts';
import type { ReferenceSource } from './reference-source.ts';
import { listSiteNames } from './trend.store.ts';
import { listPublished, readSiteSeries } from './trend-lines.ts';

interface Sources {
  app: Pick<App, 'db'>;
  source: ReadingSource;
  references: ReferenceSource;
}

interface ResolvedQuery {
  channels: readonly StoredChannel[];
  sites: readonly { siteId: number; zone: string; interval: number }[];
  stations: readonly ReferenceStationChoice[];
}

/** All values of lines, one row for each moment on the clock of the first site. */
export async function makeHistoryTrendTable(
  { app, source, references }: Sources,
  { channels, sites, stations }: ResolvedQuery,
  range: { from: number; to: number; granularity: Granularity },
  language: Language,
): Promise<ExportedTable> {
  const names = await listSiteNames(
    app.db,
    sites.map(({ siteId }) => siteId),
  );
  const stored = await readSiteSeries(source, sites, channels, range);
  const codes = stations.map(({ code }) => code);
  const published = codes.length > 0 ? await references.hours(codes, [range.from, range.to]) : undefined;
  const none = { at: [], values: [] };
  const lines = [
    ...sites.flatMap(({ siteId }) =>
      channels.map((channel) => ({
        name: nameLine(names.get(siteId) ?? '', channel, language),
        points: stored.get(siteId)?.get(channel.slot) ?? none,
      })),
    ),
    ...stations.flatMap((station) =>
      listPublished(channels).map((channel) => ({
        name: nameLine(
          translate(language, 'data.trend.referenceName', { name: station.name }),
          channel,
          language,
        ),
        points: published?.get(station.code)?.get(channel.code) ?? none,
      })),
    ),
  ];
  const zone = sites[0]?.zone ?? 'UTC';
  const isDaily = range.granularity === 'day' && stations.length === 0;
  // The clock shows an hour twice when it is set back.
  const writeTime = (at: number) =>
    isDaily ? [formatLocalDate(at, zone)] : [formatLocalTime(at, zone), formatOffset(at, zone)];
  const rows = joinColumns(lines.map(({ points }) => points));
  return {
    columns: [
      { header: translate(language, 'data.trend.timeColumn', { zone }) },
      ...(isDaily ? [] : [{ header: translate(language, 'data.history.columns.zone') }]),
      ...lines.map(({ name }) => ({ header: name, width: 24 })),
    ],
    rows: rows.map(({ at, values }) => [...writeTime(at), ...values.map(presentReading)]),
    count: rows.length,
  };
}

function nameLine(place: string, channel: StoredChannel, language: Language): string {
  const name = localised({ ...channel }, 'channelName', language);
  return `${place} · ${channel.unit ? `${name} (${channel.unit})` : name}`;
}
