import { HOUR_MS, SECOND_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import { busReconnected, publishWithin } from '../../../platform/bus.ts';
import { defineTopic } from '../../../platform/bus-topic.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Connection } from '../../../platform/db/transaction.ts';
import { makeRefresh, refreshInBackground } from '../../../platform/refresh.ts';
import { type Reading, siteChanged } from '../../reading/model.api.ts';
import { listSiteLimits } from '../../site/site.api.ts';
import { listChannelsByType, listRuleSites, listRules } from '../rules/alarm-rule.store.ts';
import { type AppliedRule, resolveRules } from '../rules/applicable.rule.ts';
import type { Rule } from '../rules/rule.ts';
import { alarmRulesChanged } from '../rules/rules-changed.ts';
import { listEndedSince } from './alarm.store.ts';
import { type InputBasis, insertInputs, type RuleInput } from './alarm-input.store.ts';
import { listWatched, type RulePlace } from './alarm-state.store.ts';
import { basisOf, isAboutReports } from './evaluated-rule.ts';
import { addInput, collectChanges, collectInputs, type TestedSite } from './prefilter.rule.ts';
import { listWindowedRules, makeReadingTests, type OwnLimit } from './reading-tests.rule.ts';
import { lateLimitMs, longestLateMs } from './settings.rule.ts';
import { type LostSite, openSiteClaims, settleMs } from './site-claims.ts';
import { makeValueWindows } from './value-windows.rule.ts';
import { makeWatchedStates, type WatchedStates } from './watched-states.ts';

/** Wakes the process that evaluates rules. */
export const alarmInputStored = defineTopic('alarm.input');
/** States of rules have changed: other processes read them again. */
export const alarmStatesChanged = defineTopic('alarm.states');

/** A site with the rules that apply to it. */
export interface WatchedSite extends TestedSite {
  siteId: number;
  rules: readonly Rule[];
  limit: OwnLimit | undefined;
}

/** How long a value that can raise an alarm makes the next ones matter before its evaluation is known here. */
const markedMs = 10 * SECOND_MS;

/**
 * The rules of all sites in memory, in every process that stores readings. It finds out in passing which readings matter
 * for alarms, and queues them in the transaction that stores them.
 */
export interface AlarmWatch {
  site(siteId: number): WatchedSite | undefined;
  sites(): Iterable<WatchedSite>;
  /** The rules at sites that are not in their normal state. */
  openStates(): RulePlace[];
  hasState(place: RulePlace): boolean;
  /** Grows whenever the rules have been read again. */
  version(): number;
  refresh(): Promise<void>;
  refreshStates(): Promise<void>;
  /** Takes over states that this process has evaluated. */
  updateStates: WatchedStates['update'];
  collectReadings(client: Connection, readings: readonly Reading[]): Promise<void>;
  /** Queues readings that a person has corrected, restored or imported, or that count by another range. */
  collectChanges(client: Connection, readings: readonly Reading[]): Promise<void>;
  collectHours(
    client: Connection,
    hours: readonly { hour: number; sites: Iterable<number> }[],
  ): Promise<void>;
  /** Queues published hours of reference stations, by their start, for the rules that compare with them. */
  collectReferences(db: Database, hours: Iterable<number>): Promise<void>;
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
  const states = makeWatchedStates();
  let version = 0;
  const now = () => app.clock.now().getTime();

  const refresh = makeRefresh(async () => {
    const rules = await listRules(app.db);
    const sites = rules.length > 0 ? await listRuleSites(app.db) : [];
    const limits = rules.some(({ siteLimit }) => siteLimit) ? await listSiteLimits(app.db, 'all') : new Map();
    const resolved = resolveRules(rules, sites);
    const measured = await listChannelsByType(app.db);
    const share = makeShared();
    watched = new Map(
      sites.flatMap(({ siteId, reportInterval, deviceTypeId }): [number, WatchedSite][] => {
        const applied = resolved.get(siteId);
        if (!applied) return [];
        const limit = limits.get(siteId);
        const channelIds = measured.get(deviceTypeId) ?? new Set();
        return [[siteId, { siteId, reportInterval, limit, ...share(applied, limit, channelIds) }]];
      }),
    );
    version += 1;
  });

  const refreshStates = makeRefresh(async () => states.replace(await listWatched(app.pool), now()));

  async function store(client: Connection | Database, basis: InputBasis, inputs: readonly RuleInput[]) {
    if (inputs.length === 0) return;
    await insertInputs(client, basis, inputs, now());
    await publishWithin(client, alarmInputStored);
  }

  const findSite = (siteId: number) => watched.get(siteId);

  const windows = makeValueWindows();
  let doubtful: LostSite[] = [];
  const claims = openSiteClaims(app, windows, findSite, (lost) => {
    doubtful.push(...lost);
    refreshInBackground(app, queueDoubtful);
  });

  /** Queues the last values of sites that were tested here while another process stored values of the same sites. */
  const queueDoubtful = makeRefresh(async () => {
    const taken = [...doubtful];
    const at = now();
    for (const basis of ['realtime', 'minute'] as const) {
      const inputs = taken.flatMap(({ siteId, firstAt }) => {
        if (firstAt === undefined) return [];
        const { tests, reportInterval = 0 } = findSite(siteId) ?? {};
        const liveFrom = Math.max(firstAt, at - lateLimitMs(basis, reportInterval));
        return listWindowedRules(tests?.[basis]).map(
          (ruleId): RuleInput => ({ siteId, ruleId, firstAt, liveFrom }),
        );
      });
      // Batches that are being stored meanwhile are waited for.
      if (inputs.length > 0) await insertInputs(app.db, basis, inputs, at + settleMs);
    }
    await claims.tellOthers(taken);
    const done = new Set(taken);
    doubtful = doubtful.filter((one) => !done.has(one));
  });

  /** The rules whose alarms of the log may change by readings that are older than every state. */
  async function listTouched(client: Connection, readings: readonly Reading[], at: number) {
    const late = readings.filter(({ siteId, ts }) => ts < at - HOUR_MS && findSite(siteId)?.tests);
    const since = Math.max(
      at - longestLateMs,
      late.reduce((least, { ts }) => Math.min(least, ts), at),
    );
    const sites = new Set(late.map(({ siteId }) => siteId));
    const found = sites.size === 0 ? [] : await listEndedSince(client, [...sites], since);
    return new Map(
      [...Map.groupBy(found, ({ siteId }) => siteId)].map(([siteId, ofSite]) => [
        siteId,
        new Map(ofSite.map(({ ruleId, endedAt }) => [ruleId, endedAt])),
      ]),
    );
  }

  await refresh();
  await refreshStates();
  for (const topic of [alarmRulesChanged, siteChanged, busReconnected])
    app.bus.subscribe(topic, () => refreshInBackground(app, refresh));
  for (const topic of [alarmStatesChanged, busReconnected])
    app.bus.subscribe(topic, () => refreshInBackground(app, refreshStates));

  return {
    site: findSite,
    sites: () => watched.values(),
    openStates: states.open,
    hasState: ({ siteId, ruleId }) => states.find(siteId)?.has(ruleId) ?? false,
    version: () => version,
    refresh,
    refreshStates,
    updateStates: states.update,
    async collectReadings(client, readings) {
      if (watched.size === 0) return;
      const at = now();
      await claims.claim(client, readings);
      const logged = await listTouched(client, readings, at);
      const findWatched = (siteId: number) => joinWatched(states.find(siteId), logged.get(siteId));
      const found = collectInputs(readings, findSite, findWatched, windows, at);
      for (const { siteId, ruleId, firstAt } of [...found.realtime, ...found.minute]) {
        const watchedUntil = Math.max(at, firstAt) + markedMs;
        if (ruleId !== null) states.mark({ siteId, ruleId, watchedUntil });
      }
      await store(client, 'realtime', found.realtime);
      await store(client, 'minute', found.minute);
    },
    async collectChanges(client, readings) {
      await claims.forget(client, readings);
      const found = collectChanges(readings, findSite, now());
      await store(client, 'realtime', found.realtime);
      await store(client, 'minute', found.minute);
    },
    async collectHours(client, hours) {
      const found = new Map<string, RuleInput>();
      for (const { hour, sites } of hours) {
        const window = timeHour(hour, now());
        if (!window) continue;
        for (const siteId of sites) {
          if (!watched.get(siteId)?.rules.some(isAboutHours)) continue;
          addInput(found, { siteId, ruleId: null, ...window });
        }
      }
      await store(client, 'hour', [...found.values()]);
    },
    async collectReferences(db, hours) {
      const at = now();
      const windows = [...hours].flatMap((hour) => timeHour(hour, at) ?? []);
      const recent = windows.filter(({ firstAt }) => firstAt > at - longestLateMs);
      if (recent.length === 0) return;
      const firstAt = Math.min(...recent.map((one) => one.firstAt));
      const liveFrom = Math.min(...recent.map((one) => one.liveFrom));
      const inputs = [...watched.values()].flatMap(({ siteId, rules }) =>
        rules
          .filter(({ alarmType }) => alarmType === 'reference')
          .map(({ ruleId }): RuleInput => ({ siteId, ruleId, firstAt, liveFrom })),
      );
      await store(db, 'hour', inputs);
    },
    async collectReports(client, reports) {
      const found = new Map<string, RuleInput>();
      for (const { siteId, ts, receivedAt } of reports) {
        if (!watched.get(siteId)?.rules.some(isAboutReports)) continue;
        const isLate = receivedAt - ts > lateLimitMs('realtime', watched.get(siteId)?.reportInterval ?? 0);
        addInput(found, {
          siteId,
          ruleId: null,
          firstAt: ts,
          liveFrom: isLate ? Number.POSITIVE_INFINITY : ts,
        });
      }
      await store(client, 'report', [...found.values()]);
    },
  };
}

/** When an hour ended, and whether that was in time for a notification; undefined while it runs. */
function timeHour(hour: number, now: number): Pick<RuleInput, 'firstAt' | 'liveFrom'> | undefined {
  const firstAt = hour + HOUR_MS;
  if (firstAt > now) return undefined;
  return { firstAt, liveFrom: now - firstAt > lateLimitMs('hour', 0) ? Number.POSITIVE_INFINITY : firstAt };
}

/** A state knows its last alarm better than the log, which may have earlier ones. */
function joinWatched(
  states: ReadonlyMap<number, number> | undefined,
  logged: ReadonlyMap<number, number> | undefined,
): ReadonlyMap<number, number> | undefined {
  return states && logged ? new Map([...logged, ...states]) : (states ?? logged);
}

/**
 * Sites with the same rules have the same device type and share their list and their tests; own limits make a difference
 * if a rule uses them. Rules that have nothing to judge at a site are left out: no value would end their alarms.
 */
function makeShared() {
  const byApplied = new Map<readonly AppliedRule[], Map<string, Pick<WatchedSite, 'rules' | 'tests'>>>();
  return (
    applied: readonly AppliedRule[],
    limit: OwnLimit | undefined,
    channelIds: ReadonlySet<number | null>,
  ) => {
    const byLimit = byApplied.get(applied) ?? new Map<string, Pick<WatchedSite, 'rules' | 'tests'>>();
    byApplied.set(applied, byLimit);
    const usesLimit = limit !== undefined && applied.some(({ rule }) => rule.siteLimit);
    const key = usesLimit ? `${limit.channelId} ${limit.value}` : '';
    const known = byLimit.get(key);
    if (known) return known;
    const rules = applied
      .map(({ rule }) => rule)
      .filter(
        ({ channelId, siteLimit }) =>
          (channelId === null || channelIds.has(channelId)) && (!siteLimit || limit?.channelId === channelId),
      );
    const shared = { rules, tests: makeReadingTests(rules, limit) };
    byLimit.set(key, shared);
    return shared;
  };
}

/** Rules that follow the roll-up of hours. */
export function isAboutHours(rule: Rule): boolean {
  return basisOf(rule) === 'hour' && rule.alarmType !== 'offline' && rule.alarmType !== 'power';
}
