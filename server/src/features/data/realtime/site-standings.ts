import { channelColumnPrefix } from '@limpid/contract/data/realtime';
import { type RealtimeCondition, realtimeConditions } from '@limpid/contract/data/realtime-condition';
import type { MapIndex, SiteIndices } from '@limpid/contract/map/site-update';
import { isOnline } from '@limpid/contract/site/online';
import type { FieldValues } from '../../../crud/definition.ts';
import type { LatestValue } from '../../ingest/ingest.api.ts';
import type { ReadingSource } from '../../reading/reading.api.ts';
import type { SiteChannelLimit } from '../../site/site.api.ts';
import {
  judgeSite,
  readAge,
  readIndexNumber,
  readState,
  type SiteStanding,
  type SortNumber,
  sortStandings,
} from './site-standing.rule.ts';

/** What a list is narrowed to and sorted by beside the columns of the database. */
export interface StandingQuery {
  only: RealtimeCondition | undefined;
  index: MapIndex;
  /** `state`, `age`, `index` or `channel:<code>`; undefined for the order of the database. */
  by: string | undefined;
  desc: boolean;
}

interface Services {
  ingest: { peekLatest(siteId: number): Iterable<Readonly<LatestValue>> };
  siteStates: {
    indexOf(siteId: number): SiteIndices | null;
    read(): Promise<{ registry: { limits: ReadonlyMap<number, SiteChannelLimit> } }>;
  };
  readings: Pick<ReadingSource, 'channels'>;
}

/** Returns a function that judges sites by their latest values, narrows them and sorts them. */
export function openStandings({ ingest, siteStates, readings }: Services) {
  function makeReader(
    { by, index }: StandingQuery,
    intervals: ReadonlyMap<number, number>,
    now: number,
  ): ((site: SiteStanding) => SortNumber | undefined) | undefined {
    if (by === 'state') return readState;
    if (by === 'age') return readAge;
    if (by === 'index') return (site) => readIndexNumber(site, siteStates.indexOf(site.siteId), index, now);
    const code = by?.slice(channelColumnPrefix.length);
    const slot = readings.channels().find((channel) => channel.code === code)?.slot;
    if (slot === undefined) return undefined;
    return ({ siteId }) => {
      for (const { slot: other, value, ts } of ingest.peekLatest(siteId)) {
        if (other !== slot || value === null) continue;
        return { value, isStale: !isOnline(ts, intervals.get(siteId) ?? 0, now) };
      }
      return undefined;
    };
  }

  /** `rows` have the columns of a site in the order of the database. */
  return async (
    rows: readonly FieldValues[],
    query: StandingQuery | undefined,
    now: number,
  ): Promise<SiteStanding[]> => {
    const { limits } = (await siteStates.read()).registry;
    const decimals = new Map(readings.channels().map((channel) => [channel.slot, channel.decimals]));
    const intervals = new Map(rows.map((row) => [Number(row['siteId']), Number(row['reportInterval'])]));
    const found = rows.map((row) => {
      const siteId = Number(row['siteId']);
      const limit = limits.get(siteId);
      return judgeSite(
        {
          siteId,
          isStopped: row['status'] !== '0',
          isOnline: row['online'] === 'on',
          wasHeard: row['lastSeen'] !== null,
          interval: intervals.get(siteId) ?? 0,
          values: ingest.peekLatest(siteId),
          limit: limit && {
            slot: limit.slot,
            value: limit.value,
            decimals: decimals.get(limit.slot) ?? 0,
          },
        },
        now,
      );
    });
    const only = query?.only;
    const narrowed = only ? found.filter(({ conditions }) => conditions.has(only)) : found;
    const read = query && makeReader(query, intervals, now);
    return read ? sortStandings(narrowed, read, query.desc) : narrowed;
  };
}

export function countStandings(sites: readonly SiteStanding[]) {
  const meeting = (condition: RealtimeCondition) =>
    sites.filter(({ conditions }) => conditions.has(condition));
  const [above = [], flagged = [], late = [], silent = []] = realtimeConditions.map(meeting);
  return {
    all: sites.length,
    above: above.length,
    flagged: flagged.length,
    late: late.length,
    silent: silent.length,
    aboveIds: above.map(({ siteId }) => siteId),
  };
}
