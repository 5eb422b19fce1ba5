import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import { onlineWindowMs } from '@limpid/contract/site/online';
import type { Lease } from '../../../platform/lease/lease.store.ts';
import type { Rule } from '../rules/rule.ts';
import { readLastPackets } from './alarm.store.ts';
import { type InputBasis, listInputs, type RuleInput, removeInputs } from './alarm-input.store.ts';
import type { Signal } from './alarm-machine.rule.ts';
import { listDue, listMismatched, listStates, type RulePlace, removeQuiet } from './alarm-state.store.ts';
import { alarmStatesChanged, isAboutHours, type WatchedSite } from './alarm-watch.ts';
import { type DueRule, keyOf, placeOf } from './due-rule.ts';
import { endObsolete } from './evaluate.ts';
import {
  type EvaluationDeps,
  openTaskEvaluation,
  readMaxChanges,
  sitesAtOnce,
  type Task,
} from './evaluate-tasks.ts';
import { basisOf, isAboutReports } from './evaluated-rule.ts';
import { findRaisable } from './find-raisable.ts';
import { addInput } from './prefilter.rule.ts';
import { lateLimitMs, makeSettings } from './settings.rule.ts';
import { lookBackMs, type SignalSources } from './signals.ts';

const inputsAtOnce = 500;
/** Rules that depend on values from longer ago than this are evaluated without a test of all these values. */
const longReachMs = 6 * HOUR_MS;
/** How far back a new or changed rule looks. */
const newRuleMs = 15 * MINUTE_MS;

/** Evaluates rules with what is stored; each method is idempotent. One process at a time calls them, under its lease. */
export interface Evaluator {
  /** Evaluates queued values; returns whether there may be more. */
  runInputs(lease?: Lease): Promise<boolean>;
  /** Evaluates states whose time has come. */
  runStates(lease?: Lease): Promise<void>;
  /** Evaluates states that have newer values, stored by a process that did not know of them yet. */
  runFresh(lease?: Lease): Promise<void>;
  /** Looks for stations that became silent or came back since `startedAt`. */
  runContacts(startedAt: number, lease?: Lease): Promise<void>;
  /** Ends alarms whose rule no longer applies, and evaluates new and changed rules. */
  runRules(lease?: Lease): Promise<void>;
}

export function openEvaluator({ app, watch, sources, announce }: EvaluationDeps): Evaluator {
  const now = () => app.clock.now().getTime();
  let known: Map<number, string> | undefined;
  let offline: { version: number; bySite: ReadonlyMap<number, readonly Rule[]> } | undefined;
  /** The newest values that states were last evaluated with: those that a rule does not use never settle. */
  let looked: ReadonlyMap<string, number> = new Map();
  const { evaluate, write, settled, readStatesByKey } = openTaskEvaluation({ app, watch, sources, announce });

  /** The tasks of queued values, one for each rule at a site. */
  function listTasks(inputs: readonly { basis: InputBasis; values: readonly RuleInput[] }[]): Task[] {
    const tasks = new Map<string, Task & RuleInput>();
    for (const { basis, values } of inputs) {
      for (const input of values) {
        const isWanted = (rule: Rule) =>
          (input.ruleId ?? rule.ruleId) === rule.ruleId && isFedBy(rule, basis);
        for (const rule of watch.site(input.siteId)?.rules.filter(isWanted) ?? [])
          addInput(tasks, { ...input, ruleId: rule.ruleId, rule });
      }
    }
    return [...tasks.values()];
  }

  const findRule = ({ siteId, ruleId }: RulePlace) =>
    watch.site(siteId)?.rules.find((rule) => rule.ruleId === ruleId);

  /** The rules about silence by site; sites are many, and their rules change rarely. */
  function listOfflineRules(): ReadonlyMap<number, readonly Rule[]> {
    const version = watch.version();
    if (offline?.version === version) return offline.bySite;
    const ofSite = ({ siteId, rules }: WatchedSite): [number, Rule[]][] => {
      const silent = rules.filter(({ alarmType }) => alarmType === 'offline');
      return silent.length > 0 ? [[siteId, silent]] : [];
    };
    offline = { version, bySite: new Map([...watch.sites()].flatMap(ofSite)) };
    return offline.bySite;
  }

  /** Those of rules by site that have a state. */
  function listKnown(bySite: ReadonlyMap<number, readonly Rule[]>): RulePlace[] {
    const known: RulePlace[] = [];
    for (const [siteId, rules] of bySite)
      for (const { ruleId } of rules) if (watch.hasState({ siteId, ruleId })) known.push({ siteId, ruleId });
    return known;
  }

  /** Tasks for states that are not about new values; silence is judged by the last packet. */
  function listStateTasks(states: readonly RulePlace[], isWanted: (rule: Rule, place: RulePlace) => boolean) {
    return states.flatMap((place): Task[] => {
      const rule = findRule(place);
      if (!rule || rule.alarmType === 'offline' || !isWanted(rule, place)) return [];
      return [{ siteId: place.siteId, rule, firstAt: undefined, liveFrom: 0 }];
    });
  }

  /** Tasks for rules that are new here, without those at sites whose recent values are all normal: nearly all are. */
  async function listRuleTasks(
    sites: readonly WatchedSite[],
    isWanted: (rule: Rule) => boolean,
  ): Promise<Task[]> {
    const since = now() - newRuleMs;
    const reachMs = (rule: Rule) => rule.forSeconds * SECOND_MS + lookBackMs(rule);
    const isTested = ({ tests }: WatchedSite, rule: Rule) =>
      reachMs(rule) <= longReachMs &&
      (tests?.realtime?.ruleIds.has(rule.ruleId) || tests?.minute?.ruleIds.has(rule.ruleId));
    const reaches = sites.flatMap((site) => site.rules.filter((rule) => isTested(site, rule)).map(reachMs));
    const longest = reaches.reduce((most, reach) => Math.max(most, reach), 0);
    const raisable = await findRaisable(sources.readings, sites, [since - longest - MINUTE_MS, now()]);
    return sites.flatMap((site) =>
      site.rules
        .filter((rule) => {
          const place = placeOf({ siteId: site.siteId, rule });
          const isNormal = isTested(site, rule) && !raisable.get(site.siteId)?.has(rule.ruleId);
          return isWanted(rule) && (!isNormal || watch.hasState(place));
        })
        .map((rule) => ({
          siteId: site.siteId,
          rule,
          firstAt: since - rule.forSeconds * SECOND_MS,
          // What a station has reported is as it is now.
          liveFrom: isAboutReports(rule) ? 0 : since,
        })),
    );
  }

  return {
    async runInputs(lease) {
      const taken = await listInputs(app.pool, now(), inputsAtOnce);
      if (!taken) return false;
      await evaluate(listTasks(taken.inputs), lease);
      await removeInputs(app.pool, taken.ids);
      return taken.ids.length === inputsAtOnce;
    },

    async runStates(lease) {
      const due = await listDue(app.pool, now());
      const open = due.filter(({ watchedUntil }) => watchedUntil === Infinity);
      await evaluate(
        listStateTasks(open, () => true),
        lease,
      );
      if (open.length === due.length) return;
      await removeQuiet(app.pool, now());
      await app.bus.publish(alarmStatesChanged);
    },

    async runFresh(lease) {
      const newest = new Map<string, number>();
      const isFresher = (rule: Rule, place: RulePlace) => {
        const key = keyOf(place);
        const at = newestAt(sources, rule, place.siteId, now());
        newest.set(key, at);
        return at > Math.max(settled.get(key) ?? 0, looked.get(key) ?? 0);
      };
      await evaluate(listStateTasks(watch.openStates(), isFresher), lease);
      looked = newest;
    },

    async runContacts(startedAt, lease) {
      const bySite = listOfflineRules();
      if (bySite.size === 0) return;
      const known = listKnown(bySite);
      const states = await readStatesByKey(known);
      const maxChanges = await readMaxChanges(app.parameters);
      const contacts = await readLastPackets(
        app.pool,
        now() - onlineWindowMs(0),
        known.map(({ siteId }) => siteId),
      );
      const due = contacts.flatMap(({ siteId, lastSeen }): DueRule[] => {
        const reportInterval = watch.site(siteId)?.reportInterval ?? 0;
        if (!sources.directory.findBySite(siteId)?.enabled) return [];
        return (bySite.get(siteId) ?? []).flatMap((rule) => {
          const state = states.get(keyOf(placeOf({ siteId, rule })));
          const isRaised = state !== undefined && (state.phase === 'active' || state.phase === 'clearing');
          // Nothing could arrive before this process started, so the time until an alarm begins again with it.
          const since = isRaised ? lastSeen : Math.max(lastSeen, startedAt);
          const windowLength = onlineWindowMs(reportInterval);
          const silentAt = since + windowLength;
          const isSilent = now() > silentAt;
          const isOutdated = state?.phase === 'pending' && state.since < startedAt + windowLength;
          if (!isSilent && !state) return [];
          const signals: Signal[] = [{ at: lastSeen, value: null, verdict: 'normal' }];
          if (isSilent) signals.push({ at: silentAt, value: null, verdict: 'met' });
          const settings = makeSettings(rule, reportInterval, maxChanges);
          // The silence that begins after this packet is a new one.
          const earliest = lastSeen + 1;
          const firstAt = isOutdated ? earliest : undefined;
          // Silence is a fact of now, however long ago it began.
          const liveFrom = isSilent ? 0 : now() - lateLimitMs('realtime', reportInterval);
          return [{ siteId, rule, settings, limit: null, firstAt, earliest, liveFrom, signals }];
        });
      });
      await write(due, lease);
    },

    async runRules(lease) {
      const rules = new Map<number, Rule>();
      for (const site of watch.sites()) for (const rule of site.rules) rules.set(rule.ruleId, rule);
      const current = new Map([...rules].map(([ruleId, rule]) => [ruleId, describeRule(rule)]));
      const before = known ?? new Map<number, string>();
      const isChanged = ({ ruleId, alarmType }: Rule) =>
        alarmType !== 'offline' && before.get(ruleId) !== current.get(ruleId);
      const gone = (await listStates(app.pool)).filter((stored) => !findRule(stored));
      const applicable = (await listMismatched(app.pool)).filter(findRule);
      await endObsolete(app, [...gone, ...applicable], { lease, now: now(), announce });
      const sites = [...watch.sites()].filter(({ rules: applied }) => applied.some(isChanged));
      for (let from = 0; from < sites.length; from += sitesAtOnce)
        await evaluate(await listRuleTasks(sites.slice(from, from + sitesAtOnce), isChanged), lease);
      known = current;
    },
  };
}

function isFedBy(rule: Rule, basis: InputBasis): boolean {
  if (basis === 'report') return isAboutReports(rule);
  if (basis === 'hour') return isAboutHours(rule);
  return rule.basis === basis && !isAboutHours(rule) && !isAboutReports(rule) && rule.alarmType !== 'offline';
}

/** The end of the newest complete window of a rule at a site; 0 if values of its basis are not in memory. */
function newestAt({ latestAt }: SignalSources, rule: Rule, siteId: number, now: number): number {
  const code = rule.channel?.channelCode;
  if (code === undefined || basisOf(rule) === 'hour') return 0;
  const newest = latestAt(siteId, code);
  if (rule.basis === 'realtime' || newest === 0) return newest;
  return Math.min(floorToMinute(newest) + MINUTE_MS, floorToMinute(now));
}

const floorToMinute = (at: number) => at - (at % MINUTE_MS);

function describeRule({ lastAlarm: _, ruleName: __, ...rule }: Rule): string {
  return JSON.stringify(rule);
}
