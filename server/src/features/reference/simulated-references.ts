import { HOUR_MS } from '@limpid/contract/durations';
import type { App } from '../../platform/app.ts';
import { runInBackground } from '../../platform/background.ts';
import { siteChanged } from '../reading/model.api.ts';
import type { Amounts } from './reference.rule.ts';
import { referencesChanged } from './references.feature.ts';
import {
  insertSimulatedStations,
  listSimulatedHours,
  lockSimulatedStations,
  removeAbandonedStations,
  type SimulatedHours,
  type SimulatedStation,
} from './simulated.store.ts';
import { type OnPublished, type PublicationValues, writePublications } from './write-publications.ts';

interface SimulatedHour {
  code: string;
  /** The start of the hour in epoch milliseconds. */
  hour: number;
  amounts: Amounts;
}

/** Official stations of the demonstration, which publish like any other. */
export interface SimulatedReferences {
  add(stations: readonly SimulatedStation[]): Promise<void>;
  listHours(): Promise<SimulatedHours[]>;
  /** Later versions of an hour replace earlier ones; hours of removed stations are dropped. */
  publish(hours: readonly SimulatedHour[]): Promise<void>;
}

type Deps = Pick<App, 'db' | 'bus' | 'config'>;

export function openSimulatedReferences(
  { db, bus, config }: Deps,
  onPublished: OnPublished = () => Promise.resolve(),
): SimulatedReferences {
  const { zone } = config;
  return {
    add: (stations) => insertSimulatedStations(db, stations),
    listHours: () => listSimulatedHours(db),
    async publish(hours) {
      if (hours.length === 0) return;
      await db.transaction().execute(async (transaction) => {
        const left = await lockSimulatedStations(transaction);
        const rows = hours.filter(({ code }) => left.has(code)).map(toValues);
        await writePublications(transaction, rows, { writtenBy: 'demo', update: true, zone, onPublished });
      });
      await bus.publish(referencesChanged);
    },
  };
}

function toValues({ code, hour, amounts }: SimulatedHour): PublicationValues {
  return {
    stationCode: code,
    releasedAt: hour + HOUR_MS,
    pm25: amounts['PM2.5'],
    pm10: amounts.PM10,
    so2: amounts.SO2,
    no2: amounts.NO2,
    o3: amounts.O3,
    co: amounts.CO,
  };
}

/** Simulated stations go with the last simulated site. */
export function addSimulatedRemoval(app: App): void {
  app.bus.subscribe(siteChanged, () =>
    runInBackground(app, async () => {
      const count = await app.db.transaction().execute(removeAbandonedStations);
      if (count > 0) await app.bus.publish(referencesChanged);
    }),
  );
}
