import {
  type LeftOutReason,
  minValidShare,
  type RankingEntry,
  type RankingTable,
} from '@limpid/contract/analysis/ranking-table';
import { DAY_MS } from '@limpid/contract/durations';
import { localised } from '@limpid/contract/kit/resource';
import type { Database } from '../../../platform/db/database.ts';
import { presentReading } from '../../reading/reading.api.ts';
import { type AirHourSource, type IndexPollutant, toIndexValue } from '../../rollup/rollup.api.ts';
import type { ComparedPeriod } from './measured-sites.store.ts';
import { type GroupMeans, indexGroup, rankUnits, sortUnits } from './ranking-groups.rule.ts';
import {
  type GroupUnit,
  listGroupMeans,
  listMeasuredPollutants,
  listRankedGroups,
  type StoredGroup,
} from './ranking-groups.store.ts';
import type { RankingPage, RankingTableQuery } from './ranking-table.store.ts';

type Deps = { db: Database; air: AirHourSource };
type Entry = Omit<RankingEntry, 'rank' | 'rankChange' | 'change'>;

/** Ranks entities or groups of entities: there are few enough of them to be sorted here. */
export async function rankGroups(
  deps: Deps,
  query: RankingTableQuery,
  unit: GroupUnit,
  { search, sort, language, limit, offset }: RankingPage,
): Promise<RankingTable> {
  const pollutants = query.measure === 'index' ? deps.air.pollutants() : [];
  const groups = await listRankedGroups(deps.db, query, unit, pollutants);
  const entries =
    query.measure === 'index'
      ? await indexGroups(deps, query, unit, groups)
      : groups.map((group) => averageGroup(group));
  const units = rankUnits(entries.map(present), query.order).map((one) => ({
    ...one,
    change: presentReading(one.change),
  }));
  const nameOf = (one: Entry) =>
    unit === 'entity' ? localised(one, 'entityName', language) : (one.entityGroup ?? '');
  const text = search?.trim().toLowerCase() ?? '';
  const found = units.filter((one) => nameOf(one).toLowerCase().includes(text));
  const countReason = (reason: LeftOutReason) => units.filter((one) => one.reason === reason).length;
  return {
    rows: sortUnits(found, sort, nameOf, language).slice(offset, offset + limit),
    total: found.length,
    units: units.length,
    ranked: units.filter(({ rank }) => rank !== null).length,
    compared: units.filter(({ rankChange }) => rankChange !== null).length,
    leftOut: {
      disabled: countReason('disabled'),
      noData: countReason('noData'),
      tooLittle: countReason('tooLittle'),
      withheld: countReason('withheld'),
    },
    zones: [...new Set(groups.flatMap(({ zones }) => zones))].toSorted(),
  };
}

function present(entry: Entry): Entry {
  const expected = Math.max(entry.expected, entry.counted);
  return { ...entry, expected, value: presentReading(entry.value), before: presentReading(entry.before) };
}

/** What an entry has of its group, whatever it is ranked by. */
function describe({ expected, soFar, simulated, ...group }: StoredGroup) {
  const { entityId, entityName, entityNameEn, entityNameFr, entityGroup } = group;
  const names = { entityId, entityName, entityNameEn, entityNameFr, entityGroup };
  return { siteId: null, siteName: null, ...names, expected, soFar, simulated };
}

/** A channel: the mean of the sites' values, if 75 % of the sites that can measure it have one. */
function averageGroup(group: StoredGroup): Entry {
  const { able, valid, validBefore, counted, enabled, hasData } = group;
  const isEnough = (count: number) => count > 0 && count >= able * minValidShare;
  const [value, before] = [isEnough(valid) ? group.value : null, isEnough(validBefore) ? group.before : null];
  const reason = value !== null ? null : enabled === 0 ? 'disabled' : hasData ? 'tooLittle' : 'noData';
  const index = { primary: null, reference: false, missing: [] };
  return { ...describe(group), ...index, value, before, reason, counted, sites: valid, allSites: able };
}

async function indexGroups(
  deps: Deps,
  query: RankingTableQuery,
  unit: GroupUnit,
  groups: readonly StoredGroup[],
): Promise<Entry[]> {
  const { period, compared } = query;
  const mode = 'hour' in period ? 'hourly' : 'daily';
  const pollutants = deps.air.pollutants();
  const readIndices = async (one: ComparedPeriod) => {
    const [means, measured] = await Promise.all([
      readMeans(deps, query, unit, one),
      listMeasuredPollutants(deps.db, query, unit, findLastDay(one, query.now), pollutants),
    ]);
    return ({ key, pollutantSites }: StoredGroup, expected: number) =>
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
    const sites = { sites: group.valid, allSites: group.enabled };
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
  { db, air }: Deps,
  query: RankingTableQuery,
  unit: GroupUnit,
  period: ComparedPeriod,
): Promise<Map<string, GroupMeans[]>> {
  const pollutants = air.pollutants();
  const byKey = new Map<string, GroupMeans[]>();
  for (const { key, date, means, sites } of await listGroupMeans(db, query, unit, period, pollutants)) {
    const read = pollutants.flatMap(({ pollutant, unit: measuredIn }, place) => {
      const mean = means[place] ?? null;
      // Stored 8-hour means of ozone are in the unit of the tables already.
      const isInTableUnit = pollutant === 'O3' && !('hour' in period);
      const value =
        mean === null
          ? null
          : isInTableUnit
            ? presentReading(mean)
            : toIndexValue(pollutant, mean, measuredIn);
      return value === null ? [] : [[pollutant, { mean: value, sites: sites[place] ?? 0 }] as const];
    });
    const found: Partial<Record<IndexPollutant, { mean: number; sites: number }>> = Object.fromEntries(read);
    byKey.set(key, [...(byKey.get(key) ?? []), { date, means: found }]);
  }
  return byKey;
}
