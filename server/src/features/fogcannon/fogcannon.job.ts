import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../../platform/app.ts';
import { busReconnected } from '../../platform/bus.ts';
import { openLease } from '../../platform/lease/lease.ts';
import { makeWakeUp } from '../../platform/wake-up.ts';
import type { LatestSource } from '../ingest/ingest.api.ts';
import type { SiteDirectory } from '../reading/model.api.ts';
import { cannonOrdered, cannonsEdited } from './cannon-changed.ts';
import { type Controller, openController } from './execution/controller.ts';

/** Runs and states are looked at this often. */
const tickMs = 250;
const shortestMs = 20;

interface Services {
  ingest: LatestSource & { directory: SiteDirectory };
}

/** Controls fog cannons in one process at a time: the one that has the lease. */
export function startFogCannons(app: App, { ingest }: Services): () => Promise<void> {
  const { directory, latestOf } = ingest;
  const leadership = openLease(app, 'fogcannon');
  const wakeUp = makeWakeUp();
  let controller: (Controller & { fence: number }) | undefined;
  let isStopping = false;
  const leaves = [
    app.bus.subscribe(cannonOrdered, wakeUp.ring),
    ...[cannonsEdited, busReconnected].map((topic) =>
      app.bus.subscribe(topic, () => {
        controller?.reload();
        wakeUp.ring();
      }),
    ),
  ];

  async function run(): Promise<void> {
    const lease = leadership.current();
    if (controller && controller.fence !== lease?.fence) {
      const old = controller;
      controller = undefined;
      await old.close();
    }
    if (!lease || isStopping) return;
    const { fence } = lease;
    const isLeading = () => leadership.current()?.fence === fence && !isStopping;
    controller ??= {
      fence,
      ...openController({ app, lease, isLeading, directory, latestOf, wake: wakeUp.ring }),
    };
    await controller.tick();
  }

  async function runLoop(): Promise<void> {
    while (!isStopping) {
      await run().catch((error: unknown) => app.log.warn({ err: error }, 'controlling fog cannons failed'));
      await wait(shortestMs);
      if (!isStopping) await wakeUp.wait(tickMs);
    }
    await controller?.close();
  }

  const loop = runLoop();
  return async () => {
    isStopping = true;
    for (const leave of leaves) leave();
    wakeUp.ring();
    await loop;
    await leadership.stop();
  };
}
