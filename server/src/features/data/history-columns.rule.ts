import { fail } from '@limpid/contract/errors';
import type { StoredChannel } from '../ingest/ingest.api.ts';

/** Which column of a sheet holds what, by its number. */
export interface HistoryColumns {
  header: readonly string[];
  time: TimeColumns;
  /** Any of them may name the site. */
  sites: readonly number[];
  channels: readonly { index: number; channel: StoredChannel }[];
}

export type TimeColumns =
  | { moment: number }
  | { date: number; clock: number | undefined }
  | { year: number; month: number; day: number; clock: number | undefined };

const words = {
  moment: [
    ...['time', 'datetime', 'timestamp', 'datatime', 'timepoint', 'date/time', 'localtime', 'monitoringtime'],
    ...['时间', '监测时间', '数据时间', '日期时间', '采样时间', '时间点', '上报时间'],
    ...['horodatage', 'dateetheure', 'dateheure', 'date/heure'],
  ],
  date: ['date', '日期', '监测日期'],
  clock: ['time', 'hour', '时间', '小时', '时', '时刻', 'heure'],
  year: ['year', '年', 'année', 'an'],
  month: ['month', '月', 'mois'],
  day: ['day', '日', 'jour'],
  sites: [
    ...['mn', 'mn号', 'mn编号', 'codemn', '设备编号', '设备编码'],
    ...['sitecode', 'stationcode', '站点编码', '站点编号', 'codedusite', 'codesite'],
    ...[
      'site',
      'sitename',
      'station',
      'stationname',
      '站点',
      '站点名称',
      '站点名',
      '测点',
      'nomdusite',
      'nomsite',
    ],
  ],
} as const;

/** A heading without its unit, spaces and marks, in small letters. */
function plain(heading: string): string {
  return heading
    .normalize('NFKC')
    .replace(/\([^()]*\)|\[[^[\]]*\]|【[^【】]*】/g, '')
    .toLowerCase()
    .replace(/[\s_.'’-]/g, '');
}

/** What channels are called: by their code first, then as in packets, then by other codes and names. */
function nameChannels(channels: readonly StoredChannel[]): Map<string, StoredChannel> {
  const named = new Map<string, StoredChannel>();
  const ways: ((channel: StoredChannel) => readonly (string | null)[])[] = [
    ({ code }) => [code],
    ({ gbCode }) => [gbCode],
    ({ aliases }) => aliases,
    ({ channelName, channelNameEn, channelNameFr }) => [channelName, channelNameEn, channelNameFr],
  ];
  for (const namesOf of ways) {
    for (const channel of channels) {
      for (const name of namesOf(channel)) {
        if (name && !named.has(plain(name))) named.set(plain(name), channel);
      }
    }
  }
  return named;
}

/** How a mean is often called after the channel. */
const suffix = /(?:avg|rtd|1h)$/;

/** Reads one row as headings. */
function matchHeader(header: readonly string[], channels: readonly StoredChannel[]): Partial<HistoryColumns> {
  const bare = header.map(plain);
  const named = nameChannels(channels);
  const time = findTime(bare);
  const taken = new Set(time ? Object.values(time) : []);
  const sites = words.sites.flatMap((word) => bare.flatMap((name, index) => (name === word ? [index] : [])));
  const found = bare.flatMap((name, index) => {
    if (name === '' || taken.has(index) || sites.includes(index)) return [];
    const channel = named.get(name) ?? named.get(name.replace(suffix, ''));
    return channel ? [{ index, channel }] : [];
  });
  return { header, sites, channels: found, ...(time && { time }) };
}

function findTime(bare: readonly string[]): TimeColumns | undefined {
  const find = (list: readonly string[]) => {
    const index = bare.findIndex((name) => list.includes(name));
    return index < 0 ? undefined : index;
  };
  const [date, clock, moment] = [find(words.date), find(words.clock), find(words.moment)];
  if (date !== undefined) return { date, clock };
  const [year, month, day] = [find(words.year), find(words.month), find(words.day)];
  if (year !== undefined && month !== undefined && day !== undefined) return { year, month, day, clock };
  return moment === undefined ? undefined : { moment };
}

/** Titles may stand above the headings. */
const rowsLookedAt = 10;

/** Finds the row of headings, and says how many rows stand above what follows it. */
export function findColumns(
  rows: readonly (readonly string[])[],
  channels: readonly StoredChannel[],
): HistoryColumns & { above: number } {
  const tried = rows.slice(0, rowsLookedAt).map((row) => matchHeader(row, channels));
  const isWhole = ({ time, channels: own = [] }: Partial<HistoryColumns>) => time && own.length > 0;
  const above = Math.max(0, tried.findIndex(isWhole));
  const { header = [], time, sites = [], channels: own = [] } = tried[above] ?? {};
  if (!time) fail('history_import.no_time', { headings: header.slice(0, 10).join(', ') });
  if (own.length === 0) fail('history_import.no_channels', { headings: header.slice(0, 10).join(', ') });
  const twice = own.find(({ channel }, at) => own.findIndex((one) => one.channel === channel) < at);
  if (twice) fail('sheet.column_twice', { label: twice.channel.code });
  return { header, time, sites, channels: own, above };
}
