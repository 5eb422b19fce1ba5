import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { unusualLimits } from '@limpid/contract/analysis/unusual';
import type { App } from '../../../platform/app.ts';
import { beginSnapshot, type Connection, transact } from '../../../platform/db/transaction.ts';
import { assertLease, type Lease } from '../../../platform/lease/lease.store.ts';
import { openPlaces, readHourColumns } from '../../reading/reading.api.ts';
import { pollutantCodes } from '../../rollup/rollup.api.ts';
import {
  type HourTable,
  type JudgedChannel,
  judgeSite,
  makeHourTable,
  type SiteJudgement,
} from './judge-site.rule.ts';
import { indexNeighbours } from './neighbours.rule.ts';
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

/**
 * Compares the newest hour of all sites with their history and their neighbours, and stores the result for all readers.
 * Throws if another process leads now.
 */
export async function computeUnusual({ pool, clock }: Deps, lease: Lease): Promise<void> {
  await transact(
    pool,
    async (connection) => {
      await assertLease(connection, lease);
      const now = clock.now().getTime();
      const sites = await listAnalysedSites(connection);
      const channels = await listAnalysedChannels(connection, pollutantCodes);
      const hours = makeHourTable(sites.length, channels.length);
      const hourByZone = await fillHours(connection, { sites, channels, now }, hours);
      const listNeighbours = indexNeighbours(sites, unusualLimits.neighbourKm);
      const judge = (position: number) => judgeSite(channels, hours, position, listNeighbours);
      const judged = await judgeAll(sites, hourByZone, judge);
      await replaceUnusual(connection, judged, { hour: findClosedHour(now, 'UTC'), computedAt: now });
    },
    { begin: beginSnapshot },
  );
}

interface Facts {
  sites: readonly AnalysedPlace[];
  channels: readonly JudgedChannel[];
  now: number;
}

/** Reads the newest hour and those it is compared with, by zone; returns the newest hour of each zone. */
async function fillHours(
  connection: Connection,
  { sites, channels, now }: Facts,
  hours: HourTable,
): Promise<ReadonlyMap<string, number>> {
  const placeSites = openPlaces(sites.map(({ siteId }) => siteId));
  const zones = Map.groupBy(sites, ({ zone }) => zone);
  const plans = [...zones].map(([zone, inZone]) => {
    const hour = findClosedHour(now, zone);
    return { zone, hour, inZone, moments: [hour, ...listSameHours(hour, zone)] };
  });
  // Zones with the same clock are read together.
  const groups = Map.groupBy(plans, ({ moments }) => moments.join());
  for (const group of groups.values()) {
    const moments = group[0]?.moments ?? [];
    const places = new Map(moments.map((at, place) => [at, place]));
    const siteIds = group.flatMap(({ inZone }) => inZone.map(({ siteId }) => siteId));
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
  return new Map(plans.map(({ zone, hour }) => [zone, hour]));
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
