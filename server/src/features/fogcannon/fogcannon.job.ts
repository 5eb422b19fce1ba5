import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../../platform/app.ts';
import { busReconnected } from '../../platform/bus.ts';
import type { Lease } from '../../platform/lease/lease.store.ts';
import { openLease } from '../../platform/lease/lease.ts';
import { makeWakeUp } from '../../platform/wake-up.ts';
import type { LatestSource } from '../ingest/ingest.api.ts';
import { type SiteDirectory, siteChanged } from '../reading/model.api.ts';
import type { ReadingSource } from '../reading/reading.api.ts';
import { cannonOrdered, cannonsEdited, fogCannonLease, linkagesEdited } from './cannon-changed.ts';
import { type Controller, openController } from './execution/controller.ts';
import { endLastRuns } from './execution/end-last-runs.ts';
import { noteRuleRunEnd } from './linkage/decision-writer.ts';
import { type LinkageControl, openLinkageControl } from './linkage/linkage-control.ts';

/** Runs and states are looked at this often. */
const tickMs = 250;
const shortestMs = 20;

interface Services {
  ingest: LatestSource & { directory: SiteDirectory };
  readings: ReadingSource;
}

/**
 * Controls fog cannons, and evaluates linkage rules, in one process at a time: the one that has the lease. The last
 * process that stops switches off what it would have had to end, unless `endsRuns` is false.
 */
export function startFogCannons(
  app: App,
  { ingest, readings }: Services,
  { endsRuns = true }: { endsRuns?: boolean } = {},
): () => Promise<void> {
  const { directory, latestOf } = ingest;
  const takeChangedSites = ingest.watchLatest();
  const leadership = openLease(app, fogCannonLease);
  const wakeUp = makeWakeUp();
  let term: { fence: number; controller: Controller; linkage: LinkageControl } | undefined;
  let isStopping = false;
  const leaves = [
    app.bus.subscribe(cannonOrdered, wakeUp.ring),
    // Cannons may go with their entity.
    ...[cannonsEdited, siteChanged, busReconnected].map((topic) =>
      app.bus.subscribe(topic, () => {
        term?.controller.reload();
        wakeUp.ring();
      }),
    ),
    ...[linkagesEdited, cannonsEdited, siteChanged, busReconnected].map((topic) =>
      app.bus.subscribe(topic, () => term?.linkage.reload()),
    ),
  ];

  function openOne(lease: Lease, isLeading: () => boolean, isEnding: boolean): Controller {
    const { ring: wake } = wakeUp;
    return openController({ app, lease, isLeading, isEnding, directory, latestOf, noteRuleRunEnd, wake });
  }

  async function run(): Promise<void> {
    const lease = leadership.current();
    if (term && term.fence !== lease?.fence) {
      const old = term;
      term = undefined;
      await old.controller.close();
    }
    if (!lease || isStopping) return;
    const { fence } = lease;
    const isLeading = () => leadership.current()?.fence === fence && !isStopping;
    term ??= {
      fence,
      controller: openOne(lease, isLeading, false),
      linkage: openLinkageControl({ app, lease, directory, readings, latestOf, takeChangedSites }),
    };
    await term.controller.tick();
    await term.linkage.tick();
  }

  async function runLoop(): Promise<void> {
    while (!isStopping) {
      await run().catch((error: unknown) => app.log.warn({ err: error }, 'controlling fog cannons failed'));
      await wait(shortestMs);
      if (!isStopping) await wakeUp.wait(tickMs);
    }
    await term?.controller.close();
  }

  const loop = runLoop();
  return async () => {
    const wasLeading = leadership.current() !== undefined;
    isStopping = true;
    for (const leave of leaves) leave();
    wakeUp.ring();
    await loop;
    await leadership.stop();
    if (!wasLeading || !endsRuns) return;
    const openLast = (lease: Lease, isLeading: () => boolean) => openOne(lease, isLeading, true);
    await endLastRuns({ app, openController: openLast, noteRuleRunEnd }).catch((error: unknown) =>
      app.log.warn({ err: error }, 'switching off fog cannons before the stop failed'),
    );
  };
}
