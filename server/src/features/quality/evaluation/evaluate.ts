import { isHourValid } from '@limpid/aqi/validity';
import { floorToHour } from '@limpid/contract/local-time';
import type { App } from '../../../platform/app.ts';
import type { Connection } from '../../../platform/db/transaction.ts';
import { findLockAt, readLocks } from '../../reading/locks/locks.api.ts';
import { eachStep, type Sample, type SiteDirectory, type SlotSummary } from '../../reading/model.api.ts';
import type { HourJudge, HourJudging } from '../../rollup/rollup.api.ts';
import type { Minutes, RuleFinding } from '../tests/finding.ts';
import { listApplicable } from './applicable.rule.ts';
import {
  judgeCase,
  listOwnCases,
  listUndecided,
  minuteKey,
  needsNeighbours,
  openAskingCases,
  openJudged,
  type WaitingHours,
} from './cases.ts';
import { queueHours, removeFlags, type StoredFlag, saveFlags } from './flag.store.ts';
import { type HourWindow, readWindow, replaceCentre, spanAround } from './hour-window.ts';
import { judgeMinutes } from './judge-hours.rule.ts';
import { type Neighbours, openNeighbours } from './neighbours.ts';
import type { QualityRule } from './quality-rule.ts';
import {
  type FlagChanges,
  type FlaggedHour,
  findExcluded,
  flagKey,
  hourKey,
  reconcileFlags,
} from './reconcile-flags.rule.ts';
import { readComparedHours } from './reference-hours.store.ts';
import { listQualityRules } from './rule.store.ts';

/** Tests of data rules on the hours of roll-ups. */
export function openHourJudge(app: Pick<App, 'bus'>, directory: SiteDirectory): HourJudge {
  const neighboursOf = openNeighbours(app);
  return async (client, portion) => {
    // Without rules hours are judged all the same: flags of rules that are gone go, and what people decided stands.
    const rules = await listQualityRules(client);
    // Hours of the portion that are not rolled up yet are not missing.
    const waiting: WaitingHours = new Map(portion.map(({ hour, sites }) => [hour, new Set(sites)]));
    return startJudging(client, directory, { rules, neighbours: await neighboursOf(client), waiting });
  };
}

type HourDraft = { siteId: number; slots: Map<number, SlotSummary> };

interface Judged {
  rules: readonly QualityRule[];
  neighbours: Neighbours;
  waiting: WaitingHours;
}

function startJudging(
  client: Connection,
  directory: SiteDirectory,
  { rules, neighbours, waiting }: Judged,
): HourJudging {
  const slots = [...new Set(rules.flatMap(({ slot, otherSlot }) => [slot, otherSlot ?? slot]))];
  slots.sort((a, b) => a - b);
  const hasMinuteRules = rules.some(({ basis }) => basis === 'minute');
  const bySite = openRulesBySite(directory, rules);
  const listAsking = openAskingCases(rules, bySite, neighbours);
  let minutes = new Map<string, RuleFinding>();

  /** Judges everything that the new hour can change, within its window. */
  async function findFlags(hour: number, drafts: readonly HourDraft[], window: HourWindow) {
    const changed = replaceHour(window, drafts, slots);
    const cases = [
      ...drafts.flatMap(({ siteId }) => listOwnCases(siteId, bySite(siteId), changed.get(siteId))),
      // Sites of another zone may have no such hour.
      ...(await listAsking(client, hour, new Set(changed.keys()))).filter(({ siteId }) =>
        isHourOf(directory, siteId, hour),
      ),
    ];
    const undecided = cases.flatMap((one) => (needsNeighbours(one) ? listUndecided(window, one) : []));
    const around = undecided.flatMap(({ siteId, rule }) => [
      siteId,
      ...neighbours.of(siteId, rule.neighbourKm ?? 0),
    ]);
    await readWindow(client, window, hour, around, slots);
    const judgedRules = new Set(cases.map(({ rule }) => rule));
    const references = await readComparedHours(client, [...judgedRules], spanAround(hour), directory);
    const found = new Map<string, StoredFlag>();
    for (const one of [...cases.filter((each) => !needsNeighbours(each)), ...undecided])
      for (const flag of judgeCase(hour, window, one, { neighbours, references, minutes, waiting }))
        found.set(flagKey(flag), flag);
    return { found, isJudged: openJudged(hour, cases) };
  }

  return {
    addSamples(siteId, samples) {
      if (!hasMinuteRules) return;
      // Several rules judge the same channel.
      const bySlot = new Map<number, Minutes>();
      for (const rule of bySite(siteId)) {
        if (rule.basis !== 'minute') continue;
        const ofSlot = bySlot.get(rule.slot) ?? listMinutes(samples, rule.slot);
        bySlot.set(rule.slot, ofSlot);
        const verdict = judgeMinutes(rule, ofSlot, directory.findBySite(siteId)?.interval ?? 0);
        if (verdict) minutes.set(minuteKey(siteId, rule.ruleId), verdict);
      }
    },
    async judge(hour, drafts) {
      const window: HourWindow = { lines: new Map(), flags: [] };
      const sites = drafts.map(({ siteId }) => siteId);
      for (const siteId of sites) waiting.get(hour)?.delete(siteId);
      await readWindow(client, window, hour, sites, slots);
      const { found, isJudged } = await findFlags(hour, drafts, window);
      minutes = new Map();
      const own = new Set(sites);
      // Flags of rules that no longer apply go, too: those of the hour itself, and of gaps beside it.
      const isOwn = ({ siteId, at }: FlaggedHour) => at === hour && own.has(siteId);
      const isAbandoned = ({ siteId, test, ruleId }: StoredFlag) =>
        test === 'missing' && own.has(siteId) && !bySite(siteId).some((rule) => rule.ruleId === ruleId);
      const reconciled = reconcileFlags(
        window.flags,
        found,
        (flag) => isJudged(flag) || isOwn(flag) || isAbandoned(flag),
      );
      const changes = await leaveOutLockedFlags(client, reconciled);
      await removeFlags(client, changes.removed);
      await saveFlags(client, changes.saved);
      const { excluded, changed } = findExcluded(window.flags, changes);
      leaveOut(hour, drafts, excluded);
      await queueHours(
        client,
        changed.filter((flag) => !isOwn(flag)),
      );
    },
  };
}

function listMinutes(samples: readonly Sample[], slot: number): Minutes {
  const [at, values]: [number[], number[]] = [[], []];
  eachStep(samples, slot, { by: 'mean' }, 1, (moment, value) => {
    at.push(moment);
    values.push(value);
  });
  return { at, values };
}

function isHourOf(directory: SiteDirectory, siteId: number, hour: number): boolean {
  const zone = directory.findBySite(siteId)?.zone;
  return zone !== undefined && floorToHour(hour, zone) === hour;
}

/** The rules of sites; unknown sites have none. */
function openRulesBySite(directory: SiteDirectory, rules: readonly QualityRule[]) {
  const cache = new Map<number, QualityRule[]>();
  return (siteId: number): QualityRule[] => {
    const device = directory.findBySite(siteId);
    const found = cache.get(siteId) ?? (device ? listApplicable(rules, device) : []);
    cache.set(siteId, found);
    return found;
  };
}

/** Puts the new means of the hour into the window; returns the slots that have changed by site. */
function replaceHour(window: HourWindow, drafts: readonly HourDraft[], slots: readonly number[]) {
  const changed = new Map<number, Set<number>>();
  for (const { siteId, slots: summaries } of drafts) {
    for (const slot of slots) {
      const { mean = null, covered = 0 } = summaries.get(slot) ?? {};
      // Stored means have 32 bits.
      const value = mean !== null && isHourValid(covered, 1) ? Math.fround(mean) : Number.NaN;
      if (!replaceCentre(window, siteId, slot, value)) continue;
      const ofSite = changed.get(siteId) ?? new Set();
      changed.set(siteId, ofSite.add(slot));
    }
  }
  return changed;
}

/** Flags of locked months stay as they are, although hours beside them have changed. */
async function leaveOutLockedFlags(
  client: Connection,
  { saved, removed }: FlagChanges,
): Promise<FlagChanges> {
  const all = [...saved, ...removed];
  if (all.length === 0) return { saved, removed };
  const times = all.map(({ at }) => at);
  const sites = new Set(all.map(({ siteId }) => siteId));
  const locks = await readLocks(client, [...sites], [Math.min(...times), Math.max(...times) + 1]);
  const isOpen = ({ siteId, at }: FlaggedHour) => !findLockAt(locks, siteId, at);
  return { saved: saved.filter(isOpen), removed: removed.filter(isOpen) };
}

function leaveOut(hour: number, drafts: readonly HourDraft[], excluded: ReadonlySet<string>): void {
  if (excluded.size === 0) return;
  for (const { siteId, slots } of drafts) {
    for (const [slot, summary] of slots)
      if (excluded.has(hourKey({ siteId, at: hour, slot }))) slots.set(slot, { ...summary, covered: 0 });
  }
}
