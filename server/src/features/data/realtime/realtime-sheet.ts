import { roundHalfEven } from '@limpid/aqi/decimal';
import { channelColumnPrefix, type NewestValues, type realtime } from '@limpid/contract/data/realtime';
import { judgeRealtimeState } from '@limpid/contract/data/realtime-condition';
import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import type { Language } from '@limpid/contract/language';
import { offsetAt } from '@limpid/contract/local-time';
import { type MapIndex, mapPollutants, type SiteIndices } from '@limpid/contract/map/site-update';
import type { RuleFlag } from '@limpid/contract/quality/flag-mark';
import { defaultZone } from '@limpid/contract/zone';
import type { Cell } from '../../../platform/sheets/cell.ts';
import { translate } from '../../../platform/texts.ts';
import type { ExportedTable } from '../../../platform/work/table-export.ts';
import type { StoredChannel } from '../../reading/reading.api.ts';

/** A row of real-time data. */
export type RealtimeEntry = RowOf<typeof realtime> & {
  values: NewestValues;
  limit: { channel: string; value: number } | null;
  /** By channel code. */
  flags: Record<string, RuleFlag[]>;
  index: SiteIndices | null;
  now: number;
};

interface SheetQuery {
  /** The names of the columns in their order; unknown ones are left out. */
  columns: readonly string[] | undefined;
  index: MapIndex;
  channels: readonly StoredChannel[];
}

interface SheetColumn {
  name: string;
  header: string;
  width?: number;
  read: (entry: RealtimeEntry) => Cell;
}

/** Real-time data as a table; the site comes first. */
export function makeRealtimeSheet(
  entries: AsyncIterable<RealtimeEntry>,
  query: SheetQuery,
  language: Language,
): ExportedTable {
  const all = listColumns(query, language);
  const wanted = query.columns?.filter((name) => name !== 'siteName');
  const columns = wanted
    ? ['siteName', ...wanted].flatMap((name) => all.find((column) => column.name === name) ?? [])
    : all;
  return { columns: columns.map(({ header, width = 16 }) => ({ header, width })), rows: listCells() };

  async function* listCells(): AsyncGenerator<Cell[]> {
    for await (const entry of entries) yield columns.map(({ read }) => read(entry));
  }
}

function listColumns({ index, channels }: SheetQuery, language: Language): SheetColumn[] {
  const write = (key: string) => translate(language, `data.realtime.${key}`);
  return [
    { name: 'siteName', header: write('fields.siteName'), width: 28, read: ({ siteName }) => siteName },
    { name: 'mn', header: write('fields.mn'), width: 26, read: ({ mn }) => mn },
    { name: 'state', header: write('fields.online'), read: (entry) => write(`states.${findState(entry)}`) },
    {
      name: 'index',
      header: translate(language, `map.indices.${index}`),
      read: (entry) => entry.index?.[index].aqi ?? null,
    },
    { name: 'primary', header: write('primary'), read: (entry) => namePrimary(entry.index?.[index].primary) },
    ...channels.map((channel) => channelColumn(channel, language)),
    { name: 'age', header: write('newest'), width: 24, read: readNewestTime },
    {
      name: 'entityName',
      header: write('fields.entityName'),
      width: 28,
      read: (entry) => localised(entry, 'entityName', language),
    },
  ];
}

function channelColumn(channel: StoredChannel, language: Language): SheetColumn {
  const { code, unit, decimals } = channel;
  const name = localised({ ...channel }, 'channelName', language);
  return {
    name: channelColumnPrefix + code,
    header: unit ? `${name} (${unit})` : name,
    read: ({ values }) => {
      const value = values[code]?.value ?? null;
      return value === null ? null : roundHalfEven(value, decimals);
    },
  };
}

function findState({ status, online, lastSeen, values }: RealtimeEntry) {
  const newest = Object.values(values);
  return judgeRealtimeState({
    isStopped: status !== '0',
    isOnline: online === 'on',
    wasHeard: lastSeen !== null,
    hasValue: newest.length > 0,
    hasFreshValue: newest.some(({ fresh }) => fresh),
  });
}

function namePrimary(bits = 0): string | null {
  return mapPollutants.filter((_, bit) => (bits & (1 << bit)) !== 0).join(', ') || null;
}

/** On the clock of the site. */
function readNewestTime({ values, zone }: RealtimeEntry): Cell {
  const moments = Object.values(values).map(({ ts }) => ts);
  if (moments.length === 0) return null;
  const ts = Math.max(...moments);
  return new Date(ts + offsetAt(ts, zone || defaultZone));
}
