import { isHourValid } from '@limpid/aqi/validity';
import type { AlarmPart } from '@limpid/contract/alarm/alarm-parts';
import type { RuleBasis } from '@limpid/contract/alarm/alarm-rule';
import { HOUR_MS, HOUR_SECONDS, MINUTE_MS } from '@limpid/contract/durations';
import { onlineWindowMs } from '@limpid/contract/site/online';
import { presentValue, type SiteDirectory } from '../../reading/model.api.ts';
import type { Points, ReadingSource, Series } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import type { Signal } from './alarm-machine.rule.ts';
import { basisOf, type EvaluatedRule, slotOf } from './evaluated-rule.ts';
import { judgeValue, listChanges, type TimedValue } from './judge.rule.ts';
import type { PowerReport } from './power-reports.rule.ts';
import { makeCondition, windowMs } from './settings.rule.ts';
import { judgeFaults, judgeFlat, judgeInvalid, listSilences } from './signals.rule.ts';
import type { DeviceState, HourCounts, ReferenceHours } from './signals.store.ts';

type Bounds = readonly [from: number, to: number];

export interface SignalSources {
  readings: ReadingSource;
  airHours: AirHourSource;
  directory: SiteDirectory;
  /** Sent and valid values of hours. */
  countHours(siteIds: readonly number[], bounds: Bounds): Promise<ReadonlyMap<number, readonly HourCounts[]>>;
  /** States that stations reported, for alarms about their power supply. */
  listPowerReports(
    siteIds: readonly number[],
    bounds: Bounds,
  ): Promise<ReadonlyMap<number, readonly PowerReport[]>>;
  /** States of instruments, loggers and equipment, with the last ones before the bounds. */
  listDeviceStates(
    siteIds: readonly number[],
    bounds: Bounds,
  ): Promise<ReadonlyMap<number, readonly DeviceState[]>>;
  /** The hours of the reference station that is nearest to each site, if one is near enough. */
  readReferences(siteIds: readonly number[], bounds: Bounds): Promise<ReadonlyMap<number, ReferenceHours>>;
  /** When the newest real-time or minute value of a channel was measured; 0 without one. */
  latestAt(siteId: number, channelCode: string): number;
  siteLimits(): Promise<ReadonlyMap<number, { channelId: number; value: number }>>;
}

/** A rule at a site. */
export interface RuleAtSite {
  rule: EvaluatedRule;
  siteId: number;
}

/**
 * The judged values of rules at sites, for windows that end in `(from, to]`, and of reports the last one before, which
 * stands until the next. Alarms, their timers and the preview all use these.
 */
export async function readSignals<P extends RuleAtSite>(
  sources: SignalSources,
  pairs: readonly P[],
  [from, to]: Bounds,
): Promise<Map<RuleAtSite, Signal[]>> {
  const limits = pairs.some(({ rule }) => rule.siteLimit) ? await sources.siteLimits() : noLimits;
  const found = new Map<RuleAtSite, Signal[]>();
  const add = (pair: RuleAtSite, signals: Signal[], standing?: Signal) => {
    const within = signals.filter(({ at }) => at > from && at <= to);
    found.set(pair, standing ? [standing, ...within] : within);
  };
  const addReports = (pair: RuleAtSite, signals: Signal[]) =>
    add(
      pair,
      signals,
      signals.findLast(({ at }) => at <= from),
    );
  // A rule about a channel says nothing without one.
  const judged = pairs.filter(({ rule }) => slotOf(rule) !== null || !needsChannel.has(kindOf(rule)));
  const byKind = Map.groupBy(judged, ({ rule }) => kindOf(rule));
  for (const [kind, ofKind] of byKind) {
    const lookBack = Math.max(0, ...ofKind.map(({ rule }) => lookBackMs(rule)));
    const bounds: Bounds = [from - lookBack, to + 1];
    await readers[kind](sources, ofKind, bounds, limits, lastingKinds.has(kind) ? addReports : add);
  }
  return found;
}

type Limits = ReadonlyMap<number, { channelId: number; value: number }>;
const noLimits: Limits = new Map();
type Add = (pair: RuleAtSite, signals: Signal[]) => void;
type Reader = (
  sources: SignalSources,
  pairs: readonly RuleAtSite[],
  bounds: Bounds,
  limits: Limits,
  add: Add,
) => Promise<void>;

type Kind = 'channel' | 'index' | 'offline' | 'flat' | 'invalid' | 'reports' | 'faults' | 'reference';

const lastingKinds: ReadonlySet<Kind> = new Set(['reports', 'faults']);
const needsChannel: ReadonlySet<Kind> = new Set(['channel', 'reference']);

function kindOf(rule: EvaluatedRule): Kind {
  const { alarmType, indexCode, qualityKind } = rule;
  if (alarmType === 'offline') return 'offline';
  if (alarmType === 'quality') return qualityKind ?? 'flat';
  if (alarmType === 'device') return 'faults';
  if (alarmType === 'power' && slotOf(rule) === null) return 'reports';
  if (alarmType === 'reference') return 'reference';
  return indexCode === null ? 'channel' : 'index';
}

/** How far before its own window a signal depends on other values. */
export function lookBackMs(rule: EvaluatedRule): number {
  const { alarmType, rateMinutes, windowHours } = rule;
  const length = windowMs(basisOf(rule));
  if (alarmType === 'rate') return 2 * (rateMinutes ?? 0) * MINUTE_MS + length;
  if (alarmType === 'quality') return ((windowHours ?? 1) + 1) * HOUR_MS;
  return length;
}

/** The value of a site's own limit, if it is for the channel of the rule. */
function limitAt({ rule, siteId }: RuleAtSite, limits: Limits): number | undefined {
  const limit = limits.get(siteId);
  return limit && limit.channelId === rule.channelId ? limit.value : undefined;
}

function judgeAll(pair: RuleAtSite, values: readonly TimedValue[], limits: Limits): Signal[] {
  const condition = makeCondition(pair.rule, limitAt(pair, limits));
  if (!condition) return [];
  return values.map(({ at, value }) => ({ at, value, verdict: judgeValue(condition, value) }));
}

const readers: Record<Kind, Reader> = {
  async channel(sources, pairs, bounds, limits, add) {
    for (const [basis, ofBasis] of Map.groupBy(pairs, ({ rule }) => rule.basis)) {
      const siteIds = distinct(ofBasis.map(({ siteId }) => siteId));
      const slots = distinct(ofBasis.map(({ rule }) => slotOf(rule) ?? 0));
      const lines = await readLines(sources.readings, basis, siteIds, bounds, slots);
      for (const pair of ofBasis) {
        const values = timed(lines.get(pair.siteId)?.get(slotOf(pair.rule) ?? 0), windowMs(basis));
        const isRate = pair.rule.alarmType === 'rate';
        const judged = isRate ? listChanges(values, (pair.rule.rateMinutes ?? 1) * MINUTE_MS) : values;
        add(pair, judgeAll(pair, judged, limits));
      }
    }
  },

  async index({ airHours }, pairs, bounds, limits, add) {
    for (const [index, ofIndex] of Map.groupBy(pairs, ({ rule }) => rule.indexCode ?? 'china')) {
      const siteIds = distinct(ofIndex.map(({ siteId }) => siteId));
      const hours = await airHours.hours(siteIds, bounds, { index });
      for (const pair of ofIndex) {
        const values = (hours.get(pair.siteId) ?? []).flatMap(({ at, aqi }) =>
          aqi === null ? [] : [{ at: at + HOUR_MS, value: aqi }],
        );
        add(pair, judgeAll(pair, values, limits));
      }
    }
  },

  /** From stored readings, as the preview knows no other contact; the running state comes from the last packet. */
  async offline({ readings, directory }, pairs, bounds, _limits, add) {
    const siteIds = distinct(pairs.map(({ siteId }) => siteId));
    const slots = readings.channels().map(({ slot }) => slot);
    const lines = await readings.minutes(1, siteIds, bounds, slots);
    for (const pair of pairs) {
      const interval = directory.findBySite(pair.siteId)?.interval ?? 0;
      const moments = distinct([...(lines.get(pair.siteId)?.values() ?? [])].flatMap(({ at }) => at));
      add(pair, listSilences(moments, onlineWindowMs(interval), bounds[1]));
    }
  },

  async flat({ readings, directory }, pairs, bounds, _limits, add) {
    const siteIds = distinct(pairs.map(({ siteId }) => siteId));
    const all = readings.channels().filter(({ dataType }) => dataType !== 'switch');
    const slots = distinct(pairs.flatMap(({ rule }) => slotOf(rule) ?? all.map(({ slot }) => slot)));
    const lines = await readings.means('hour', siteIds, bounds, slots, 'extremes');
    for (const pair of pairs) {
      const ofSite = lines.get(pair.siteId);
      const slot = slotOf(pair.rule);
      const wanted = slot === null ? [...(ofSite?.values() ?? [])] : [ofSite?.get(slot)];
      const interval = directory.findBySite(pair.siteId)?.interval ?? 0;
      add(pair, judgeFlat(wanted, pair.rule.windowHours ?? 1, interval));
    }
  },

  async invalid({ countHours }, pairs, bounds, limits, add) {
    const hours = await countHours(distinct(pairs.map(({ siteId }) => siteId)), bounds);
    for (const pair of pairs) {
      const shares = judgeInvalid(hours.get(pair.siteId) ?? [], pair.rule.windowHours ?? 1);
      add(pair, judgeAll(pair, shares, limits));
    }
  },

  async reports({ listPowerReports, directory }, pairs, bounds, _limits, add) {
    const reports = await listPowerReports(distinct(pairs.map(({ siteId }) => siteId)), bounds);
    for (const pair of pairs) {
      const lowest = pair.rule.threshold ?? 0;
      const judge = ({ at, voltage, failing }: PowerReport): Signal => {
        const isLow = voltage !== null && voltage < lowest;
        // A fault is no matter of the voltage, which may be normal.
        const value = failing.length > 0 ? null : voltage;
        if (failing.length === 0 && !isLow) return { at, value, verdict: 'normal' };
        const low: AlarmPart[] = isLow ? [{ kind: 'voltage', of: null }] : [];
        const parts = [...failing, ...low].map((part) => nameInstrument(part, directory, pair.siteId));
        return { at, value, verdict: 'met', parts };
      };
      add(pair, (reports.get(pair.siteId) ?? []).map(judge));
    }
  },

  async faults({ listDeviceStates, directory }, pairs, bounds, _limits, add) {
    const states = await listDeviceStates(distinct(pairs.map(({ siteId }) => siteId)), bounds);
    for (const pair of pairs) {
      const named = (states.get(pair.siteId) ?? []).map(({ part, ...state }) => ({
        ...state,
        part: nameInstrument(part, directory, pair.siteId),
      }));
      add(pair, judgeFaults(named));
    }
  },

  async reference({ readings, readReferences }, pairs, bounds, limits, add) {
    const siteIds = distinct(pairs.map(({ siteId }) => siteId));
    const slots = distinct(pairs.map(({ rule }) => slotOf(rule) ?? 0));
    const own = await readLines(readings, 'hour', siteIds, bounds, slots);
    const references = await readReferences(siteIds, bounds);
    for (const pair of pairs) {
      const { referenceKind } = pair.rule;
      const slot = slotOf(pair.rule) ?? 0;
      const station = references.get(pair.siteId);
      const line = station?.bySlot.get(slot);
      const byHour = new Map(line?.at.map((at, index) => [at, line.values[index] ?? Number.NaN]));
      const values = timed(own.get(pair.siteId)?.get(slot), 0).flatMap(({ at, value }) => {
        const reference = byHour.get(at);
        if (reference === undefined || (referenceKind === 'factor' && reference <= 0)) return [];
        return [
          { at: at + HOUR_MS, value: referenceKind === 'factor' ? value / reference : value - reference },
        ];
      });
      const parts: AlarmPart[] = station ? [{ kind: 'reference', of: station.stationName }] : [];
      const judged = judgeAll(pair, values, limits);
      add(
        pair,
        judged.map((signal) => (signal.verdict === 'met' ? { ...signal, parts } : signal)),
      );
    }
  },
};

export async function readLines(
  readings: ReadingSource,
  basis: RuleBasis,
  siteIds: readonly number[],
  bounds: Bounds,
  slots: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<number, Points>>> {
  if (basis === 'realtime') return readings.samples(siteIds, bounds, slots);
  if (basis === 'minute') return readings.minutes(1, siteIds, bounds, slots);
  const hours = await readings.means('hour', siteIds, bounds, slots);
  return new Map(
    [...hours].map(([siteId, lines]) => [
      siteId,
      new Map([...lines].map(([slot, line]) => [slot, keepValidHours(line)])),
    ]),
  );
}

/** An hour of which too little was measured says nothing about a limit. */
function keepValidHours({ at, values, covered = [] }: Series): Points {
  const isValid = (index: number) => isHourValid(covered[index] ?? HOUR_SECONDS, 1);
  return { at: at.filter((_, index) => isValid(index)), values: values.filter((_, index) => isValid(index)) };
}

function timed(points: Points | undefined, windowLength: number): TimedValue[] {
  return (points?.at ?? []).map((at, index) => ({
    at: at + windowLength,
    // As it was sent: a limit of 0.7 is not reached by the stored number, which is a little below.
    value: presentValue(points?.values[index] ?? Number.NaN),
  }));
}

/** Reports name instruments by factor codes; people know their channels. */
function nameInstrument({ kind, of }: AlarmPart, directory: SiteDirectory, siteId: number): AlarmPart {
  const channel = of === null ? undefined : directory.findBySite(siteId)?.channels.get(of.toLowerCase());
  return { kind, of: channel?.code ?? of };
}

function distinct<V>(all: Iterable<V>): V[] {
  return [...new Set(all)];
}
