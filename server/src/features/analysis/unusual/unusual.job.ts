import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import { busReconnected } from '../../../platform/bus.ts';
import { openLease } from '../../../platform/lease/lease.ts';
import { repeat } from '../../../platform/repeat.ts';
import { siteChanged } from '../../reading/model.api.ts';
import { hoursRolledUp } from '../../rollup/rollup.api.ts';
import { openUnusualAnalysis } from './compute-unusual.ts';
import { findClosedHour } from './same-hour.rule.ts';
import { isRollUpWaiting } from './unusual.store.ts';

/** How soon after its roll-up an hour is noticed. */
const everyMs = 250;
/** Late values change the newest hour again and again; the analysis follows at this interval, a new hour at once. */
const minPauseMs = 20_000;
/** An hour whose roll-up takes longer than this is analysed as far as it is there. */
const maxWaitMs = 5 * MINUTE_MS;
/** The newest hour of zones that are half an hour off began this much earlier. */
const zoneShiftMs = HOUR_MS;

/** The process that analyses, of all workers. */
export const unusualLease = 'analysis.unusual';

/** Analyses the newest hour after its roll-up, and again after late values, corrections and changes of sites. */
export function startUnusual(app: App): () => Promise<void> {
  const now = () => app.clock.now().getTime();
  const leadership = openLease(app, unusualLease);
  const analysis = openUnusualAnalysis(app);
  let staleSince: number | undefined = now();
  let analysedHour = 0;
  let lastRun = 0;
  let isStopping = false;
  const markStale = () => {
    staleSince ??= now();
  };
  const leaves = [
    app.bus.subscribe(siteChanged, markStale),
    app.bus.subscribe(hoursRolledUp, ({ first, last }) => {
      analysis.forget(first, last);
      markStale();
    }),
    app.bus.subscribe(busReconnected, () => {
      analysis.forget(-Infinity, Infinity);
      markStale();
    }),
  ];

  async function analyse(): Promise<void> {
    const lease = leadership.current();
    if (!lease || isStopping) return;
    const hour = findClosedHour(now(), 'UTC');
    if (hour !== analysedHour) markStale();
    if (staleSince === undefined) return;
    if (hour === analysedHour && now() - lastRun < minPauseMs) return;
    const isPatient = now() - staleSince < maxWaitMs;
    if (isPatient && (await isRollUpWaiting(app.pool, hour - zoneShiftMs, hour + 1))) return;
    const since = staleSince;
    staleSince = undefined;
    await analysis.compute(lease).catch((error: unknown) => {
      staleSince = since;
      throw error;
    });
    [analysedHour, lastRun] = [hour, now()];
    await app.live.notify('everybody', 'unusual', null);
    await analysis.prepare();
  }
  const stop = repeat(everyMs, analyse, (error) =>
    app.log.warn({ err: error }, 'analysing the newest hour failed'),
  );
  return async () => {
    isStopping = true;
    for (const leave of leaves) leave();
    await stop();
    await leadership.stop();
  };
}
