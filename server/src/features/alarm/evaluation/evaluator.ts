import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { onlineWindowMs } from '@limpid/contract/site/online';
import type { App } from '../../../platform/app.ts';
import { isTransient } from '../../../platform/db/database.ts';
import { describeServerError } from '../../../platform/error-log/fault.ts';
import { type Lease, LeaseLostError } from '../../../platform/lease/lease.store.ts';
import type { Rule } from '../rules/rule.ts';
import { listOpenStates, readLastPackets, readStates, type StoredState } from './alarm.store.ts';
import type { InputBasis, SiteInput } from './alarm-input.store.ts';
import { listInputs, removeInputs } from './alarm-input.store.ts';
import type { Signal } from './alarm-machine.rule.ts';
import { type AlarmWatch, alarmStatesChanged, isAboutHours, isAboutReports } from './alarm-watch.ts';
import { type Announcement, type DueRule, endObsolete, evaluateRules, startOf } from './evaluate.ts';
import { makeSettings } from './settings.rule.ts';
import { readSignals, type SignalSources } from './signals.ts';

const inputsAtOnce = 500;
const sitesAtOnce = 500;
/** Values that are older still change hours and days, but no alarms. */
const longestLateMs = 30 * DAY_MS;
/** Pairs whose values begin within this time are read together. */
const togetherMs = 6 * HOUR_MS;
/** How far back a new or changed rule looks. */
const newRuleMs = 15 * MINUTE_MS;

interface EvaluatorDeps {
  app: Pick<App, 'pool' | 'clock' | 'bus' | 'log' | 'parameters' | 'errorLog'>;
  watch: AlarmWatch;
  sources: SignalSources;
  announce(announcement: Announcement): Promise<void>;
}

/** A rule at a site that has to be evaluated. */
interface Task extends Pick<DueRule, 'firstAt' | 'liveFrom'> {
  siteId: number;
  rule: Rule;
}

/** Evaluates rules with what is stored; each method is idempotent. One process at a time calls them, under its lease. */
export interface Evaluator {
  /** Evaluates queued values; returns whether there were any. */
  runInputs(lease?: Lease): Promise<boolean>;
  /** Evaluates states whose time has come, and those that have newer values. */
  runStates(lease?: Lease): Promise<void>;
  /** Looks for stations that became silent or came back since `startedAt`. */
  runContacts(startedAt: number, lease?: Lease): Promise<void>;
  /** Ends alarms whose rule no longer applies, and evaluates new and changed rules. */
  runRules(lease?: Lease): Promise<void>;
}

export function openEvaluator({ app, watch, sources, announce }: EvaluatorDeps): Evaluator {
  const now = () => app.clock.now().getTime();
  let known: Map<number, string> | undefined;

  async function evaluate(tasks: readonly Task[], lease: Lease | undefined): Promise<void> {
    const maxChanges = await readMaxChanges(app.parameters);
    const bySite = [...Map.groupBy(tasks, ({ siteId }) => siteId).values()];
    for (let from = 0; from < bySite.length; from += sitesAtOnce) {
      await evaluatePortion(bySite.slice(from, from + sitesAtOnce), maxChanges, lease);
    }
  }

  /** A site that cannot be evaluated must not stop the alarms of all others. */
  async function evaluatePortion(
    bySite: readonly (readonly Task[])[],
    maxChanges: number,
    lease: Lease | undefined,
  ): Promise<void> {
    try {
      await write(await readDue(bySite.flat(), maxChanges), lease);
    } catch (error) {
      if (error instanceof LeaseLostError || isTransient(error)) throw error;
      if (bySite.length > 1) for (const one of bySite) await evaluatePortion([one], maxChanges, lease);
      else {
        app.log.error(
          { err: error, siteId: bySite[0]?.[0]?.siteId },
          'evaluating alarm rules of site failed',
        );
        app.errorLog.record(describeServerError(error));
      }
    }
  }

  async function write(due: readonly DueRule[], lease: Lease | undefined): Promise<void> {
    const opened = await evaluateRules(app, due, { lease, now: now(), announce });
    if (opened.size > 0) {
      await watch.refreshStates();
      await app.bus.publish(alarmStatesChanged);
    }
  }

  /** Reads the values that the rules need, rules with about the same beginning together. */
  async function readDue(tasks: readonly Task[], maxChanges: number): Promise<DueRule[]> {
    const siteIds = [...new Set(tasks.map(({ siteId }) => siteId))];
    const states = new Map((await readStates(app.pool, siteIds)).map((one) => [keyOf(one), one.state]));
    const until = now();
    const prepared = tasks.map((task) => {
      const site = watch.site(task.siteId);
      const settings = makeSettings(task.rule, site?.reportInterval ?? 60, maxChanges);
      const state = states.get(keyOf({ siteId: task.siteId, ruleId: task.rule.ruleId }));
      const start = Math.max(startOf(state, task.firstAt, settings), until - longestLateMs);
      const limit = task.rule.siteLimit ? (site?.limit?.value ?? null) : task.rule.threshold;
      return { ...task, settings, start, limit, hasState: state !== undefined };
    });
    const due: DueRule[] = [];
    const groups = Map.groupBy(prepared, ({ start }) => Math.floor((until - start) / togetherMs));
    for (const group of groups.values()) {
      const from = group.reduce((least, { start }) => Math.min(least, start), until);
      const signals = await readSignals(sources, group, [from, until]);
      for (const one of group) {
        const values = signals.get(one) ?? [];
        const isMet = values.some(({ verdict }) => verdict === 'met');
        // Without a state there was no alarm in the last hour that these values could change.
        if (isMet || one.hasState || one.start < until - HOUR_MS) due.push({ ...one, signals: values });
      }
    }
    return due;
  }

  function listTasks(basis: InputBasis, inputs: readonly SiteInput[]): Task[] {
    return inputs.flatMap(({ siteId, firstAt, liveFrom }) =>
      (watch.site(siteId)?.rules ?? [])
        .filter((rule) => isFedBy(rule, basis))
        .map((rule) => ({ siteId, rule, firstAt, liveFrom })),
    );
  }

  const findRule = ({ siteId, ruleId }: Pick<StoredState, 'siteId' | 'ruleId'>) =>
    watch.site(siteId)?.rules.find((rule) => rule.ruleId === ruleId);

  return {
    async runInputs(lease) {
      const taken = await listInputs(app.pool, now(), inputsAtOnce);
      if (!taken) return false;
      const tasks = taken.inputs.flatMap(({ basis, sites }) => listTasks(basis, sites));
      await evaluate(tasks, lease);
      await removeInputs(app.pool, taken.ids);
      return true;
    },

    async runStates(lease) {
      const states = await listOpenStates(app.pool);
      const tasks = states.flatMap((stored): Task[] => {
        const rule = findRule(stored);
        // Silence is judged by the last packet.
        if (!rule || rule.alarmType === 'offline') return [];
        const isDue = stored.dueAt !== null && stored.dueAt <= now();
        if (!isDue && !isFresher(sources, rule, stored)) return [];
        return [{ siteId: stored.siteId, rule, firstAt: undefined, liveFrom: 0 }];
      });
      await evaluate(tasks, lease);
    },

    async runContacts(startedAt, lease) {
      const pairs = [...watch.sites()].flatMap(({ siteId, reportInterval, rules }) =>
        rules
          .filter(({ alarmType }) => alarmType === 'offline')
          .map((rule) => ({ siteId, reportInterval, rule })),
      );
      if (pairs.length === 0) return;
      const siteIds = pairs.map(({ siteId }) => siteId);
      const maxChanges = await readMaxChanges(app.parameters);
      const contacts = await readLastPackets(app.pool, siteIds);
      const states = new Map((await readStates(app.pool, siteIds)).map((one) => [keyOf(one), one.state]));
      const due = pairs.flatMap(({ siteId, reportInterval, rule }): DueRule[] => {
        const lastSeen = contacts.get(siteId);
        const device = sources.directory.findBySite(siteId);
        if (lastSeen === undefined || !device?.enabled) return [];
        const state = states.get(keyOf({ siteId, ruleId: rule.ruleId }));
        // Nothing could arrive before this process started.
        const since = state ? lastSeen : Math.max(lastSeen, startedAt);
        const silentAt = since + onlineWindowMs(reportInterval);
        const isSilent = now() > silentAt;
        if (!isSilent && !state) return [];
        const signals: Signal[] = [{ at: lastSeen, value: null, verdict: 'normal' }];
        if (isSilent) signals.push({ at: silentAt, value: null, verdict: 'met' });
        const settings = makeSettings(rule, reportInterval, maxChanges);
        return [{ siteId, rule, settings, limit: null, firstAt: undefined, liveFrom: 0, signals }];
      });
      if (due.length > 0) await write(due, lease);
    },

    async runRules(lease) {
      const rules = new Map<number, Rule>();
      for (const site of watch.sites()) for (const rule of site.rules) rules.set(rule.ruleId, rule);
      const current = new Map([...rules].map(([ruleId, rule]) => [ruleId, describeRule(rule)]));
      const before = known ?? new Map<number, string>();
      const states = await listOpenStates(app.pool);
      const isChanged = (ruleId: number) => before.get(ruleId) !== current.get(ruleId);
      const gone = states.filter((stored) => !findRule(stored));
      await endObsolete(app, gone, { lease, now: now(), announce });
      const since = now() - newRuleMs;
      const tasks = [...watch.sites()].flatMap(({ siteId, rules: applied }): Task[] =>
        applied
          .filter(({ ruleId, alarmType }) => alarmType !== 'offline' && isChanged(ruleId))
          .map((rule) => ({ siteId, rule, firstAt: since - rule.forSeconds * 1000, liveFrom: since })),
      );
      await evaluate(tasks, lease);
      known = current;
    },
  };
}

const usualMaxChanges = 6;

/** The number of changes per hour above which an alarm is unstable. */
export async function readMaxChanges(parameters: App['parameters']): Promise<number> {
  return Number(await parameters.get('alarm.maxChanges')) || usualMaxChanges;
}

function keyOf({ siteId, ruleId }: { siteId: number; ruleId: number }): string {
  return `${siteId} ${ruleId}`;
}

function isFedBy(rule: Rule, basis: InputBasis): boolean {
  if (basis === 'report') return isAboutReports(rule);
  if (basis === 'hour') return isAboutHours(rule);
  return rule.basis === basis && !isAboutHours(rule) && !isAboutReports(rule) && rule.alarmType !== 'offline';
}

/** Whether a value that is newer than its state was stored, by a process that did not know the state yet. */
function isFresher({ latestAt }: SignalSources, rule: Rule, { siteId, state }: StoredState): boolean {
  const code = rule.channel?.channelCode;
  if (code === undefined || rule.basis === 'hour') return false;
  const newest = latestAt(siteId, code);
  const windowEnd = rule.basis === 'minute' ? newest - (newest % MINUTE_MS) + MINUTE_MS : newest;
  return newest > 0 && windowEnd > (state.last?.at ?? 0) && windowEnd > state.since;
}

function describeRule({ lastAlarm: _, ruleName: __, ...rule }: Rule): string {
  return JSON.stringify(rule);
}
