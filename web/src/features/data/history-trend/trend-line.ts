import type { ChosenSite } from '@limpid/contract/data/site-choice';
import type { readTrend, TrendReferenceLine, TrendSiteLine } from '@limpid/contract/data/trend';
import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import type { Language } from '@limpid/contract/language';
import { pollutantSign } from '../../../air/pollutants.ts';
import { averageMeasured, type MeasuredQuantity } from '../../../query/channel/measured.ts';
import { type LineStyle, styleLine } from './line-style.ts';

export type TrendData = ReplyValue<(typeof readTrend)['reply']>;

/** A line of the chart with its name and look. */
export interface TrendLine extends LineStyle {
  key: string;
  /** The site or station. */
  place: string;
  /** A line of the period that this one is compared with. */
  isCompared: boolean;
  channel: MeasuredQuantity;
  /** The symbol or name of the channel. */
  channelName: string;
  /** As short as the other lines allow. */
  label: string;
  /** Site and channel. */
  name: string;
  data: TrendSiteLine | TrendReferenceLine;
  summary: LineSummary;
}

/** What all values of a line tell together. It is found once: charts are drawn many times. */
interface LineSummary {
  /** The lowest and highest value, the band included; undefined for a line without values. */
  extent: [lowest: number, highest: number] | undefined;
  /** Whether points stand for several values. */
  isThinned: boolean;
  /** The points that a line alone does not show: values between two gaps, and means that do not count. */
  loose: readonly LoosePoint[];
}

export interface LoosePoint {
  place: number;
  /** A mean that does not count: of too little data, or left out by a data rule. */
  isFew: boolean;
  /** Between two gaps. */
  isAlone: boolean;
}

interface LineFacts {
  sites: readonly ChosenSite[];
  channels: readonly MeasuredQuantity[];
  language: Language;
  isDark: boolean;
  /** The levels of a channel for means of a step. */
  levelsOf: (channel: MeasuredQuantity, step: string) => MeasuredQuantity['steps'];
  /** The name of a station among sites. */
  nameReference: (name: string) => string;
}

/** The lines of a response in its order. */
export function makeTrendLines({ series, references = [] }: TrendData, facts: LineFacts): TrendLine[] {
  const { sites, channels, language, isDark, levelsOf, nameReference } = facts;
  const placeOf = (siteId: number) => sites.find((site) => site.siteId === siteId)?.siteName ?? '';
  const drawn = [
    ...series.map((data) => ({
      data,
      key: String(data.siteId),
      place: placeOf(data.siteId),
    })),
    ...references.map((data) => ({
      data,
      key: `ref-${data.code}`,
      place: nameReference(data.name),
    })),
  ];
  const places = [...new Set(drawn.map(({ key }) => key))];
  const codes = new Set(drawn.map(({ data }) => data.channel));
  const isBySite = codes.size === 1 && places.length > 1;
  return drawn.flatMap(({ data, key, place }) => {
    const listed = channels.find(({ code }) => code === data.channel);
    if (!listed) return [];
    const channel = { ...listed, steps: levelsOf(listed, data.granularity) };
    const channelName = pollutantSign(channel.code, language) ?? channel.name;
    const name = `${place} · ${channelName}`;
    const summary = summarise(data);
    return {
      key: `${key}:${channel.code}`,
      ...styleLine({ channel: channel.code, position: places.indexOf(key), isBySite }, isDark),
      place,
      isCompared: false,
      channel: summary.isThinned ? averageMeasured(channel) : channel,
      channelName,
      label: places.length === 1 ? channelName : codes.size === 1 ? place : name,
      name,
      data,
      summary,
    };
  });
}

/** Where a moment stands on the clock of a zone; undefined if it has no place. */
type MoveMoment = (moment: number, zone: string, step: string) => number | undefined;

/** The lines of an earlier period, moved to the shown one. */
export function shiftLines(lines: readonly TrendLine[], move: MoveMoment, suffix: string): TrendLine[] {
  return lines.map((line) => {
    const data = shiftPoints(line.data, move);
    const { isThinned } = line.summary;
    const { extent, loose } = summarise(data);
    return {
      ...line,
      key: `${line.key}:compared`,
      isCompared: true,
      dash: [4, 4],
      name: `${line.name} (${suffix})`,
      label: `${line.label} (${suffix})`,
      data,
      summary: { extent, isThinned, loose: leaveOutFew(loose) },
    };
  });
}

/** Leaves out points without a place, and those of an hour that the clock repeats: the first has its place. */
function shiftPoints<D extends TrendLine['data']>(data: D, move: MoveMoment): D {
  const ts: number[] = [];
  const places: number[] = [];
  for (const [place, moment] of data.ts.entries()) {
    const moved = move(moment, data.zone, data.granularity);
    if (moved === undefined || moved <= (ts.at(-1) ?? Number.NEGATIVE_INFINITY)) continue;
    ts.push(moved);
    places.push(place);
  }
  const keep = (column: readonly (number | null)[]) => places.map((place) => column[place] ?? null);
  const { values, low, high } = data;
  return { ...data, ts, values: keep(values), ...(low && high && { low: keep(low), high: keep(high) }) };
}

/** Means that do not count are marked in the shown period only. */
function leaveOutFew(loose: readonly LoosePoint[]): LoosePoint[] {
  return loose.filter(({ isAlone }) => isAlone).map((point) => ({ ...point, isFew: false }));
}

function summarise(data: TrendLine['data']): LineSummary {
  const { ts, values, low = values, high = values } = data;
  const few = new Set('few' in data ? [...data.few, ...(data.excluded ?? [])] : []);
  const loose: LoosePoint[] = [];
  let [least, most, points] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (let place = 0; place < values.length; place++) {
    least = Math.min(least, low[place] ?? least);
    most = Math.max(most, high[place] ?? most);
    if ((values[place] ?? null) === null) continue;
    points++;
    const isFew = few.has(ts[place] ?? Number.NaN);
    const isAlone = (values[place - 1] ?? null) === null && (values[place + 1] ?? null) === null;
    if (isFew || isAlone) loose.push({ place, isFew, isAlone });
  }
  return { extent: least <= most ? [least, most] : undefined, isThinned: data.count > points, loose };
}

/** The number of moments up to this one; they are in order. */
export function countMomentsUpTo(ts: readonly number[], moment: number): number {
  let [low, high] = [0, ts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ts[middle] ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** When a point ends: after a step, or where the next one or a gap begins. */
export function endOfPoint({ ts, step }: Pick<TrendLine['data'], 'ts' | 'step'>, place: number): number {
  const end = (ts[place] ?? 0) + step;
  return Math.min(end, ts[place + 1] ?? end);
}

/** The place of the point that stands for a moment; -1 if there is none. */
export function findPoint({ ts, step }: TrendLine['data'], moment: number): number {
  const place = countMomentsUpTo(ts, moment) - 1;
  return place >= 0 && moment - (ts[place] ?? 0) < step ? place : -1;
}
