import type { DemoHistoryProgress } from '@limpid/contract/demo/demo-history';
import { MINUTE_MS } from '@limpid/contract/durations';
import { createCity } from '@limpid/simulator/air/city';
import { demoCities } from '@limpid/simulator/demo/demo-cities';
import { type DemoOptions, startDemoStations } from '@limpid/simulator/demo/demo-stations';
import { demoProvincial } from '@limpid/simulator/reference/demo-provincial';
import { demoReferences } from '@limpid/simulator/reference/demo-references';
import type { Station } from '@limpid/simulator/station/station';
import type { App } from '../../platform/app.ts';
import { runInBackground } from '../../platform/background.ts';
import { runOnce } from '../../platform/db/migrate.ts';
import type { CalibrationServices } from '../calibration/calibration.api.ts';
import type { ReadingSink } from '../ingest/ingest.api.ts';
import { siteChanged } from '../reading/model.api.ts';
import { type OnPublished, openSimulatedReferences } from '../reference/reference.api.ts';
import {
  hasHistory,
  insertDemoRules,
  insertDemoSites,
  listSimulatedMns,
  nameDemoBackfill,
  nameDemoFacts,
  nameDemoReferenceRequest,
  recordHistory,
  setDemoLimits,
} from './demo.store.ts';
import { insertDemoConfigs } from './demo-calibration.store.ts';
import { runDemoCalibrations } from './demo-calibration.ts';
import { openDemoCannons } from './demo-cannons.ts';
import { orderDemoCommands } from './demo-commands.ts';
import { openDemoForwarding } from './demo-forward.ts';
import { fillDemoHistory, type HistorySpan, monthOfHistory } from './demo-history.ts';
import { openDemoNotifications } from './demo-notify.ts';
import { demoProgressed } from './demo-progress.ts';
import { openDemoReferences } from './demo-references.ts';
import { askForDemoReports } from './demo-reports.ts';
import { reactToAlarms } from './demo-shift.ts';
import { linkDemoStations } from './demo-sources.store.ts';
import { openDemoSource } from './demo-sources.ts';
import { waitForHistory } from './wait-for-history.ts';

const ledger = 'schema_seed';
const checksum = 'once';

interface DemoChoice {
  cities?: typeof demoCities;
  /** Cities with official stations. */
  references?: typeof demoReferences;
  /** By default a month. */
  history?: HistorySpan;
  /** Faults of stations; by default those of the demo's plan. */
  faults?: DemoOptions['faults'];
  /** What rounds of calibration need; without it there are none. */
  calibration?: CalibrationServices;
  /** Work of another area when official stations publish. */
  onPublished?: OnPublished;
}

/**
 * Runs the demo: sites marked as simulated, their history, and stations that report to the gateway of this process like
 * any other. Removing a site stops its station for good. Simulated official stations publish beside them.
 */
export function startDemo(
  app: App,
  sink: ReadingSink,
  port: number,
  {
    cities = demoCities,
    references = demoReferences,
    history = monthOfHistory,
    faults,
    calibration,
    onPublished,
  }: DemoChoice = {},
): () => void {
  const control = new AbortController();
  let stations: Station[] = [];
  const networks = [
    ...references.map((city) => ({ city, level: 'national' as const, isFetched: false })),
    { city: demoProvincial, level: 'provincial' as const, isFetched: true },
  ];
  const network = openDemoReferences(openSimulatedReferences(app, onPublished), networks, history.totalMs);
  const now = () => app.clock.now().getTime();
  const closings: (() => void)[] = [];

  async function run(): Promise<void> {
    const run = (client: Parameters<typeof insertDemoSites>[0]) =>
      insertDemoSites(client, cities, app.secrets.seal);
    const added = await runOnce(app.pool, ledger, [
      { name: 'demo_0002_stations', checksum, run },
      { name: 'demo_0004_alarm_rules', checksum, run: insertDemoRules },
      { name: 'demo_0005_device_facts', checksum, run: nameDemoFacts },
      { name: 'demo_0006_limits', checksum, run: setDemoLimits },
      { name: 'demo_0140_reference_requests', checksum, run: nameDemoReferenceRequest },
    ]);
    if (added.length > 0) await app.bus.publish(siteChanged);
    await sink.refreshSites();
    keep(await openDemoNotifications(app));
    keep(await openDemoSource(app, demoProvincial));
    const cannons = await openDemoCannons(app);
    keep(cannons.close);
    const forwarding = await openDemoForwarding(app);
    keep(forwarding.close);
    const left = await listSimulatedMns(app.pool);
    if (control.signal.aborted) return;
    const address = { host: '127.0.0.1', port };
    // The air of a city does not depend on which of its sites are left.
    stations = cities.flatMap((facts) => {
      const sites = facts.sites.filter(({ mn }) => left.has(mn));
      return startDemoStations({ ...facts, sites }, createCity(facts), {
        address,
        findSpray: ({ name }) => cannons.findSpray(name),
        ...(faults && { faults }),
      });
    });
    runInBackground(app, () => orderDemoCommands(app, control.signal));
    // Sites removed in the meantime had no station yet to be stopped.
    await stopRemoved();
    if (control.signal.aborted) return;
    await network.fillRecent(now());
    await linkDemoStations(
      app.pool,
      demoProvincial.stations.map(({ code }) => code),
    );
    await fillHistory();
    if (control.signal.aborted) return;
    // Only now: before, what is yet to be filled would be asked for.
    await runOnce(app.pool, ledger, [{ name: 'demo_0187_backfill', checksum, run: nameDemoBackfill }]);
    await network.fillHistory(now(), control.signal);
    if (control.signal.aborted) return;
    await forwarding.addTarget();
    if (!calibration) return;
    await runOnce(app.pool, ledger, [{ name: 'demo_0162_calibration', checksum, run: insertDemoConfigs }]);
    await runDemoCalibrations(app, calibration, control.signal);
    // Last, because calibrations change the stored days.
    await waitForHistory(app, control.signal);
    if (!control.signal.aborted) await askForDemoReports(app);
  }

  /** Closes a counterpart of the demo on the loopback address when the demo ends. */
  function keep(close: () => void): void {
    if (control.signal.aborted) close();
    else closings.push(close);
  }

  async function fillHistory(): Promise<void> {
    if (control.signal.aborted || (await hasHistory(app.pool))) return;
    const report = (progress: DemoHistoryProgress | null) =>
      runInBackground(app, () => app.bus.publish(demoProgressed, { progress }));
    const plan = { cities, span: history, now: now(), signal: control.signal, onDay: report };
    await fillDemoHistory(sink, plan).finally(() => report(null));
    // An interrupted history is filled again at the next start: the same values change nothing.
    if (!control.signal.aborted) await recordHistory(app.pool);
  }

  async function stopRemoved(): Promise<void> {
    const left = await listSimulatedMns(app.pool);
    stopStations((mn) => !left.has(mn));
    if (stations.length === 0) control.abort();
  }

  function stopStations(isOver: (mn: string) => boolean): void {
    const over = stations.filter(({ device }) => isOver(device.options.mn));
    stations = stations.filter((station) => !over.includes(station));
    for (const station of over) station.stop();
  }

  const leave = app.bus.subscribe(siteChanged, () =>
    runInBackground(app, async () => {
      if (stations.length > 0) await stopRemoved();
    }),
  );
  runInBackground(app, run);
  const goOn = async () => {
    if (control.signal.aborted) return;
    await network.goOn(now());
    await reactToAlarms(app);
  };
  const timer = setInterval(() => runInBackground(app, goOn), MINUTE_MS);
  return () => {
    control.abort();
    clearInterval(timer);
    for (const close of closings) close();
    leave();
    stopStations(() => true);
  };
}
