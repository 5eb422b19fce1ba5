import { HOUR_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import { isTransient } from '../../../platform/db/database.ts';
import { describeServerError } from '../../../platform/error-log/fault.ts';
import { type Lease, LeaseLostError } from '../../../platform/lease/lease.store.ts';
import type { Rule } from '../rules/rule.ts';
import type { AlarmState } from './alarm-machine.rule.ts';
import { type RulePlace, readStates } from './alarm-state.store.ts';
import { type AlarmWatch, alarmStatesChanged } from './alarm-watch.ts';
import { type DueRule, keyOf, placeOf, settledAt } from './due-rule.ts';
import { evaluateRules, startOf } from './evaluate.ts';
import type { Announcement } from './evaluation-writer.ts';
import { planPortions } from './plan-portions.rule.ts';
import { longestLateMs, makeSettings } from './settings.rule.ts';
import { readSignals, type SignalSources } from './signals.ts';

export const sitesAtOnce = 500;

export interface EvaluationDeps {
  app: Pick<App, 'pool' | 'clock' | 'bus' | 'log' | 'parameters' | 'errorLog'>;
  watch: AlarmWatch;
  sources: SignalSources;
  announce(announcement: Announcement): Promise<void>;
}

/** A rule at a site that has to be evaluated. */
export interface Task extends Pick<DueRule, 'firstAt' | 'liveFrom'> {
  siteId: number;
  rule: Rule;
}

interface PreparedTask extends Task, Omit<DueRule, 'rule' | 'signals'> {
  /** The moment after which values are needed. */
  start: number;
  hasState: boolean;
}

/** Reads what tasks need, evaluates them, and tells who has to know. */
export function openTaskEvaluation({ app, watch, sources, announce }: EvaluationDeps) {
  const now = () => app.clock.now().getTime();
  /** Up to where states have used values, as far as this process has evaluated them. */
  const settled = new Map<string, number>();

  async function evaluate(tasks: readonly Task[], lease: Lease | undefined): Promise<void> {
    const maxChanges = await readMaxChanges(app.parameters);
    const bySite = [...Map.groupBy(tasks, ({ siteId }) => siteId).values()];
    for (let from = 0; from < bySite.length; from += sitesAtOnce) {
      await evaluateSites(bySite.slice(from, from + sitesAtOnce), maxChanges, lease);
    }
  }

  /** A site that cannot be evaluated must not stop the alarms of all others. */
  async function evaluateSites(
    bySite: readonly (readonly Task[])[],
    maxChanges: number,
    lease: Lease | undefined,
  ): Promise<void> {
    try {
      const prepared = await prepare(bySite.flat(), maxChanges);
      for (const portion of planPortions(prepared, now())) await write(await readDue(portion), lease);
    } catch (error) {
      if (error instanceof LeaseLostError || isTransient(error)) throw error;
      if (bySite.length > 1) for (const one of bySite) await evaluateSites([one], maxChanges, lease);
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
    const evaluated = await evaluateRules(app, due, { lease, now: now(), announce });
    for (const state of evaluated) {
      if (state.settledAt === undefined) settled.delete(keyOf(state));
      else settled.set(keyOf(state), state.settledAt);
    }
    const changed = evaluated.filter(({ isWatchChanged }) => isWatchChanged);
    if (changed.length === 0) return;
    watch.updateStates(changed);
    await app.bus.publish(alarmStatesChanged);
  }

  async function readStatesByKey(places: readonly RulePlace[]): Promise<ReadonlyMap<string, AlarmState>> {
    return new Map((await readStates(app.pool, places)).map((one) => [keyOf(one), one.state]));
  }

  async function prepare(tasks: readonly Task[], maxChanges: number): Promise<PreparedTask[]> {
    const states = await readStatesByKey(tasks.map(placeOf));
    const earliest = now() - longestLateMs;
    return tasks.map((task) => {
      const site = watch.site(task.siteId);
      const settings = makeSettings(task.rule, site?.reportInterval ?? 60, maxChanges);
      const state = states.get(keyOf(placeOf(task)));
      const from = startOf(state, { ...task, earliest, settings });
      // An alarm that was raised since was pending for a while before.
      const isContinued = state && from === settledAt(state);
      const start = Math.max(isContinued ? from : from - settings.forMs - 1, earliest);
      const limit = task.rule.siteLimit ? (site?.limit?.value ?? null) : task.rule.threshold;
      return { ...task, settings, earliest, start, limit, hasState: state !== undefined };
    });
  }

  async function readDue(portion: readonly PreparedTask[]): Promise<DueRule[]> {
    const until = now();
    const from = portion.reduce((least, { start }) => Math.min(least, start), until);
    const signals = await readSignals(sources, portion, [from, until]);
    return portion.flatMap((one): DueRule[] => {
      const values = signals.get(one) ?? [];
      const isMet = values.some(({ verdict }) => verdict === 'met');
      // Without a state there was no alarm in the last hour that these values could change.
      return isMet || one.hasState || one.start < until - HOUR_MS ? [{ ...one, signals: values }] : [];
    });
  }

  return { evaluate, write, settled, readStatesByKey };
}

const usualMaxChanges = 6;

/** The number of changes per hour above which an alarm is unstable. */
export async function readMaxChanges(parameters: App['parameters']): Promise<number> {
  return Number(await parameters.get('alarm.maxChanges')) || usualMaxChanges;
}
