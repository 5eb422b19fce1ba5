import type { MapHours } from '@limpid/contract/map/hours';
import { readMapHours } from '@limpid/contract/map/hours';
import type { MapIndex } from '@limpid/contract/map/news';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import { getChannel } from '../data/data.api.ts';
import type { AirHour, AirHourSource, ReadingSource } from '../ingest/ingest.api.ts';
import type { Board } from './board.ts';
import { listReachedDepartments } from './fleet.store.ts';
import { computeIndices, windowHours } from './indices.rule.ts';

const hourMs = 3_600_000;
const filmHours = 24;
const sitesAtOnce = 500;

type Numbers = Map<number, number>;

/** The last day hour by hour, as a map plays it. */
export function addMapHours(app: App, board: Board, air: AirHourSource, source: ReadingSource): void {
  app.scopedPaths.add(readMapHours.path);
  route(app, readMapHours, async ({ scope, query }) => {
    const channel = query.channel === undefined ? undefined : getChannel(source, query.channel);
    const reached = await listReachedDepartments(app.db, scope);
    const departments = reached && new Set(reached);
    const { fleet } = await board.read();
    const siteIds = [...fleet.sites.values()]
      .filter(({ deptId }) => departments === null || departments.has(deptId))
      .map(({ siteId }) => siteId);
    // The hour that runs is not over: the newest of the film is the one before it.
    const end = Math.floor(app.clock.now().getTime() / hourMs) * hourMs;
    const hours = Array.from({ length: filmHours }, (_, place) => end - (filmHours - place) * hourMs);
    const read = (ids: readonly number[]) =>
      channel
        ? readMeans(source, ids, hours, channel.slot)
        : readIndices(air, ids, hours, query.index ?? 'china');
    const numbers = new Map<number, Numbers>();
    for (let from = 0; from < siteIds.length; from += sitesAtOnce) {
      for (const [siteId, own] of await read(siteIds.slice(from, from + sitesAtOnce)))
        numbers.set(siteId, own);
    }
    return lay(hours, siteIds, numbers);
  });
}

/** Sites whose zone is half an hour off have hours of their own: each is shown with the one it begins in. */
const hourOf = (at: number) => Math.floor(at / hourMs) * hourMs;

async function readMeans(
  source: ReadingSource,
  siteIds: readonly number[],
  hours: readonly number[],
  slot: number,
): Promise<Map<number, Numbers>> {
  const found = await source.means('hour', siteIds, boundsOf(hours), [slot]);
  return new Map(
    [...found].map(([siteId, lines]) => {
      const { at = [], values = [] } = lines.get(slot) ?? {};
      return [siteId, new Map(at.map((start, place) => [hourOf(start), values[place] ?? Number.NaN]))];
    }),
  );
}

async function readIndices(
  air: AirHourSource,
  siteIds: readonly number[],
  hours: readonly number[],
  index: MapIndex,
): Promise<Map<number, Numbers>> {
  const [from, to] = boundsOf(hours);
  const found = await air.hours(siteIds, [from - (windowHours - 1) * hourMs, to]);
  return new Map([...found].map(([siteId, own]) => [siteId, indexHours(own, from, index)]));
}

function indexHours(own: readonly AirHour[], from: number, index: MapIndex): Numbers {
  const numbers: Numbers = new Map();
  for (const [place, { at, aqi }] of own.entries()) {
    if (at < from) continue;
    const value = index === 'china' ? aqi : computeIndices(own.slice(0, place + 1))?.[index].aqi;
    if (typeof value === 'number') numbers.set(hourOf(at), value);
  }
  return numbers;
}

function boundsOf(hours: readonly number[]): [from: number, to: number] {
  return [hours[0] ?? 0, (hours.at(-1) ?? 0) + hourMs];
}

function lay(
  hours: readonly number[],
  siteIds: readonly number[],
  numbers: ReadonlyMap<number, Numbers>,
): MapHours {
  return {
    hours: [...hours],
    sites: [...siteIds],
    values: hours.map((hour) => siteIds.map((siteId) => numbers.get(siteId)?.get(hour) ?? null)),
  };
}
