import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import { AppError } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import { runInBackground } from '../../../platform/background.ts';
import { type Lease, LeaseLostError } from '../../../platform/lease/lease.store.ts';
import { readUptime } from '../../../platform/uptime.ts';
import type { LatestSource } from '../../ingest/ingest.api.ts';
import type { SiteDirectory } from '../../reading/model.api.ts';
import { type CannonLink, DriverError } from '../drivers/driver.ts';
import { type DtuPort, openDtuPort } from '../drivers/dtu-port.ts';
import type { DtuAccount } from '../drivers/dtu-registration.rule.ts';
import { openLinks } from '../drivers/links.ts';
import { readSettings } from '../drivers/settings.rule.ts';
import { type ControlledCannon, forgetDtu, listControlledCannons, noteDtu } from './cannon.store.ts';
import { type CannonControl, openCannonControl } from './cannon-control.ts';
import { type CannonWriterDeps, isLeaseLost, makeCannonWriter } from './cannon-writer.ts';
import { readManualMs } from './manual-time.ts';
import { readMaxRunMs } from './max-run.ts';
import { listOrderedCannons, removeOldOrders } from './order.store.ts';
import { listOpenRuns, type RunMeasure } from './run.store.ts';
import { listCannonStates, type StoredCannonState } from './state.store.ts';

/** Older values say nothing about a run. */
const valueMaxAgeMs = 15 * MINUTE_MS;
const maxBusy = 64;
const portRetryMs = 5 * SECOND_MS;
const ordersKeptMs = 90 * DAY_MS;

export interface ControllerDeps {
  app: App;
  lease: Lease;
  /** Whether this process still has the lease. */
  isLeading(): boolean;
  /** Only switches off. */
  isEnding: boolean;
  directory: SiteDirectory;
  latestOf: LatestSource['latestOf'];
  noteRuleRunEnd: CannonWriterDeps['noteRuleRunEnd'];
  wake(): void;
}

export interface Controller {
  /** Starts what is due; returns at once. */
  tick(): Promise<void>;
  /** Cannons were edited. */
  reload(): void;
  close(): Promise<void>;
}

/** Controls all cannons during one leadership. */
export function openController(deps: ControllerDeps): Controller {
  const { app, lease, directory } = deps;
  const { pool, clock, log, config } = app;
  const controls = new Map<number, CannonControl>();
  const working = new Set<Promise<void>>();
  const closing = new AbortController();
  let accounts: DtuAccount[] = [];
  let dtuPort: DtuPort | undefined;
  let portTriedAt = Number.NEGATIVE_INFINITY;
  let cleanedAt = Number.NEGATIVE_INFINITY;
  let isStale = true;
  const assertLeading = () => {
    if (!deps.isLeading()) throw new LeaseLostError(lease);
  };
  const links = openLinks({ ...app, directory, assertLeading }, () => dtuPort);

  function findValue({ siteId, channelCode }: RunMeasure): number | null {
    const latest = siteId === null ? undefined : deps.latestOf(siteId)[channelCode];
    const isNew = latest !== undefined && clock.now().getTime() - latest.ts <= valueMaxAgeMs;
    return isNew ? latest.value : null;
  }

  /** Whatever is wrong with one cannon, the others are controlled. */
  function openLink(cannon: ControlledCannon): CannonLink | AppError {
    try {
      return links.open(readSettings(openSecretsOf(cannon)));
    } catch (error) {
      if (error instanceof AppError) return error;
      log.error({ err: error, cannonId: cannon.cannonId }, 'opening link to fog cannon failed');
      return new DriverError('fog.disconnected');
    }
  }

  /** A DTU whose password cannot be read is refused, whatever it sends. */
  function findAccount(cannon: ControlledCannon): DtuAccount[] {
    if (cannon.driver !== 'modbusDtu' || cannon.registration === null) return [];
    const registration = cannon.registration.trim();
    try {
      return [{ registration, password: openSecretsOf(cannon).dtuPassword }];
    } catch (error) {
      log.error({ err: error, cannonId: cannon.cannonId }, 'reading password of DTU failed');
      return [{ registration, password: randomUUID() }];
    }
  }

  function openSecretsOf(cannon: ControlledCannon): ControlledCannon {
    const open = (sealed: string | null) => (sealed === null ? null : app.secrets.open(sealed));
    return { ...cannon, password: open(cannon.password), dtuPassword: open(cannon.dtuPassword) };
  }

  /** Cannons that did not change keep their links and what is being done for them. */
  async function load(): Promise<void> {
    const cannons = await listControlledCannons(app.db);
    const states = new Map((await listCannonStates(pool)).map((state) => [state.cannonId, state]));
    const kept = new Set(cannons.map(({ cannonId }) => cannonId));
    for (const [cannonId, control] of controls) if (!kept.has(cannonId)) abandon(control);
    for (const cannon of cannons) replace(cannon, states.get(cannon.cannonId));
    accounts = cannons.flatMap(findAccount);
  }

  function replace(cannon: ControlledCannon, state: StoredCannonState | undefined): void {
    const before = controls.get(cannon.cannonId);
    before?.setWithdrawn(cannon.status !== '0');
    if (before && hasSameFacts(before.cannon, cannon)) return;
    // What is being done for it comes to its end with the old settings.
    if (before?.isBusy()) {
      isStale = true;
      return;
    }
    before?.close();
    const { noteRuleRunEnd } = deps;
    let isEdited = false;
    const noteEdited = () => {
      [isEdited, isStale] = [true, true];
      deps.wake();
    };
    const writer = makeCannonWriter(
      {
        ...app,
        lease,
        findValue,
        readUptime,
        readManualMs: () => readManualMs(app.parameters),
        noteRuleRunEnd,
        noteEdited,
      },
      cannon,
    );
    const control = openCannonControl(cannon, {
      log,
      writer,
      link: openLink(cannon),
      state,
      readMaxRunMs: () => readMaxRunMs(app.parameters),
      readUptime,
      isLeading: deps.isLeading,
      isEdited: () => isEdited,
      isEnding: deps.isEnding,
      signal: closing.signal,
      pause: (ms, signal) => wait(ms, undefined, { ref: false, ...(signal && { signal }) }),
      wake: deps.wake,
    });
    controls.set(cannon.cannonId, control);
  }

  function abandon(control: CannonControl): void {
    controls.delete(control.cannon.cannonId);
    control.setWithdrawn(true);
    runInBackground(app, () => control.abandon().finally(control.close));
  }

  async function openPort(): Promise<void> {
    if (dtuPort || config.dtuPort === undefined || performance.now() - portTriedAt < portRetryMs) return;
    portTriedAt = performance.now();
    const note = (registration: string, address: string, reason: string) =>
      runInBackground(app, () => noteDtu(pool, { registration, address, reason, at: clock.now() }));
    dtuPort = await openDtuPort({
      host: config.host,
      port: config.dtuPort,
      timeoutMs: app.outbound.timeoutMs,
      log,
      now: () => readUptime().ms,
      listAccounts: () => accounts,
      onRefused: (login, address) =>
        note(
          login.kind === 'silent' ? '' : login.kind === 'unknown' ? login.text : login.registration,
          address,
          login.kind,
        ),
      onConnected(registration) {
        runInBackground(app, () => forgetDtu(pool, registration));
        deps.wake();
      },
      onDisconnected: deps.wake,
    });
    log.info({ port: dtuPort.port }, 'listening for DTUs');
  }

  function start(control: CannonControl): void {
    const work = control
      .advance()
      .catch((error: unknown) => {
        if (!isLeaseLost(error))
          log.warn({ err: error, cannonId: control.cannon.cannonId }, 'controlling fog cannon failed');
      })
      .finally(() => {
        working.delete(work);
        deps.wake();
      });
    working.add(work);
  }

  async function clean(): Promise<void> {
    if (performance.now() - cleanedAt < HOUR_MS) return;
    cleanedAt = performance.now();
    await removeOldOrders(pool, new Date(clock.now().getTime() - ordersKeptMs));
  }

  return {
    reload() {
      isStale = true;
    },
    async tick() {
      if (isStale) {
        isStale = false;
        await load().catch((error: unknown) => {
          isStale = true;
          throw error;
        });
      }
      await openPort();
      const orders = await listOrderedCannons(pool, clock.now());
      const ordered = new Set(orders.map(({ cannonId }) => cannonId));
      const runs = new Map((await listOpenRuns(pool)).map((run) => [run.cannonId, run]));
      if ([...ordered].some((cannonId) => !controls.has(cannonId))) isStale = true;
      for (const { cannonId, isOff } of orders) if (isOff) controls.get(cannonId)?.yieldToOff();
      // Orders and runs come first: cannons that cannot be reached must not keep others from being switched off.
      const isUrgent = (cannonId: number) => ordered.has(cannonId) || runs.has(cannonId);
      for (const isFirst of [true, false])
        for (const [cannonId, control] of controls) {
          if (!deps.isLeading() || (!isFirst && working.size >= maxBusy)) break;
          if (control.isBusy() || isUrgent(cannonId) !== isFirst) continue;
          if (ordered.has(cannonId) || control.isDue(runs.get(cannonId))) start(control);
        }
      await clean();
    },
    async close() {
      closing.abort();
      await Promise.all(working);
      for (const control of controls.values()) control.close();
      links.close();
      await dtuPort?.close();
    },
  };
}

/** Whether nothing has changed that the control of a cannon depends on. */
function hasSameFacts(one: ControlledCannon, other: ControlledCannon): boolean {
  const facts = (cannon: ControlledCannon) =>
    JSON.stringify({ ...cannon, ...Object.fromEntries(stateFields.map((name) => [name, null])) });
  return facts(one) === facts(other);
}

const stateFields = [
  'switchState',
  'commandedState',
  'commandedAt',
  'confirmedBy',
  'confirmedAt',
  'linkState',
  'problem',
  'manualUntil',
  'runStartedAt',
  'runStopBy',
  'lastRunAt',
] as const;
