import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { pollutantCodes } from '@limpid/aqi/pollutant';
import { unusualLimits } from '@limpid/contract/analysis/unusual';
import { HOUR_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import { beginSnapshot, type Connection, transact } from '../../../platform/db/transaction.ts';
import { assertLease, type Lease } from '../../../platform/lease/lease.store.ts';
import { openPlaces, readHourColumns } from '../../reading/reading.api.ts';
import { indexNeighbours } from '../../site/site.api.ts';
import {
  type HourTable,
  type JudgedChannel,
  judgeSite,
  makeHourTable,
  type SiteJudgement,
} from './judge-site.rule.ts';
import { findClosedHour, listSameHours } from './same-hour.rule.ts';
import {
  type AnalysedPlace,
  type JudgedSite,
  listAnalysedChannels,
  listAnalysedSites,
  replaceUnusual,
} from './unusual.store.ts';

type Deps = Pick<App, 'pool' | 'clock'>;

/** Sites judged before other work of the process gets its turn. */
const sitesAtOnce = 250;
/** Those of the newest hour, which late values change for a while, and those of the coming one. */
const keptTables = 2;

export interface UnusualAnalysis {
  /**
   * Compares the newest hour of all sites with their history and their neighbours, and stores the result for all readers.
   * Throws if another process leads now.
   */
  compute(lease: Lease): Promise<void>;
  /** Reads what the coming hour will be compared with, so that its analysis has to read that hour alone. */
  prepare(): Promise<void>;
  /** Hours between two moments have changed: what was read of them is read again. */
  forget(first: number, last: number): void;
}

/** The hours of the days before, kept while none of them changes. */
interface EarlierHours {
  key: string;
  moments: readonly number[];
  /** Undefined until it is read. */
  hours?: HourTable;
}

export function openUnusualAnalysis({ pool, clock }: Deps): UnusualAnalysis {
  let kept: EarlierHours[] = [];

  async function readEarlier(connection: Connection, facts: Facts): Promise<HourTable> {
    const { key, moments } = describeEarlier(facts);
    const known = kept.find((one) => one.key === key)?.hours;
    if (known) return known;
    // Kept before it is read, so that a change meanwhile removes it.
    const read: EarlierHours = { key, moments };
    kept = [...kept.filter((one) => one.key !== key), read].slice(-keptTables);
    const hours = makeHourTable(facts.sites.length, facts.channels.length, unusualLimits.days);
    await fillHours(connection, facts, hours, ({ earlier }) => earlier);
    read.hours = hours;
    return hours;
  }

  return {
    async compute(lease) {
      await transact(
        pool,
        async (connection) => {
          await assertLease(connection, lease);
          const now = clock.now().getTime();
          const facts = await readFacts(connection, now);
          const { sites, channels, plans } = facts;
          const earlier = await readEarlier(connection, facts);
          const newest = makeHourTable(sites.length, channels.length, 1);
          await fillHours(connection, facts, newest, ({ hour }) => [hour]);
          const hours = newest.map((own, channel) => [...own, ...(earlier[channel] ?? [])]);
          const hourByZone = new Map(plans.map(({ zone, hour }) => [zone, hour]));
          const listNeighbours = indexNeighbours(sites, unusualLimits.neighbourKm);
          const judge = (position: number) => judgeSite(channels, hours, position, listNeighbours);
          const judged = await judgeAll(sites, hourByZone, judge);
          await replaceUnusual(connection, judged, { hour: findClosedHour(now, 'UTC'), computedAt: now });
        },
        { begin: beginSnapshot },
      );
    },
    async prepare() {
      await transact(
        pool,
        async (connection) => {
          await readEarlier(connection, await readFacts(connection, clock.now().getTime() + HOUR_MS));
        },
        { begin: beginSnapshot },
      );
    },
    forget(first, last) {
      kept = kept.filter(({ moments }) => !moments.some((at) => at >= first && at <= last));
    },
  };
}

interface Facts {
  sites: readonly AnalysedPlace[];
  channels: readonly JudgedChannel[];
  plans: readonly ZonePlan[];
}

/** The hours that are read for the sites of a zone. */
interface ZonePlan {
  zone: string;
  hour: number;
  earlier: readonly (number | null)[];
  siteIds: readonly number[];
}

async function readFacts(connection: Connection, now: number): Promise<Facts> {
  const sites = await listAnalysedSites(connection);
  const channels = await listAnalysedChannels(connection, pollutantCodes);
  const plans = [...Map.groupBy(sites, ({ zone }) => zone)].map(([zone, inZone]) => {
    const hour = findClosedHour(now, zone);
    return { zone, hour, earlier: listSameHours(hour, zone), siteIds: inZone.map(({ siteId }) => siteId) };
  });
  return { sites, channels, plans };
}

/** Names the hours by all that they depend on, except their values. */
function describeEarlier({ sites, channels, plans }: Facts): Pick<EarlierHours, 'key' | 'moments'> {
  const key = JSON.stringify([
    sites.map(({ siteId }) => siteId),
    channels.map(({ slot }) => slot),
    plans.map(({ earlier, siteIds }) => [earlier, siteIds]),
  ]);
  return { key, moments: plans.flatMap(({ earlier }) => earlier.filter((at) => at !== null)) };
}

/** Reads hours of all sites; zones with the same clock are read together. */
async function fillHours(
  connection: Connection,
  { sites, channels, plans }: Facts,
  hours: HourTable,
  select: (plan: ZonePlan) => readonly (number | null)[],
): Promise<void> {
  const placeSites = openPlaces(sites.map(({ siteId }) => siteId));
  const groups = Map.groupBy(plans, (plan) => select(plan).join());
  for (const group of groups.values()) {
    const moments = group[0] ? select(group[0]) : [];
    const places = new Map(moments.map((at, place) => [at, place]));
    const siteIds = group.flatMap((plan) => plan.siteIds);
    await readHourColumns(
      connection,
      moments.filter((at) => at !== null),
      channels.map(({ slot }) => slot),
      ({ at, sites: ids, items }) => {
        const [positions, place] = [placeSites(ids), places.get(at) ?? 0];
        for (const [channel, means] of items.entries()) fillHour(hours[channel]?.[place], positions, means);
      },
      groups.size > 1 ? siteIds : undefined,
    );
  }
}

function fillHour(values: Float32Array | undefined, positions: Int32Array, means: Float32Array): void {
  if (!values) return;
  for (let index = 0; index < positions.length; index++) {
    const position = positions[index] ?? -1;
    if (position >= 0) values[position] = means[index] ?? Number.NaN;
  }
}

async function judgeAll(
  sites: readonly AnalysedPlace[],
  hourByZone: ReadonlyMap<string, number>,
  judge: (position: number) => SiteJudgement | undefined,
): Promise<JudgedSite[]> {
  const judged: JudgedSite[] = [];
  for (const [position, { siteId, zone }] of sites.entries()) {
    if (position % sitesAtOnce === 0) await yieldToOthers();
    const judgement = judge(position);
    if (judgement) judged.push({ siteId, hour: hourByZone.get(zone) ?? 0, ...judgement });
  }
  return judged;
}
