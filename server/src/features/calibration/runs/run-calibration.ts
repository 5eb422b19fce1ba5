import { setImmediate } from 'node:timers/promises';
import { HOUR_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import { listCoefficientChanges } from '../../device/device.api.ts';
import type { SiteDevice, SiteDirectory } from '../../reading/model.api.ts';
import { type ReadingSource, readRawHours, type StoredChannel } from '../../reading/reading.api.ts';
import { listMembers } from '../configs/config.store.ts';
import { acceptAutomatically } from './accept-automatically.ts';
import { compareChannel, type RunComparison } from './compare-site.ts';
import { listDeviceLines, listDeviceStarts, listReportedLines } from './in-force.store.ts';
import { openReferences } from './references.ts';
import { insertResults, listProposedResults } from './result.store.ts';
import {
  finishCalibrationRun,
  insertCalibrationRun,
  lockRunning,
  type RunSettings,
  removeOldPairs,
} from './run.store.ts';

export interface CalibrationServices {
  readings: ReadingSource;
  ingest: { directory: SiteDirectory };
}

interface RunControl {
  signal: AbortSignal;
  report(done: number, total: number): void;
}

export interface StartedRun {
  runId: number;
  settings: RunSettings;
  bounds: readonly [from: number, to: number];
}

/** Begins a run over the whole hours of the window; undefined while another one of the config is running. */
export async function beginRun(
  app: Pick<App, 'db' | 'clock'>,
  settings: RunSettings,
  startedBy: string | null,
): Promise<StartedRun | undefined> {
  if (settings.status !== '0') fail('calibration.disabled', { name: settings.configName });
  const now = app.clock.now();
  const to = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const from = to - settings.windowHours * HOUR_MS;
  const runId = await insertCalibrationRun(app.db, settings, { startedBy, now, from, to });
  return runId === undefined ? undefined : { runId, settings, bounds: [from, to] };
}

/** Compares all sites and channels of a config; what was found before a failure is kept. */
export async function runCalibration(
  app: App,
  services: CalibrationServices,
  run: StartedRun,
  control: RunControl,
): Promise<{ proposed: number; results: number }> {
  const { runId, settings } = run;
  const end = (state: 'failed' | 'cancelled', problem: string) =>
    finishCalibrationRun(app.db, runId, { state, at: app.clock.now(), problem });
  let isDone = false;
  try {
    const results = await compareSites(app, services, run, control);
    const { length: proposed } = await listProposedResults(app.db, runId);
    await removeOldPairs(app.db, settings.configId, app.clock.now());
    await app.db.transaction().execute(async (db) => {
      if (!(await lockRunning(db, runId))) fail('calibration.run_gone');
      const problem = await acceptAutomatically(app, db, run);
      await finishCalibrationRun(db, runId, { state: 'done', at: app.clock.now(), problem });
    });
    isDone = true;
    return { proposed, results };
  } finally {
    if (control.signal.aborted) await end('cancelled', 'calibration.run.cancelled');
    else if (!isDone) await end('failed', 'calibration.run.broken');
  }
}

/** Sites that are read and written together. */
const sitesAtOnce = 50;
const humidityCode = 'a01002';

async function compareSites(
  app: App,
  services: CalibrationServices,
  { runId, settings, bounds }: StartedRun,
  { signal, report }: RunControl,
): Promise<number> {
  const { db } = app;
  const { readings, ingest } = services;
  const { siteIds, channelIds, referenceSiteIds } = await listMembers(db, settings.configId);
  const all = readings.channels();
  const channels = all.filter(({ channelId }) => channelIds.includes(channelId));
  const chosen = { settings, siteIds, referenceSiteIds };
  const referencesOf = await openReferences(db, readings, chosen, bounds, channels);
  const comparison: RunComparison = { bounds, limits: settings, target: settings.target };
  let count = 0;
  for (let first = 0; first < siteIds.length; first += sitesAtOnce) {
    signal.throwIfAborted();
    const ids = siteIds.slice(first, first + sitesAtOnce);
    const raw = await readRawHours(app, ingest.directory, ids, bounds, channels);
    const weather = await readWeather(services, ids, bounds, {
      humidity: all.find(({ gbCode }) => gbCode === humidityCode),
      rain: all.find(({ channelId }) => channelId === settings.rainChannelId),
    });
    const found =
      settings.target === 'device'
        ? await listReportedLines(db, ids, channelIds)
        : await listDeviceLines(db, ids);
    const lines = Map.groupBy(found, ({ siteId }) => siteId);
    const changes = Map.groupBy(await listCoefficientChanges(db, ids, channelIds), ({ siteId }) => siteId);
    const starts = await listDeviceStarts(db, ids);
    const devices = ids.flatMap((siteId): readonly SiteDevice[] => {
      const device = ingest.directory.findBySite(siteId);
      return device ? [device] : [];
    });
    const results = [];
    for (const device of devices) {
      const { siteId } = device;
      const site = {
        device,
        raw: raw.get(siteId) ?? new Map(),
        ...weather(siteId),
        deviceLines: new Map(lines.get(siteId)?.map((line) => [line.channelId, line])),
        deviceChanges: new Map(changes.get(siteId)?.map((one) => [one.channelId, one.changedAt])),
        deviceStart: starts.get(siteId),
        references: referencesOf(siteId),
      };
      results.push(...channels.map((channel) => compareChannel(site, channel, comparison)));
      // Requests are answered between two sites.
      await setImmediate();
    }
    await insertResults(db, runId, results);
    count += results.length;
    report(Math.min(first + sitesAtOnce, siteIds.length), siteIds.length);
  }
  return count;
}

/** Humidity and rain of sites, hour by hour. */
async function readWeather(
  { readings }: CalibrationServices,
  siteIds: readonly number[],
  bounds: readonly [number, number],
  { humidity, rain }: { humidity: StoredChannel | undefined; rain: StoredChannel | undefined },
) {
  const slots = [humidity, rain].flatMap((channel) => channel?.slot ?? []).toSorted((a, b) => a - b);
  const means = slots.length === 0 ? new Map() : await readings.means('hour', siteIds, bounds, slots);
  const line = (siteId: number, channel: StoredChannel | undefined): Map<number, number> => {
    const found = channel && means.get(siteId)?.get(channel.slot);
    return new Map(found?.at.map((at: number, place: number) => [at, found.values[place] ?? 0]));
  };
  return (siteId: number) => ({ humidity: line(siteId, humidity), rain: line(siteId, rain) });
}
