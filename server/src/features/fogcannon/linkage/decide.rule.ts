import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import type { DecisionKind, DecisionReason } from '@limpid/contract/fogcannon/linkage-decision';
import type { LinkageBasis, LinkageCompare } from '@limpid/contract/fogcannon/linkage-rule';
import { offsetAt } from '@limpid/contract/local-time';
import { exceedsLimit, presentValue } from '../../reading/model.api.ts';

/** What decides when a rule starts and stops a cannon. */
export interface LinkageSettings {
  basis: LinkageBasis;
  compare: LinkageCompare;
  threshold: number;
  deadBand: number;
  consecutive: number;
  minRunSeconds: number;
  maxRunMinutes: number;
  minPauseSeconds: number;
  /** `HH:mm`, and `MM-DD`; null without a window or a season. */
  fromTime: string | null;
  toTime: string | null;
  fromDay: string | null;
  toDay: string | null;
  maxWind: number | null;
  minTemperature: number | null;
  maxRain: number | null;
}

/** A packet of the site: its value of the channel, or null if it has none that counts. */
export interface LinkageValue {
  at: number;
  value: number | null;
}

/** Null where nothing is known that is new enough. */
export interface SiteWeather {
  wind: number | null;
  temperature: number | null;
  rain: number | null;
}

/** A cannon as a rule sees it. */
export interface LinkedCannon {
  /** The start of a run that this rule has ordered. */
  ownRunSince: number | null;
  /** A run of a person, of somebody at the cannon, or of another rule; or an order that is on its way. */
  isTaken: boolean;
  /** The end of the last run of the cannon, also of runs that others have ordered. */
  lastEndAt: number | null;
  /** Until then a person decides. */
  manualUntil: number | null;
  /** A connection that is known to be lost, or an order that has just failed. */
  isUnreachable: boolean;
}

export interface LinkageView {
  settings: LinkageSettings;
  /** The newest values in the order of time, without historical ones; at least as many as have to be consecutive. */
  values: readonly LinkageValue[];
  /** No packet has arrived for so long that the station counts as silent. */
  isSilent: boolean;
  /** The newest value is older than a silence: it came late, and starts nothing. */
  isStale?: boolean;
  weather: SiteWeather;
  cannon: LinkedCannon;
  now: number;
  zone: string;
}

export interface LinkageDecision {
  kind: DecisionKind;
  reason: DecisionReason;
  /** The values of the channel behind it, in the order of time. */
  values: number[];
  /** The wind, the temperature or the rain that forbids it. */
  weather?: number;
}

/**
 * What a rule does about a cannon now; undefined if nothing. It depends on nothing but the view: the same values in any
 * order of arrival, and before or after a restart, give the same decision.
 */
export function decide(view: LinkageView): LinkageDecision | undefined {
  return view.cannon.ownRunSince === null ? decideStart(view) : decideStop(view, view.cannon.ownRunSince);
}

function decideStart(view: LinkageView): LinkageDecision | undefined {
  const { settings, cannon, now } = view;
  if (cannon.isTaken || view.isSilent || view.isStale) return undefined;
  const values = listLast(view);
  if (!values || !values.every((value) => isExceeded(settings, value))) return undefined;
  const hold = (reason: DecisionReason): LinkageDecision => ({ kind: 'hold', reason, values });
  if (cannon.manualUntil !== null && now < cannon.manualUntil) return hold('manual');
  const forbidden = findForbidden(view);
  if (forbidden) return { ...hold(forbidden.reason), ...forbidden };
  if (hasUnknownWeather(view)) return hold('weather');
  // A clock that was set back must not lengthen the pause without end.
  const paused = cannon.lastEndAt === null ? Number.POSITIVE_INFINITY : now - cannon.lastEndAt;
  if (paused >= 0 && paused < settings.minPauseSeconds * SECOND_MS) return hold('pause');
  if (cannon.isUnreachable) return hold('unreachable');
  return { kind: 'start', reason: 'met', values };
}

function decideStop(view: LinkageView, startedAt: number): LinkageDecision | undefined {
  const { settings, now } = view;
  const stop = (reason: DecisionReason, values: number[] = []): LinkageDecision => ({
    kind: 'stop',
    reason,
    values,
  });
  const ranMs = now - startedAt;
  // A clock that was set back says nothing about how long it has run: better too short than too long.
  if (ranMs < 0 || ranMs >= settings.maxRunMinutes * MINUTE_MS) return stop('maxRun');
  const forbidden = findForbidden(view);
  if (forbidden) return { ...stop(forbidden.reason), ...forbidden };
  if (view.isSilent) return stop('silent');
  const last = view.values.slice(-settings.consecutive);
  if (last.length === settings.consecutive && last.every(({ value }) => value === null))
    return stop('invalid');
  if (ranMs < settings.minRunSeconds * SECOND_MS) return undefined;
  const values = listLast(view);
  if (values?.every((value) => isNormal(settings, value))) return stop('normal', values);
  return undefined;
}

/** The newest values, as many as have to be consecutive; undefined if there are fewer or one is not valid. */
function listLast({ values, settings: { consecutive } }: LinkageView): number[] | undefined {
  const last = values.slice(-consecutive).flatMap(({ value }) => value ?? []);
  return last.length === consecutive ? last : undefined;
}

export function isExceeded(
  { compare, threshold }: Pick<LinkageSettings, 'compare' | 'threshold'>,
  value: number,
): boolean {
  return exceedsLimit(compare, value, threshold);
}

/** Whether a value is on the normal side, beyond the dead band. */
function isNormal(settings: LinkageSettings, value: number): boolean {
  return !isExceeded({ ...settings, threshold: findEndLimit(settings) }, value);
}

/** The value at which a cannon stops. */
export function findEndLimit({ compare, threshold, deadBand }: LinkageSettings): number {
  const isRising = compare === 'gt' || compare === 'ge';
  return presentValue(isRising ? threshold - deadBand : threshold + deadBand);
}

/** Times and weather in which no cannon runs. */
function findForbidden(view: LinkageView): Pick<LinkageDecision, 'reason' | 'weather'> | undefined {
  const { settings, weather, now, zone } = view;
  const local = new Date(now + offsetAt(now, zone)).toISOString();
  if (!isBetween(local.slice(5, 10), settings.fromDay, settings.toDay, 'inclusive'))
    return { reason: 'season' };
  if (!isBetween(local.slice(11, 16), settings.fromTime, settings.toTime, 'exclusive'))
    return { reason: 'window' };
  const { wind, temperature, rain } = weather;
  if (settings.maxWind !== null && wind !== null && wind > settings.maxWind)
    return { reason: 'wind', weather: wind };
  if (settings.minTemperature !== null && temperature !== null && temperature < settings.minTemperature)
    return { reason: 'temperature', weather: temperature };
  if (settings.maxRain !== null && rain !== null && rain > settings.maxRain)
    return { reason: 'rain', weather: rain };
  return undefined;
}

/** Whether a weather limit is set whose value is not known: no cannon is started then. */
function hasUnknownWeather({ settings, weather }: LinkageView): boolean {
  return (
    (settings.maxWind !== null && weather.wind === null) ||
    (settings.minTemperature !== null && weather.temperature === null) ||
    (settings.maxRain !== null && weather.rain === null)
  );
}

/** Whether a time is in a period that may pass its turn, such as 22:00 to 06:00; without one it always is. */
function isBetween(
  time: string,
  from: string | null,
  to: string | null,
  end: 'inclusive' | 'exclusive',
): boolean {
  if (from === null || to === null) return true;
  const isBeforeEnd = end === 'inclusive' ? time <= to : time < to;
  const isTurning = end === 'inclusive' ? to < from : to <= from;
  return isTurning ? time >= from || isBeforeEnd : time >= from && isBeforeEnd;
}
