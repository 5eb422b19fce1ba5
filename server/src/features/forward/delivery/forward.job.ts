import { SECOND_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import { busReconnected } from '../../../platform/bus.ts';
import { type Lease, LeaseLostError } from '../../../platform/lease/lease.store.ts';
import { openLease } from '../../../platform/lease/lease.ts';
import { repeat } from '../../../platform/repeat.ts';
import { makeWakeUp } from '../../../platform/wake-up.ts';
import { type SiteDirectory, siteChanged } from '../../reading/model.api.ts';
import { forwardGapsEdited, forwardTargetsEdited } from '../forward-changed.ts';
import { makeOpenTransport } from '../transport/open-transport.ts';
import { openAttemptLog } from './attempt-log.ts';
import { type Delivery, openDelivery } from './delivery.ts';

const roundMs = 200;
/** So that outcomes that come one by one are stored together. */
const shortestRoundMs = 20;

/** Forwards readings in one process at a time. */
export function startForwarding(
  app: App,
  { ingest: { directory } }: { ingest: { directory: SiteDirectory } },
): () => Promise<void> {
  const { bus, log } = app;
  const leadership = openLease(app, 'forward');
  const attempts = openAttemptLog(app);
  const wakeUp = makeWakeUp();
  let isStopping = false;
  let isStale = false;
  let hasOtherGaps = false;
  let term: { lease: Lease; delivery: Delivery } | undefined;
  const subscriptions = [forwardTargetsEdited, siteChanged, busReconnected].map((topic) =>
    bus.subscribe(topic, () => {
      isStale = true;
      wakeUp.ring();
    }),
  );
  subscriptions.push(
    ...[forwardGapsEdited, busReconnected].map((topic) =>
      bus.subscribe(topic, () => {
        hasOtherGaps = true;
        wakeUp.ring();
      }),
    ),
  );
  const report = (error: unknown, message: string) => {
    // Another process leads now.
    if (!(error instanceof LeaseLostError)) log.warn({ err: error }, message);
  };

  async function endTerm(): Promise<void> {
    const ended = term;
    term = undefined;
    await ended?.delivery.close();
  }

  async function findDelivery(): Promise<Delivery | undefined> {
    const lease = leadership.current();
    if (lease?.fence !== term?.lease.fence) await endTerm();
    if (!lease) return undefined;
    if (!term) {
      const delivery = openDelivery(
        {
          app,
          channels: () => directory.channels(),
          openTransport: makeOpenTransport(app),
          attempts,
          wake: wakeUp.ring,
        },
        lease,
      );
      term = { lease, delivery };
      isStale = true;
    }
    if (isStale) {
      isStale = false;
      await term.delivery.load().catch((error: unknown) => {
        isStale = true;
        throw error;
      });
    }
    if (hasOtherGaps) {
      hasOtherGaps = false;
      await term.delivery.refreshGaps().catch((error: unknown) => {
        hasOtherGaps = true;
        throw error;
      });
    }
    return term.delivery;
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      let hasMore = false;
      try {
        hasMore = (await (await findDelivery())?.run()) ?? false;
      } catch (error) {
        report(error, 'forwarding round failed');
        await pause(SECOND_MS);
      }
      if (hasMore) continue;
      await pause(shortestRoundMs);
      await wakeUp.wait(roundMs);
    }
  }

  const running = loop();
  const stopReports = repeat(
    SECOND_MS,
    () => term?.delivery.report() ?? attempts.flush(),
    (error) => report(error, 'writing the state of forwarding failed'),
  );
  return async () => {
    isStopping = true;
    for (const unsubscribe of subscriptions) unsubscribe();
    wakeUp.ring();
    await running;
    await stopReports();
    await endTerm();
    await attempts.flush().catch((error: unknown) => report(error, 'writing the log of forwarding failed'));
    await leadership.stop();
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
