import type { Granularity } from '@limpid/contract/data/series';
import { indexCode } from '@limpid/contract/map/indices';

/** Periods that move with the clock. */
export const presets = [
  'lastHour',
  'last24Hours',
  'today',
  'yesterday',
  'last7Days',
  'last30Days',
  'thisMonth',
  'lastMonth',
  'thisYear',
  'lastYear',
] as const;
export type Preset = (typeof presets)[number];

/** Presets that do not begin and end with a day. */
export type HourPreset = Extract<Preset, 'lastHour' | 'last24Hours'>;

export function isHourPreset(preset: Preset): preset is HourPreset {
  return preset === 'lastHour' || preset === 'last24Hours';
}

/** The presets of screens that show longer periods than one hour. */
export const longPresets: readonly Preset[] = presets.filter((preset) => preset !== 'lastHour');
/** The presets of screens that show whole days. */
export const dayPresets: readonly Preset[] = presets.filter((preset) => !isHourPreset(preset));

/** A preset, whole days (both included, on the clock of the site), or two moments that a person zoomed to. */
export type QueryPeriod = Preset | { fromDay: string; toDay: string } | { from: number; to: number };

export const comparisons = ['none', 'before', 'lastYear'] as const;
export type Comparison = (typeof comparisons)[number];

export const steps = ['auto', 'minute', 'five', 'hour', 'day'] as const satisfies readonly (
  | 'auto'
  | Granularity
)[];
export type Step = (typeof steps)[number];

/** What a screen of the data centre or the analysis shows. */
export interface Query {
  siteIds: readonly number[];
  /** Codes of channels, `indexCode` for the index; empty for what a screen usually shows. */
  channels: readonly string[];
  period: QueryPeriod;
  comparison: Comparison;
  step: Step;
}

export const firstQuery: Query = {
  siteIds: [],
  channels: [],
  period: 'last7Days',
  comparison: 'none',
  step: 'auto',
};

const names = {
  siteIds: 'sites',
  channels: 'channels',
  period: 'period',
  comparison: 'compare',
  step: 'step',
};
const maxSites = 20;
const maxChannels = 40;

/** Reads the query of an address; parts that are missing or malformed have their first value. */
export function readQuery(address: URLSearchParams): Query {
  const list = (name: string) => [...new Set(address.get(name)?.split(',').filter(Boolean))];
  return {
    siteIds: list(names.siteIds)
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0)
      .slice(0, maxSites),
    channels: list(names.channels).slice(0, maxChannels),
    period: readPeriod(address.get(names.period) ?? '') ?? firstQuery.period,
    comparison: comparisons.find((one) => one === address.get(names.comparison)) ?? firstQuery.comparison,
    step: steps.find((one) => one === address.get(names.step)) ?? firstQuery.step,
  };
}

/**
 * Writes the query into a copy of the address; other parts of the address stay. The first query has its period in the
 * address: without any part, a screen would take the last query instead.
 */
export function writeQuery(query: Query, address: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(address);
  const set = (name: string, value: string, first: string) =>
    value === first ? next.delete(name) : next.set(name, value);
  set(names.siteIds, query.siteIds.join(), '');
  set(names.channels, query.channels.join(), '');
  set(names.period, writePeriod(query.period), writePeriod(firstQuery.period));
  set(names.comparison, query.comparison, firstQuery.comparison);
  set(names.step, query.step, firstQuery.step);
  if (!hasQuery(next)) next.set(names.period, writePeriod(query.period));
  return next;
}

/** Copies parts of one address to a copy of another; a part that the first does not have is removed. */
export function copyParts(
  parts: readonly string[],
  source: URLSearchParams,
  address: URLSearchParams,
): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const part of parts) {
    const value = source.get(part);
    if (value === null) next.delete(part);
    else next.set(part, value);
  }
  return next;
}

const day = String.raw`\d{4}-\d{2}-\d{2}`;
const daysForm = new RegExp(`^(${day})\\.\\.(${day})$`);
const momentsForm = /^(\d{1,13})\.\.(\d{1,13})$/;

/** `last7Days`, `2026-11-01..2026-11-16`, or two moments in milliseconds: `1762000000000..1763000000000`. */
function readPeriod(text: string): QueryPeriod | undefined {
  const preset = presets.find((one) => one === text);
  if (preset) return preset;
  const [, fromDay, toDay] = daysForm.exec(text) ?? [];
  if (fromDay && toDay) return isDay(fromDay) && isDay(toDay) ? { fromDay, toDay } : undefined;
  const [, from, to] = momentsForm.exec(text) ?? [];
  return from && to ? { from: Number(from), to: Number(to) } : undefined;
}

function writePeriod(period: QueryPeriod): string {
  if (typeof period === 'string') return period;
  return 'fromDay' in period ? `${period.fromDay}..${period.toDay}` : `${period.from}..${period.to}`;
}

/** Whether the calendar has this day: 30 February is none. */
function isDay(text: string): boolean {
  const moment = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

/** Whether the address has any part of a query. */
export function hasQuery(address: URLSearchParams): boolean {
  return Object.values(names).some((name) => address.has(name));
}

interface Shown {
  /** Those that exist and are in reach; undefined while they are loading. */
  sites: readonly { siteId: number }[] | undefined;
  /** All channels of the screen; empty while they are loading. */
  channels: readonly { code: string }[];
}

/** The query without sites and channels that the screen cannot show; what is still loading stays. */
export function leaveOutUnshown(query: Query, { sites, channels }: Shown): Query {
  return {
    ...query,
    siteIds: query.siteIds.filter((id) => !sites || sites.some(({ siteId }) => siteId === id)),
    channels: query.channels.filter(
      (asked) => channels.length === 0 || channels.some(({ code }) => code === asked),
    ),
  };
}

interface NamedChannel {
  code: string;
  name: string;
}

/**
 * The names of asked channels that the screen cannot show, because they are directions or states, and the codes of those
 * that do not exist; none while channels are loading. A screen without a choice of the index has it anyway.
 */
export function nameUnshown(
  asked: readonly string[],
  shown: readonly NamedChannel[],
  all: readonly NamedChannel[],
): string[] {
  if (shown.length === 0) return [];
  const left = asked.filter((code) => code !== indexCode && shown.every((channel) => channel.code !== code));
  return left.map((code) => all.find((channel) => channel.code === code)?.name ?? code);
}
