import { channelColumnPrefix } from '@limpid/contract/data/realtime';
import { type RealtimeCondition, realtimeConditions } from '@limpid/contract/data/realtime-condition';
import type { MapIndex, SiteIndices } from '@limpid/contract/map/site-update';
import { isOnline } from '@limpid/contract/site/online';
import type { LatestValue } from '../../ingest/ingest.api.ts';
import type { ReadingSource } from '../../reading/reading.api.ts';
import type { SiteChannelLimit } from '../../site/site.api.ts';
import {
  judgeRealtimeSite,
  meetsCondition,
  type RealtimeStanding,
  readIndexNumber,
  readNewestMoment,
  readState,
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

interface RegisteredSite {
  siteId: number;
  stopped: boolean;
  /** The last contact in epoch milliseconds; 0 if there was none. */
  lastSeen: number;
  /** Seconds between two reports. */
  interval: number;
}

interface Registry {
  sites: ReadonlyMap<number, RegisteredSite>;
  limits: ReadonlyMap<number, SiteChannelLimit>;
}

/** The registered sites with their contacts, limits and indices, in memory. */
export interface StateSource {
  indexOf(siteId: number): SiteIndices | null;
  read(): Promise<{ registry: Registry }>;
}

type FlaggedSlots = ReadonlyMap<number, ReadonlySet<number>>;

interface JudgedSites {
  at: number;
  registry: Registry | undefined;
  bySite: Map<number, RealtimeStanding>;
}

const judgedMs = 1000;
/** Data rules flag hours, so their flags may be a few seconds late. */
const flagsMs = 5000;

interface Services {
  ingest: { peekLatest(siteId: number): Iterable<Readonly<LatestValue>> };
  siteStates: StateSource;
  readings: Pick<ReadingSource, 'channels'>;
  /** The slots that data rules have flagged in the last hours, by site. */
  listRuleFlags(now: number): Promise<FlaggedSlots>;
}

/** Returns a function that judges sites by their latest values, narrows them and sorts them. */
export function openStandings({ ingest, siteStates, readings, listRuleFlags }: Services) {
  const readRuleFlags = cacheRuleFlags(listRuleFlags);

  function makeReader(
    { by, index }: StandingQuery,
    sites: ReadonlyMap<number, RegisteredSite>,
    now: number,
  ): ((site: RealtimeStanding) => SortNumber | undefined) | undefined {
    if (by === 'state') return readState;
    if (by === 'age') return readNewestMoment;
    if (by === 'index') return (site) => readIndexNumber(site, siteStates.indexOf(site.siteId), index, now);
    const code = by?.slice(channelColumnPrefix.length);
    const slot = readings.channels().find((channel) => channel.code === code)?.slot;
    if (slot === undefined) return undefined;
    return ({ siteId }) => {
      for (const { slot: other, value, ts } of ingest.peekLatest(siteId)) {
        if (other !== slot || value === null) continue;
        return { value, isStale: !isOnline(ts, sites.get(siteId)?.interval ?? 0, now) };
      }
      return undefined;
    };
  }

  let judged: JudgedSites = { at: Number.NEGATIVE_INFINITY, registry: undefined, bySite: new Map() };

  /** Judges a site at most once a second, because list, counts and other screens ask for the same ones. */
  function makeJudge(
    registry: Registry,
    ruleFlags: FlaggedSlots,
    now: number,
  ): (siteId: number) => RealtimeStanding | undefined {
    if (judged.registry !== registry || now - judged.at >= judgedMs || now < judged.at)
      judged = { at: now, registry, bySite: new Map() };
    const { at, bySite } = judged;
    const decimals = new Map(readings.channels().map((channel) => [channel.slot, channel.decimals]));
    return (siteId) => {
      const known = bySite.get(siteId);
      const site = registry.sites.get(siteId);
      if (known || !site) return known;
      const limit = registry.limits.get(siteId);
      const standing = judgeRealtimeSite(
        {
          siteId,
          isStopped: site.stopped,
          isOnline: isOnline(site.lastSeen, site.interval, at),
          wasHeard: site.lastSeen > 0,
          interval: site.interval,
          values: ingest.peekLatest(siteId),
          limit: limit && { slot: limit.slot, value: limit.value, decimals: decimals.get(limit.slot) ?? 0 },
          ruleFlags: ruleFlags.get(siteId),
        },
        at,
      );
      bySite.set(siteId, standing);
      return standing;
    };
  }

  /** The sites with these ids, in their order unless the query has another. */
  return async (
    siteIds: readonly number[],
    query: StandingQuery | undefined,
    now: number,
  ): Promise<RealtimeStanding[]> => {
    const [{ registry }, ruleFlags] = await Promise.all([siteStates.read(), readRuleFlags(now)]);
    const judge = makeJudge(registry, ruleFlags, now);
    const only = query?.only;
    const found: RealtimeStanding[] = [];
    for (const siteId of siteIds) {
      const site = judge(siteId);
      if (site && (!only || meetsCondition(site, only))) found.push(site);
    }
    const read = query && makeReader(query, registry.sites, now);
    return read ? sortStandings(found, read, query.desc) : found;
  };
}

/** Lists, counts and exports share one query. */
function cacheRuleFlags(list: Services['listRuleFlags']): Services['listRuleFlags'] {
  let cached: { at: number; found: Promise<FlaggedSlots> } | undefined;
  return (now) => {
    if (cached && now >= cached.at && now - cached.at < flagsMs) return cached.found;
    const found = list(now);
    cached = { at: now, found };
    found.catch(() => (cached = undefined));
    return found;
  };
}

export function countStandings(sites: readonly RealtimeStanding[]) {
  const meeting = (condition: RealtimeCondition) => sites.filter((site) => meetsCondition(site, condition));
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
