import { formatLocalDate } from '@limpid/contract/local-time';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { ReferenceStationChoice } from '@limpid/contract/reference/reference-choice';
import { type IndexPoint, readIndexSeries, readReferenceIndex } from '../../data/data.api.ts';
import type { ReadingSource } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { isRunningHour } from '../valid-hours.rule.ts';
import {
  type MeasuredMember,
  type MemberPeriod,
  nameStation,
  type PublishedHours,
} from './contrast-members.ts';

/** The index of sites by hour or day. */
export async function readIndexMembers(
  sources: { readings: ReadingSource; airHours: AirHourSource },
  sites: readonly { siteId: number; zone: string; name: string }[],
  index: MapIndex,
  { granularity, bounds, now }: MemberPeriod,
): Promise<MeasuredMember[]> {
  const found = await readIndexSeries(sources, sites, { period: granularity, bounds, index });
  return sites.map(({ siteId, zone, name }) => {
    const points = found.get(siteId) ?? [];
    const kept = granularity === 'hour' ? keepHours(points, now) : keepDays(points, now, zone);
    return { siteId, code: null, name, zone, ...kept };
  });
}

function keepHours(points: readonly IndexPoint[], now: number) {
  const ended = points.filter(({ at }) => !isRunningHour(at, now));
  return countKept(points, ended, (at) => at);
}

/** Days are labelled by their date, because midnight is another moment in each zone. */
function keepDays(points: readonly IndexPoint[], now: number, zone: string) {
  const today = formatLocalDate(now, zone);
  const ended = points.filter(({ at }) => formatLocalDate(at, zone) < today);
  return countKept(points, ended, (at) => Date.parse(formatLocalDate(at, zone)));
}

function countKept(
  points: readonly IndexPoint[],
  ended: readonly IndexPoint[],
  labelOf: (at: number) => number,
): Pick<MeasuredMember, 'values' | 'dropped' | 'running'> {
  const values = new Map(ended.flatMap(({ at, aqi }) => (aqi === null ? [] : [[labelOf(at), aqi]])));
  return { values, dropped: ended.length - values.size, running: points.length - ended.length };
}

/** The hourly index of official stations; they publish no index of days. */
export async function readReferenceIndexMembers(
  source: PublishedHours,
  stations: readonly ReferenceStationChoice[],
  index: MapIndex,
  { granularity, bounds }: MemberPeriod,
  zone: string,
): Promise<MeasuredMember[]> {
  const codes = granularity === 'hour' ? stations.map(({ code }) => code) : [];
  const found = codes.length > 0 ? await readReferenceIndex(source.hours, codes, bounds, index) : undefined;
  return stations.map((station) => {
    const { at, values } = found?.get(station.code) ?? { at: [], values: [] };
    return {
      siteId: null,
      code: station.code,
      name: nameStation(station),
      zone,
      values: new Map(at.map((ts, place) => [ts, values[place] ?? 0])),
      dropped: 0,
      running: 0,
    };
  });
}
