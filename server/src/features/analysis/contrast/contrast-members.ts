import { isPeriodValid } from '@limpid/aqi/validity';
import type { ContrastMember } from '@limpid/contract/analysis/contrast';
import { formatLocalDate } from '@limpid/contract/local-time';
import type { ReferenceStationChoice } from '@limpid/contract/reference/reference-choice';
import { findSameDates, groupByBounds, isPublished, selectPublished } from '../../data/data.api.ts';
import type { Points, ReadingSource, Series, StoredChannel } from '../../reading/reading.api.ts';
import { selectValidHours } from '../valid-hours.rule.ts';
import type { ValueByTime } from './contrast.rule.ts';
import { averagePublishedDays } from './reference-days.rule.ts';

/** Published hours of official stations. */
export interface PublishedHours {
  stations(codes: readonly string[], field: string): Promise<ReferenceStationChoice[]>;
  hours(
    codes: readonly string[],
    bounds: readonly [from: number, to: number],
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, Points>>>;
}

/** A site or an official station with its valid values. */
export interface MeasuredMember extends Omit<ContrastMember, 'box' | 'values' | 'flags' | 'flagged'> {
  values: ValueByTime;
}

export interface MemberPeriod {
  granularity: 'hour' | 'day';
  bounds: readonly [from: number, to: number];
  /** The clock on which the bounds were chosen. */
  chosenZone: string;
  now: number;
}

/** The valid hours or days of sites. */
export async function readSiteMembers(
  source: ReadingSource,
  sites: readonly { siteId: number; zone: string; name: string }[],
  { slot }: StoredChannel,
  period: MemberPeriod,
): Promise<MeasuredMember[]> {
  const { granularity, bounds } = period;
  const found = new Map<number, ReadonlyMap<number, Series>>();
  for (const group of groupByBounds(sites, granularity, bounds))
    for (const [siteId, bySlot] of await source.means(granularity, group.siteIds, group.bounds, [slot]))
      found.set(siteId, bySlot);
  return sites.map(({ siteId, zone, name }) => ({
    siteId,
    code: null,
    name,
    zone,
    ...keepValid(found.get(siteId)?.get(slot), period, zone),
  }));
}

function keepValid(series: Series | undefined, { granularity, now }: MemberPeriod, zone: string) {
  if (granularity === 'day') return keepValidDays(series, now, zone);
  const { hours, ...left } = selectValidHours(series, now);
  return { values: new Map(hours.map(({ ts, value }) => [ts, value])), ...left };
}

/** Days are labelled by their date, because midnight is another moment in each zone. */
function keepValidDays(series: Series | undefined, now: number, zone: string) {
  const { at = [], values = [], covered = [] } = series ?? {};
  const today = formatLocalDate(now, zone);
  const valid = new Map<number, number>();
  let running = 0;
  for (const [position, ts] of at.entries()) {
    const [day, value] = [formatLocalDate(ts, zone), values[position]];
    if (day >= today) running++;
    else if (value !== undefined && isPeriodValid('day', covered[position] ?? 0))
      valid.set(Date.parse(day), value);
  }
  return { values: valid, dropped: at.length - valid.size - running, running };
}

/** The published hours of official stations, or their days, in the unit of the channel. */
export async function readReferenceMembers(
  source: PublishedHours,
  stations: readonly ReferenceStationChoice[],
  channel: StoredChannel,
  { granularity, bounds, chosenZone, now }: MemberPeriod,
  zone: string,
): Promise<MeasuredMember[]> {
  const codes = stations.map(({ code }) => code);
  const read = granularity === 'day' ? findSameDates(bounds, chosenZone, zone) : bounds;
  const found = isPublished(channel) ? await source.hours(codes, read) : undefined;
  return stations.map(({ code, name, city }) => {
    const points = selectPublished(found?.get(code), channel);
    const kept =
      granularity === 'day'
        ? averagePublishedDays(points, zone, now)
        : {
            values: new Map(points.at.map((ts, position) => [ts, points.values[position] ?? 0])),
            dropped: 0,
            running: 0,
          };
    return {
      siteId: null,
      code,
      name: nameStation({ name, city }),
      zone,
      ...kept,
    };
  });
}

export function nameStation({ name, city }: Pick<ReferenceStationChoice, 'name' | 'city'>): string {
  return [name, city].filter(Boolean).join(' · ');
}
