import { DAY_MS, HOUR_MS, SECOND_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import type { Lease } from '../../../platform/lease/lease.store.ts';
import type { LatestSource } from '../../ingest/ingest.api.ts';
import { liveLimitMs, type SiteDirectory } from '../../reading/model.api.ts';
import type { ReadingSource } from '../../reading/reading.api.ts';
import {
  decide,
  isExceeded,
  type LinkageDecision,
  type LinkageValue,
  type SiteWeather,
} from './decide.rule.ts';
import { makeDecisionWriter } from './decision-writer.ts';
import {
  type Linkage,
  type LinkageState,
  listCannonFacts,
  listLinkageStates,
  listLinkages,
  listRuleRuns,
  removeOldDecisions,
} from './linkage.store.ts';
import { isAhead, type Line, openRecentValues } from './recent-values.ts';
import { seeCannon } from './see-cannon.rule.ts';
import { silenceMs, stepOf } from './values.rule.ts';
import { weatherCodes } from './weather-codes.ts';

/** Runs, pauses and windows are looked at this often without new values. */
const timedMs = SECOND_MS;
const decisionsKeptMs = 365 * DAY_MS;

export interface LinkageDeps {
  app: App;
  /** The leadership under which cannons are controlled. */
  lease: Lease;
  directory: SiteDirectory;
  readings: ReadingSource;
  latestOf: LatestSource['latestOf'];
  /** The sites with new values since the last call. */
  takeChangedSites(): number[];
}

export interface LinkageControl {
  /** Decides what is due, and stores orders. */
  tick(): Promise<void>;
  /** Rules, cannons or sites were edited. */
  reload(): void;
}

/** Evaluates linkage rules during one leadership. */
export function openLinkageControl(deps: LinkageDeps): LinkageControl {
  const { app, directory, latestOf } = deps;
  const { pool, clock } = app;
  const recent = openRecentValues(deps.readings, directory);
  const writer = makeDecisionWriter(app, deps.lease);
  let linkages: Linkage[] = [];
  let bySite = new Map<number, Linkage[]>();
  let states = new Map<string, LinkageState>();
  /** The runs that rules have ordered, by rule and cannon. */
  let running = new Set<string>();
  /** Rules whose newest values are still to be looked at. */
  let waiting = new Set<Linkage>();
  /** Rules that have not been evaluated since they were loaded. */
  let unseen = new Set<Linkage>();
  /** When the newest value of a channel was seen to arrive, by the monotonic clock. */
  const arrivals = new Map<string, { ts: number; at: number }>();
  /** The newest values of sites during one tick: five rules at a cannon ask for the same ones. */
  const newest = new Map<number, ReturnType<typeof latestOf>>();
  let isStale = true;
  let timedAt = Number.NEGATIVE_INFINITY;
  let cleanedAt = performance.now();

  const keyOf = ({ ruleId, cannonId }: Pick<Linkage, 'ruleId' | 'cannonId'>) => `${ruleId} ${cannonId}`;
  const stateOf = (linkage: Linkage): LinkageState =>
    states.get(keyOf(linkage)) ?? {
      ruleId: linkage.ruleId,
      cannonId: linkage.cannonId,
      orderedAt: null,
      startedAt: null,
      endedAt: null,
      hold: null,
    };

  async function load(): Promise<void> {
    linkages = await listLinkages(app.db);
    bySite = Map.groupBy(linkages, ({ siteId }) => siteId);
    states = new Map((await listLinkageStates(pool)).map((state) => [keyOf(state), state]));
    for (const linkage of linkages) noteArrival(linkage);
    // What the values of before mean for a new rule, or for one that another process evaluated until now. The newest ones
    // may have been stored by a process that was killed before it announced them.
    unseen = new Set(linkages);
  }

  function findNewest(siteId: number): ReturnType<typeof latestOf> {
    const known = newest.get(siteId) ?? latestOf(siteId);
    newest.set(siteId, known);
    return known;
  }

  const arrivalKey = ({ siteId, channelCode, basis }: Linkage) => `${siteId} ${channelCode} ${basis}`;

  function noteArrival(linkage: Linkage): void {
    const { ts = 0, value = null } = findNewest(linkage.siteId)[linkage.channelCode] ?? {};
    const before = arrivals.get(arrivalKey(linkage));
    // A mean has no invalid values: a minute without a valid one is missing.
    if (before?.ts === ts || (before && value === null && linkage.basis === 'minute')) return;
    // When a value arrived that was there before is not known; by its own time at the latest.
    const age = before ? 0 : Math.max(0, clock.now().getTime() - ts);
    arrivals.set(arrivalKey(linkage), { ts, at: performance.now() - age });
  }

  /**
   * Stale: the newest stored value is not new. Silent: nor has one arrived for long; the process that took a new one may be
   * gone.
   */
  function judgeAge(linkage: Linkage, values: readonly LinkageValue[], now: number) {
    const { siteId, basis, consecutive } = linkage;
    const arrival = arrivals.get(arrivalKey(linkage));
    const stepMs = stepOf(basis, directory.findBySite(siteId)?.interval ?? 0);
    const longest = silenceMs(stepMs, consecutive);
    const newestAt = values.findLast(({ value }) => value !== null)?.at ?? Number.NEGATIVE_INFINITY;
    const isStale = now - newestAt > longest;
    return {
      isStale,
      isSilent: isStale && arrival !== undefined && performance.now() - arrival.at > longest,
    };
  }

  /** Whether the rule has something to end, or has held the cannon back. */
  function isPending(linkage: Linkage): boolean {
    const { startedAt, hold } = stateOf(linkage);
    return running.has(keyOf(linkage)) || startedAt !== null || hold !== null;
  }

  /** What the newest value leaves undecided: most values are normal and no cannon runs. */
  function isCandidate(linkage: Linkage): boolean {
    // The mean of a minute may exceed the limit where its last value does not.
    if (isPending(linkage) || linkage.basis === 'minute') return true;
    const known = findNewest(linkage.siteId)[linkage.channelCode];
    // The newest value hides those of before until its time has come.
    if (known && isAhead(known.ts, clock.now().getTime())) return true;
    return typeof known?.value === 'number' && isExceeded(linkage, known.value);
  }

  /** The channels of the weather at the site of a rule. */
  function findWeatherChannels({ siteId, rainCode }: Linkage) {
    const channels = directory.findBySite(siteId)?.channels;
    return {
      wind: channels?.get(weatherCodes.wind),
      temperature: channels?.get(weatherCodes.temperature),
      rain: deps.readings.channels().find(({ code }) => code === rainCode),
    };
  }

  /** The weather whose newest value is from the future: the values before it are read. */
  function listHiddenWeather(linkage: Linkage, now: number): Line[] {
    const latest = findNewest(linkage.siteId);
    return Object.values(findWeatherChannels(linkage)).flatMap((channel) =>
      channel && isAhead(latest[channel.code]?.ts ?? 0, now)
        ? [{ siteId: linkage.siteId, slot: channel.slot, basis: 'realtime' as const }]
        : [],
    );
  }

  function readWeather(linkage: Linkage, now: number): SiteWeather {
    const { siteId } = linkage;
    const latest = findNewest(siteId);
    const limit = liveLimitMs(directory.findBySite(siteId)?.interval ?? 0);
    const find = (channel: { code: string; slot: number } | undefined) => {
      if (!channel) return null;
      const newestKnown = latest[channel.code];
      const known =
        newestKnown && isAhead(newestKnown.ts, now)
          ? recent.of({ siteId, slot: channel.slot, basis: 'realtime' }).at(-1)
          : newestKnown && { at: newestKnown.ts, value: newestKnown.value };
      return known && now - known.at <= limit ? known.value : null;
    };
    const { wind, temperature, rain } = findWeatherChannels(linkage);
    return { wind: find(wind), temperature: find(temperature), rain: find(rain) };
  }

  async function evaluate(chosen: readonly Linkage[]): Promise<void> {
    const readAt = clock.now().getTime();
    await recent.read(
      [...chosen, ...chosen.flatMap((linkage) => listHiddenWeather(linkage, readAt))],
      readAt,
    );
    const cannonIds = [...new Set(chosen.map(({ cannonId }) => cannonId))];
    const facts = new Map((await listCannonFacts(pool, cannonIds)).map((one) => [one.cannonId, one]));
    // After the facts: a run that ends meanwhile would seem to end in the future, as after the clock was set back.
    const now = clock.now().getTime();
    const started = new Set<number>();
    for (const linkage of chosen) {
      const cannon = facts.get(linkage.cannonId);
      if (!cannon) continue;
      // Nothing is decided while an order is on its way.
      if (cannon.isOrdered && !linkage.isDryRun) {
        waiting.add(linkage);
        continue;
      }
      const before = stateOf(linkage);
      const state = endDryJog(linkage, before, now);
      const seen = seeCannon(linkage, cannon, state, now);
      const values = recent.of(linkage);
      const decision = decide({
        settings: linkage,
        values,
        ...judgeAge(linkage, values, now),
        weather: readWeather(linkage, now),
        cannon: { ...seen, isTaken: seen.isTaken || started.has(linkage.cannonId) },
        now,
        zone: directory.findBySite(linkage.siteId)?.zone ?? 'UTC',
      });
      if (decision?.kind === 'start' && !linkage.isDryRun) started.add(linkage.cannonId);
      await apply(linkage, before, state, decision);
    }
  }

  /** Stores a decision, unless it was to hold back for the same reason as before. */
  async function apply(
    linkage: Linkage,
    before: LinkageState,
    state: LinkageState,
    decision: LinkageDecision | undefined,
  ): Promise<void> {
    const hold = decision?.kind === 'hold' ? decision.reason : null;
    const isRepeated = hold !== null && hold === before.hold;
    const next = await writer.write(linkage, { ...state, hold }, isRepeated ? undefined : decision, before);
    states.set(keyOf(linkage), next);
    if (decision?.kind !== 'start' || linkage.isDryRun) return;
    running.add(keyOf(linkage));
    // An order that comes to nothing leaves no run behind that would be looked at.
    waiting.add(linkage);
  }

  /** Ends runs of rules that are disabled, removed, or no longer about the cannon. */
  async function endOrphans(): Promise<void> {
    const runs = await listRuleRuns(pool);
    running = new Set(runs.map(keyOf));
    const governed = new Set(linkages.filter(({ isDryRun }) => !isDryRun).map(keyOf));
    for (const run of runs) if (!governed.has(keyOf(run))) await writer.endOrphan(run);
  }

  async function clean(): Promise<void> {
    if (performance.now() - cleanedAt < HOUR_MS) return;
    cleanedAt = performance.now();
    await removeOldDecisions(pool, new Date(clock.now().getTime() - decisionsKeptMs));
  }

  return {
    reload() {
      isStale = true;
    },
    async tick() {
      newest.clear();
      if (isStale) {
        isStale = false;
        await load().catch((error: unknown) => {
          isStale = true;
          throw error;
        });
      }
      const changed = new Set(deps.takeChangedSites().flatMap((siteId) => bySite.get(siteId) ?? []));
      for (const linkage of changed) noteArrival(linkage);
      const isTimed = performance.now() - timedAt >= timedMs;
      if (isTimed) {
        timedAt = performance.now();
        for (const linkage of waiting) changed.add(linkage);
        waiting = new Set();
        await endOrphans();
      }
      // In the order of their priority.
      const chosen = linkages.filter(
        (linkage) =>
          unseen.has(linkage) ||
          (changed.has(linkage) && isCandidate(linkage)) ||
          (isTimed && isPending(linkage)),
      );
      if (chosen.length > 0) await evaluate(chosen);
      unseen = new Set();
      await clean();
    },
  };
}

/** A controller would have ended the jog of a dry run by itself. */
function endDryJog({ jogSeconds }: Linkage, state: LinkageState, now: number): LinkageState {
  if (jogSeconds === null || state.startedAt === null) return state;
  const endedAt = state.startedAt + jogSeconds * SECOND_MS;
  return now < endedAt ? state : { ...state, startedAt: null, endedAt };
}
