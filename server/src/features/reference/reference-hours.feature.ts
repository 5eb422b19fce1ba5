import { HOUR_MS } from '@limpid/contract/durations';
import { indexCode } from '@limpid/contract/map/indices';
import { mapPollutants } from '@limpid/contract/map/site-update';
import { readMapReferenceHours } from '@limpid/contract/reference/reference-hours';
import type { App } from '../../platform/app.ts';
import { busReconnected } from '../../platform/bus.ts';
import { route } from '../../platform/http/route.ts';
import { alignToHours, listClosedHours, openTimelapses, toHourRows } from '../map/map.api.ts';
import type { AirHour } from '../rollup/rollup.api.ts';
import { listPublishingStations } from './reference.store.ts';
import { type PublishedPoints, readReferenceHours } from './reference-line.store.ts';
import { referencesChanged } from './references.feature.ts';

/** The official stations hour by hour, for the time-lapse of maps; the same for all callers. */
export function addReferenceHours(app: App): void {
  const now = () => app.clock.now().getTime();
  const open = () =>
    openTimelapses<string>(
      { hours: async (codes, bounds) => toAirHours(await readReferenceHours(app.db, codes, bounds)) },
      now,
    );
  let readIndices = open();
  const forget = () => {
    readIndices = open();
  };
  app.bus.subscribe(referencesChanged, forget);
  app.bus.subscribe(busReconnected, forget);
  route(app, readMapReferenceHours, async ({ query }) => {
    const hours = listClosedHours(query, now());
    const bounds = [hours[0] ?? 0, (hours.at(-1) ?? 0) + HOUR_MS] as const;
    const pollutant = mapPollutants.find((code) => code === query.channel);
    const isUnknown = query.channel !== undefined && !pollutant;
    const stations = isUnknown || hours.length === 0 ? [] : await listPublishingStations(app.db, bounds);
    const codes = stations.map(({ code }) => code);
    const frames = pollutant
      ? alignPoints(hours, await readReferenceHours(app.db, codes, bounds), pollutant)
      : await readIndices(query.index ?? 'china', codes, hours);
    return {
      hours,
      stations: {
        code: codes,
        name: stations.map(({ name }) => name),
        longitude: stations.map(({ longitude }) => longitude),
        latitude: stations.map(({ latitude }) => latitude),
      },
      values: toHourRows(hours, codes, frames),
    };
  });
}

type Published = ReadonlyMap<string, ReadonlyMap<string, PublishedPoints>>;

function alignPoints(hours: readonly number[], published: Published, pollutant: string) {
  return new Map(
    [...published].map(([code, lines]) => {
      const { at, values } = lines.get(pollutant) ?? { at: [], values: [] };
      return [
        code,
        alignToHours(
          hours,
          at.map((start, place) => [start, values[place] ?? Number.NaN]),
        ),
      ] as const;
    }),
  );
}

/** The published hours in the form that indices are computed from. */
function toAirHours(published: Published): Map<string, AirHour[]> {
  return new Map(
    [...published].map(([code, lines]) => {
      const hours = new Map<number, AirHour>();
      for (const [key, { at, values }] of lines) {
        for (const [place, start] of at.entries()) {
          const hour = hours.get(start) ?? { at: start, aqi: null, main: null, whole: true, means: {} };
          const value = values[place] ?? null;
          const pollutant = mapPollutants.find((one) => one === key);
          if (key === indexCode) hour.aqi = value;
          else if (pollutant && value !== null) hour.means[pollutant] = value;
          hours.set(start, hour);
        }
      }
      return [code, [...hours.values()].sort((a, b) => a.at - b.at)] as const;
    }),
  );
}
