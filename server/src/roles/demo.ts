import { createCity } from '@limpid/simulator/city';
import { demoCities } from '@limpid/simulator/demo-cities';
import { startDemoStations } from '@limpid/simulator/demo-stations';
import type { Station } from '@limpid/simulator/station';
import { hasHistory, insertDemoSites, noteHistory } from '../features/demo/demo.store.ts';
import { fillHistory } from '../features/demo/demo-history.ts';
import type { Ingest } from '../features/ingest/ingest.ts';
import type { App } from '../platform/app.ts';
import { runInBackground } from '../platform/background.ts';
import { runOnce } from '../platform/db/migrate.ts';
import { hourOf } from '../platform/zone.ts';

const ledger = 'schema_seed';
const checksum = 'once';
const firstMn = demoCities[0]?.sites[0]?.mn ?? '';

/**
 * The living demonstration: sites that are marked as simulated, their past, and stations that report to the gateway of
 * this process like any other. Who removes the sites ends it for good.
 */
export function startDemo(app: App, ingest: Ingest, port: number): () => void {
  const control = new AbortController();
  let stations: Station[] = [];

  async function run(): Promise<void> {
    const run = (client: Parameters<typeof insertDemoSites>[0]) => insertDemoSites(client, app.secrets.seal);
    const added = await runOnce(app.pool, ledger, [{ name: 'demo_0002_stations', checksum, run }]);
    if (added.length > 0) await app.bus.publish('site.changed');
    await ingest.directory.refresh();
    if (control.signal.aborted || !ingest.directory.findByMn(firstMn)) return;
    const address = { host: '127.0.0.1', port };
    stations = demoCities.flatMap((facts) => startDemoStations(facts, createCity(facts), { address }));
    if (await hasHistory(app.pool)) return;
    await fillHistory(makeSink(ingest), app.clock.now().getTime(), control.signal);
    // What was cut off is filled in again at the next start: the same values, which change nothing.
    if (!control.signal.aborted) await noteHistory(app.pool);
  }

  const leave = app.bus.subscribe('site.changed', () =>
    runInBackground(app, async () => {
      await ingest.directory.refresh();
      if (!ingest.directory.findByMn(firstMn)) end();
    }),
  );
  function end(): void {
    for (const station of stations.splice(0)) station.stop();
  }
  runInBackground(app, run);
  return () => {
    control.abort();
    leave();
    end();
  };
}

function makeSink({ directory, pipeline }: Ingest) {
  return {
    findSite: (mn: string) => directory.findByMn(mn)?.siteId,
    findSlot: (code: string) => directory.channels().find((channel) => channel.code === code)?.slot,
    get depth() {
      return pipeline.depth;
    },
    store(siteId: number, kind: 2011 | 2061, ts: number, values: readonly (readonly [number, number])[]) {
      const zone = directory.findBySite(siteId)?.zone;
      // Removed meanwhile.
      if (zone === undefined) return;
      pipeline.push(
        {
          siteId,
          kind,
          ts,
          hour: hourOf(ts, zone),
          rank: ts * 2,
          slots: values.map(([slot]) => slot),
          values: values.map(([, value]) => value),
          marks: [],
        },
        () => undefined,
      );
    },
  };
}
