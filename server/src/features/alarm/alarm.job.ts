import { setTimeout as wait } from 'node:timers/promises';
import { SECOND_MS } from '@limpid/contract/durations';
import type { App } from '../../platform/app.ts';
import { publishWithin } from '../../platform/bus.ts';
import { LeaseLostError } from '../../platform/lease/lease.store.ts';
import { openLease } from '../../platform/lease/lease.ts';
import { makeWakeUp } from '../../platform/wake-up.ts';
import type { LatestSource } from '../ingest/ingest.api.ts';
import type { SiteDirectory } from '../reading/model.api.ts';
import { type AlarmWatch, alarmInputStored } from './evaluation/alarm-watch.ts';
import type { Announcement } from './evaluation/evaluation-writer.ts';
import { openEvaluator } from './evaluation/evaluator.ts';
import { openSignalSources, type SignalServices } from './evaluation/signal-sources.ts';
import { alarmChanged } from './log/alarm-changed.ts';
import { type PushedChange, publishAlarmMessages } from './log/publish-alarms.ts';

type Services = Omit<SignalServices, 'directory' | 'latestOf'> & {
  ingest: LatestSource & { directory: SiteDirectory };
  alarmWatch: AlarmWatch;
};

const tickMs = 100;
/** Values that follow each other at once are evaluated together. */
const togetherMs = 50;
/** Queued values are looked for this often even without a message about them. */
const inputsEveryMs = SECOND_MS;
const statesEveryMs = SECOND_MS;
const freshEveryMs = 5 * SECOND_MS;
const contactsEveryMs = 5 * SECOND_MS;

/** Tells people what has happened, and every process that alarms have changed. */
function makeAnnounce(app: Pick<App, 'clock' | 'config'>) {
  return async ({ changes, client }: Announcement): Promise<void> => {
    const pushed = changes
      .filter(({ isNotified }) => isNotified)
      .map(({ alarmId, event, at, value }): PushedChange => {
        const isRaised = event !== 'repeated' && event !== 'ended';
        return { alarmId, event: isRaised ? 'raised' : event, at: new Date(at), value };
      });
    if (pushed.length > 0) await publishAlarmMessages(client, app, pushed);
    else await publishWithin(client, alarmChanged);
  };
}

/** Evaluates rules in one process at a time. */
export function startAlarms(app: App, services: Services): () => Promise<void> {
  const { ingest, alarmWatch } = services;
  const { directory, latestOf } = ingest;
  const sources = openSignalSources(app, { ...services, directory, latestOf });
  const evaluator = openEvaluator({ app, watch: alarmWatch, sources, announce: makeAnnounce(app) });
  const leadership = openLease(app, 'alarm');
  const startedAt = app.clock.now().getTime();
  let [isWanted, isStopping] = [true, false];
  let [rulesVersion, fence] = [-1, -1];
  const last = { inputs: 0, states: 0, fresh: 0, contacts: 0 };
  const wakeUp = makeWakeUp();
  const leave = app.bus.subscribe(alarmInputStored, () => {
    isWanted = true;
    wakeUp.ring();
  });

  /** Whether so much time has passed since this was last done; the clock may be set back. */
  function isDue(what: keyof typeof last, everyMs: number): boolean {
    const now = performance.now();
    if (now - last[what] < everyMs) return false;
    last[what] = now;
    return true;
  }

  async function run(): Promise<void> {
    const lease = leadership.current();
    if (isStopping || !lease) return;
    if (lease.fence !== fence || rulesVersion !== alarmWatch.version()) {
      const version = alarmWatch.version();
      await evaluator.runRules(lease);
      // After a failure it is done again.
      [fence, rulesVersion] = [lease.fence, version];
    }
    if (isWanted || isDue('inputs', inputsEveryMs)) {
      isWanted = false;
      while (!isStopping && (await evaluator.runInputs(lease)));
    }
    if (isDue('states', statesEveryMs)) await evaluator.runStates(lease);
    if (isDue('fresh', freshEveryMs)) await evaluator.runFresh(lease);
    if (isDue('contacts', contactsEveryMs)) await evaluator.runContacts(startedAt, lease);
  }

  async function runLoop(): Promise<void> {
    while (!isStopping) {
      await run().catch((error: unknown) => {
        // Another process leads now.
        if (!(error instanceof LeaseLostError)) app.log.warn({ err: error }, 'evaluating alarm rules failed');
      });
      await wait(togetherMs);
      if (!isWanted && !isStopping) await wakeUp.wait(tickMs);
    }
  }

  const loop = runLoop();
  return async () => {
    isStopping = true;
    leave();
    wakeUp.ring();
    await loop;
    await leadership.stop();
  };
}
