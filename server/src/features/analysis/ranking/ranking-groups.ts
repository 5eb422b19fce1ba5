import { minValidShare, type RankingEntry } from '@limpid/contract/analysis/ranking-table';
import { DAY_MS } from '@limpid/contract/durations';
import { localised } from '@limpid/contract/kit/resource';
import { presentReading } from '../../reading/reading.api.ts';
import { listIndexPollutants, type PollutantSlot, toIndexValue } from '../../rollup/rollup.api.ts';
import { groupRankedSites, type RankedGroup } from './group-sites.rule.ts';
import type { ComparedPeriod } from './measured-sites.store.ts';
import { countUnits, openRanks, pageUnits } from './rank-units.rule.ts';
import { readRankingFlags } from './ranking-flags.ts';
import { type GroupMeans, indexGroup, mayOzoneHourCount } from './ranking-groups.rule.ts';
import {
  type GroupUnit,
  listDeviceTypeSlots,
  listGroupMeans,
  listHighestOzoneHours,
  listMeasuredPollutants,
  listRankedEntities,
  type StoredGroupMeans,
} from './ranking-groups.store.ts';
import type { RankingPages } from './ranking-sites.ts';
import type { SiteStanding } from './standings.rule.ts';
import { type RankingDeps, type RankingTableQuery, readStandings } from './standings.ts';

type Entry = Omit<RankingEntry, 'rank' | 'rankChange' | 'change' | 'flags'> & {
  enabledSites: readonly SiteStanding[];
};

/** Ranks entities or groups of entities. */
export async function rankGroups(
  deps: RankingDeps,
  query: RankingTableQuery,
  unit: GroupUnit,
): Promise<RankingPages> {
  const { measure, index } = query;
  // Days of other standards are stored with their index only, not with all that it is computed from.
  const isIndexed = measure === 'index' && index === 'china';
  const [sites, entities, typeSlots] = await Promise.all([
    readStandings(deps, query),
    listRankedEntities(deps.db),
    listDeviceTypeSlots(deps.db),
  ]);
  const measurable = deps.air.pollutants();
  const ofIndex = listIndexPollutants(index);
  const indexSlots = measurable.filter(({ pollutant }) => ofIndex.has(pollutant)).map(({ slot }) => slot);
  const pollutants = isIndexed ? measurable : [];
  const groups = groupRankedSites(sites, { unit, measure, indexSlots, pollutants, entities, typeSlots });
  const [alone, joined] = [groups.filter(({ isAlone }) => isAlone), groups.filter(({ isAlone }) => !isAlone)];
  const ranked = isIndexed ? await indexGroups(deps, query, unit, joined) : joined.map(averageGroup);
  const entries = [...ranked, ...alone.map(leaveOut)];
  const units = entries.map(present);
  const ranksOf = openRanks(units, query.order);
  const totals = countUnits(units);
  const zones = [...new Set(groups.flatMap((group) => group.zones))].toSorted();
  return async ({ search, sort, language, limit, offset }) => {
    const nameOf = (one: Entry) =>
      (unit === 'group' && one.entityGroup) || localised(one, 'entityName', language);
    const text = search?.trim().toLowerCase() ?? '';
    const found = units.filter((one) => nameOf(one).toLowerCase().includes(text));
    const sorting = { sort, order: query.order, ranksOf, nameOf, language };
    const page = pageUnits(found, sorting, { offset, limit });
    const flags = await readRankingFlags(
      deps,
      query,
      page.map(({ enabledSites }) => enabledSites),
    );
    const rows = page.map((one, place) => {
      const { change, ...ranks } = ranksOf(one);
      return {
        ...withoutSites(one),
        ...ranks,
        change: presentReading(change),
        flags: flags.get(place) ?? null,
      };
    });
    return { rows, total: found.length, ...totals, zones };
  };
}

const withoutSites = ({ enabledSites: _, ...entry }: Entry) => entry;

function present(entry: Entry): Entry {
  const expected = Math.max(entry.expected, entry.counted);
  return { ...entry, expected, value: presentReading(entry.value), before: presentReading(entry.before) };
}

/** What an entry has of its group, whatever it is ranked by. */
function describe({ expected, soFar, simulated, ...group }: RankedGroup) {
  const { entityId, entityName, entityNameEn, entityNameFr, entityGroup } = group;
  const names = { entityId, entityName, entityNameEn, entityNameFr, entityGroup };
  const noSite = { siteId: null, siteCode: null, siteName: null };
  return { ...noSite, ...names, expected, soFar, simulated, enabledSites: group.enabledSites };
}

/** An entity without a group in the ranking of groups. */
function leaveOut(group: RankedGroup): Entry {
  const { counted, able, valid } = group;
  const none = { value: null, before: null, primary: null, reference: false, missing: [] };
  return { ...describe(group), ...none, reason: 'noGroup', counted, sites: valid, allSites: able };
}

/** A channel, or the index of another standard: the mean of the sites' values, if 75 % of the sites that can have one do. */
function averageGroup(group: RankedGroup): Entry {
  const { able, valid, validBefore, counted, enabled, hasData } = group;
  const isEnough = (count: number) => count > 0 && count >= able * minValidShare;
  const [value, before] = [isEnough(valid) ? group.value : null, isEnough(validBefore) ? group.before : null];
  const reason = value !== null ? null : enabled === 0 ? 'disabled' : hasData ? 'tooLittle' : 'noData';
  const index = { primary: null, reference: false, missing: [] };
  return { ...describe(group), ...index, value, before, reason, counted, sites: valid, allSites: able };
}

async function indexGroups(
  deps: RankingDeps,
  query: RankingTableQuery,
  unit: GroupUnit,
  groups: readonly RankedGroup[],
): Promise<Entry[]> {
  const { period, compared } = query;
  const mode = 'hour' in period ? 'hourly' : 'daily';
  const pollutants = deps.air.pollutants();
  const ozone = pollutants.findIndex(({ pollutant }) => pollutant === 'O3');
  const ozoneSites = new Map(groups.map(({ key, pollutantSites }) => [key, pollutantSites[ozone] ?? 0]));
  const ableOf = (key: string) => ozoneSites.get(key) ?? 0;
  const readIndices = async (one: ComparedPeriod) => {
    const [means, measured] = await Promise.all([
      readMeans(deps, query, unit, one, ableOf),
      listMeasuredPollutants(deps.db, query, unit, findLastDay(one, query.now), pollutants),
    ]);
    return ({ key, pollutantSites }: RankedGroup, expected: number) =>
      indexGroup(
        means.get(key) ?? [],
        {
          able: Object.fromEntries(
            pollutants.map(({ pollutant }, place) => [pollutant, pollutantSites[place] ?? 0]),
          ),
          measured: new Set(
            pollutants.flatMap(({ pollutant }, place) => (measured.get(key)?.[place] ? [pollutant] : [])),
          ),
        },
        mode,
        expected,
      );
  };
  const [now, then] = await Promise.all([readIndices(period), compared && readIndices(compared)]);
  return groups.map((group) => {
    const index = now(group, group.expected);
    const before = compared ? then?.(group, countDays(compared)).value : null;
    const reason = group.enabled === 0 ? 'disabled' : index.reason;
    const sites = { sites: group.valid, allSites: group.able };
    return { ...describe(group), ...index, ...sites, reason, before: before ?? null };
  });
}

/** The day up to which stored values show what is measured; today if the period ends in the future. */
function findLastDay(period: ComparedPeriod, now: Date): string {
  const tomorrow = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10);
  const last = 'hour' in period ? period.hour.toISOString().slice(0, 10) : period.last;
  return last < tomorrow ? last : tomorrow;
}

/** A compared period lies in the past, so all of its days are expected. */
function countDays(period: ComparedPeriod): number {
  if ('hour' in period) return 1;
  return Math.round((Date.parse(period.last) - Date.parse(period.first)) / DAY_MS) + 1;
}

async function readMeans(
  { db, air }: RankingDeps,
  query: RankingTableQuery,
  unit: GroupUnit,
  period: ComparedPeriod,
  /** The number of sites of a group that can measure ozone. */
  ableOf: (key: string) => number,
): Promise<Map<string, GroupMeans[]>> {
  const pollutants = air.pollutants();
  const stored = await listGroupMeans(db, query, unit, period, pollutants);
  const days = stored.map((one) => ({
    key: one.key,
    date: one.date,
    ...toTableUnits(one, pollutants, 'hour' in period),
  }));
  const ozone = 'hour' in period ? undefined : pollutants.find(({ pollutant }) => pollutant === 'O3');
  const hours = ozone ? await readOzoneHours(db, query, unit, days, ozone, ableOf) : undefined;
  const withHours = days.map(({ key, date, means }) => {
    const highestOzone = hours?.get(`${key} ${date}`);
    return { key, means: { date, means, ...(highestOzone && { highestOzone }) } };
  });
  const byKey = Map.groupBy(withHours, ({ key }) => key);
  return new Map([...byKey].map(([key, found]) => [key, found.map(({ means }) => means)]));
}

function toTableUnits(
  { means, sites, highestOzone }: StoredGroupMeans,
  pollutants: readonly PollutantSlot[],
  isHour: boolean,
) {
  const found: GroupMeans['means'] = {};
  let highest: number | null = null;
  for (const [place, { pollutant, unit }] of pollutants.entries()) {
    const mean = means[place] ?? null;
    // Stored 8-hour means of ozone are in the unit of the tables already.
    const isInTableUnit = pollutant === 'O3' && !isHour;
    if (isInTableUnit && highestOzone !== null) highest = toIndexValue(pollutant, highestOzone, unit);
    if (mean === null) continue;
    const value = isInTableUnit ? presentReading(mean) : toIndexValue(pollutant, mean, unit);
    if (value !== null) found[pollutant] = { mean: value, sites: sites[place] ?? 0 };
  }
  return { means: found, highest };
}

/** By group and date, only where they may change the index: hours are many more rows than days. */
async function readOzoneHours(
  db: RankingDeps['db'],
  query: RankingTableQuery,
  unit: GroupUnit,
  days: readonly (GroupMeans & { key: string; highest: number | null })[],
  ozone: PollutantSlot,
  ableOf: (key: string) => number,
) {
  const asked = days.filter((day) => mayOzoneHourCount(day, day.highest, ableOf(day.key)));
  const [keys, dates] = [new Set(asked.map(({ key }) => key)), new Set(asked.map(({ date }) => date))];
  const named = { keys: [...keys], dates: [...dates] };
  const found = await listHighestOzoneHours(db, query, unit, named, ozone.slot);
  return new Map(
    found.flatMap(({ key, date, mean, sites }) => {
      const value = toIndexValue('O3', mean, ozone.unit);
      return value === null ? [] : [[`${key} ${date}`, { mean: value, sites }] as const];
    }),
  );
}
