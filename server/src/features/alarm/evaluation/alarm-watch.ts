import { HOUR_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import { runInBackground } from '../../../platform/background.ts';
import { busReconnected, publishWithin } from '../../../platform/bus.ts';
import { defineTopic } from '../../../platform/bus-topic.ts';
import type { Connection } from '../../../platform/db/transaction.ts';
import { makeRefresh } from '../../../platform/refresh.ts';
import { type Reading, siteChanged } from '../../reading/model.api.ts';
import { listSiteLimits } from '../../site/site.api.ts';
import { listRuleSites, listRules } from '../rules/alarm-rule.store.ts';
import { resolveRules } from '../rules/applicable.rule.ts';
import type { Rule } from '../rules/rule.ts';
import { alarmRulesChanged } from '../rules/rules-changed.ts';
import { listOpenStates } from './alarm.store.ts';
import { insertInput, type SiteInput } from './alarm-input.store.ts';
import { basisOf } from './evaluated-rule.ts';
import { addInput, collectInputs, makeSiteTests, type SiteTests } from './prefilter.rule.ts';
import { lateLimitMs } from './settings.rule.ts';

/** Wakes the process that evaluates rules. */
export const alarmInputStored = defineTopic('alarm.input');
/** States of rules have changed: other processes read them again. */
export const alarmStatesChanged = defineTopic('alarm.states');

/** A site with the rules that apply to it. */
interface WatchedSite {
  siteId: number;
  reportInterval: number;
  rules: readonly Rule[];
  limit: { channelId: number; value: number } | undefined;
}

/**
 * The rules of all sites in memory, in every process that stores readings. It finds out in passing which readings matter
 * for alarms, and queues them in the transaction that stores them.
 */
export interface AlarmWatch {
  site(siteId: number): WatchedSite | undefined;
  sites(): Iterable<WatchedSite>;
  /** Grows whenever the rules have been read again. */
  version(): number;
  refresh(): Promise<void>;
  refreshStates(): Promise<void>;
  collectReadings(client: Connection, readings: readonly Reading[]): Promise<void>;
  collectHours(
    client: Connection,
    hours: readonly { hour: number; sites: Iterable<number> }[],
  ): Promise<void>;
  collectReports(client: Connection, reports: readonly SiteReport[]): Promise<void>;
}

/** A report of a station as it is stored. */
interface SiteReport {
  siteId: number;
  ts: number;
  receivedAt: number;
}

type Deps = Pick<App, 'db' | 'pool' | 'bus' | 'clock' | 'background' | 'log' | 'errorLog'>;

export async function openAlarmWatch(app: Deps): Promise<AlarmWatch> {
  let watched = new Map<number, WatchedSite>();
  let tests = new Map<number, SiteTests>();
  let open = new Set<number>();
  let version = 0;
  const now = () => app.clock.now().getTime();

  const refresh = makeRefresh(async () => {
    const rules = await listRules(app.db);
    const sites = rules.length > 0 ? await listRuleSites(app.db) : [];
    const limits = rules.some(({ siteLimit }) => siteLimit) ? await listSiteLimits(app.db, 'all') : new Map();
    const resolved = resolveRules(rules, sites);
    const next = new Map<number, WatchedSite>();
    const nextTests = new Map<number, SiteTests>();
    for (const { siteId, reportInterval } of sites) {
      const applied = resolved.get(siteId)?.map(({ rule }) => rule);
      if (!applied) continue;
      const limit = limits.get(siteId);
      next.set(siteId, { siteId, reportInterval, rules: applied, limit });
      const made = makeSiteTests(applied, reportInterval, limit?.value);
      if (made) nextTests.set(siteId, made);
    }
    [watched, tests] = [next, nextTests];
    version += 1;
  });

  const refreshStates = makeRefresh(async () => {
    open = new Set((await listOpenStates(app.pool)).map(({ siteId }) => siteId));
  });

  async function store(client: Connection, basis: Parameters<typeof insertInput>[1], inputs: SiteInput[]) {
    if (inputs.length === 0) return;
    await insertInput(client, basis, inputs);
    await publishWithin(client, alarmInputStored);
  }

  await refresh();
  await refreshStates();
  for (const topic of [alarmRulesChanged, siteChanged, busReconnected])
    app.bus.subscribe(topic, () => runInBackground(app, refresh));
  for (const topic of [alarmStatesChanged, busReconnected])
    app.bus.subscribe(topic, () => runInBackground(app, refreshStates));

  return {
    site: (siteId) => watched.get(siteId),
    sites: () => watched.values(),
    version: () => version,
    refresh,
    refreshStates,
    async collectReadings(client, readings) {
      if (tests.size === 0) return;
      const found = collectInputs(
        readings,
        (siteId) => tests.get(siteId),
        (siteId) => open.has(siteId),
        now(),
      );
      // A state that this process opens is known here before the evaluation says so.
      for (const { siteId } of [...found.realtime, ...found.minute]) open.add(siteId);
      await store(client, 'realtime', found.realtime);
      await store(client, 'minute', found.minute);
    },
    async collectHours(client, hours) {
      const found = new Map<number, SiteInput>();
      for (const { hour, sites } of hours) {
        const firstAt = hour + HOUR_MS;
        if (firstAt > now()) continue;
        const liveFrom = now() - firstAt > lateLimitMs('hour', 0) ? Number.POSITIVE_INFINITY : firstAt;
        for (const siteId of sites) {
          if (!watched.get(siteId)?.rules.some(isAboutHours)) continue;
          addInput(found, { siteId, firstAt, liveFrom });
        }
      }
      await store(client, 'hour', [...found.values()]);
    },
    async collectReports(client, reports) {
      const found = new Map<number, SiteInput>();
      for (const { siteId, ts, receivedAt } of reports) {
        if (!watched.get(siteId)?.rules.some(isAboutReports)) continue;
        const isLate = receivedAt - ts > lateLimitMs('realtime', watched.get(siteId)?.reportInterval ?? 0);
        addInput(found, { siteId, firstAt: ts, liveFrom: isLate ? Number.POSITIVE_INFINITY : ts });
      }
      await store(client, 'report', [...found.values()]);
    },
  };
}

/** Rules that follow the roll-up of hours. */
export function isAboutHours(rule: Rule): boolean {
  return basisOf(rule) === 'hour' && rule.alarmType !== 'offline' && rule.alarmType !== 'power';
}

/** Power alarms without a channel follow the reports of stations. */
export function isAboutReports({ alarmType, channelId }: Rule): boolean {
  return alarmType === 'power' && channelId === null;
}
