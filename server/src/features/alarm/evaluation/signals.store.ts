import type { AlarmPart } from '@limpid/contract/alarm/alarm-parts';
import { maxReferenceKm } from '@limpid/contract/alarm/alarm-rule';
import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { toMoment } from '../../../platform/db/moment.ts';
import type { Pool } from '../../../platform/db/transaction.ts';
import type { Points } from '../../reading/reading.api.ts';
import { joinPowerItems, type PowerItem, type PowerReport } from './power-reports.rule.ts';

type Bounds = readonly [from: number, to: number];

/** The values that a site sent in an hour, and how many of them are valid. */
export interface HourCounts {
  at: number;
  sent: number;
  valid: number;
}

/** A state that a station reported of one of its parts. */
export interface DeviceState {
  at: number;
  /** An instrument is named by its factor, equipment by its code. */
  part: AlarmPart;
  isFailing: boolean;
}

/** The published hours of a reference station by the slot of the channel. */
export interface ReferenceHours {
  stationName: string;
  bySlot: ReadonlyMap<number, Points>;
}

const moments = ([from, to]: Bounds) => [new Date(from).toISOString(), new Date(to).toISOString()];

export async function countHourValues(
  pool: Pool,
  siteIds: readonly number[],
  bounds: Bounds,
): Promise<Map<number, HourCounts[]>> {
  const { rows } = await pool.query<HourCounts & { siteId: number }>(
    `select site_id as "siteId", extract(epoch from ts)::float8 * 1000 as at,
       coalesce(values_received, 0) as sent, coalesce(values_valid, 0) as valid
     from reading_hour where site_id = any($1::integer[]) and ts >= $2 and ts < $3 order by ts`,
    [siteIds, ...moments(bounds)],
  );
  return Map.groupBy(rows, ({ siteId }) => siteId);
}

/** Reports about the power supply: state and voltage of station information (3020), the system state (3040). */
export async function listPowerReports(
  pool: Pool,
  siteIds: readonly number[],
  bounds: Bounds,
): Promise<Map<number, PowerReport[]>> {
  // What was last said before the period still holds in it.
  const { rows } = await pool.query<PowerItem & { siteId: number }>(
    `with item as (
       select site_id, ts, report_id, n, content->>'polId' as instrument, item->>'code' as code, item->>'value' as value
       from station_report cross join jsonb_array_elements(content->'items') with ordinality as one(item, n)
       where site_id = any($1::integer[]) and ts <= $3 and item->>'code' in ('i12001', 'i33103', 'SystemAlarm'))
     select site_id as "siteId", extract(epoch from ts)::float8 * 1000 as at, instrument, code, value
     from (
       select * from item where ts >= $2
       union all (
         select distinct on (site_id, instrument, code) * from item where ts < $2
         order by site_id, instrument, code, ts desc, report_id desc, n desc)
     ) as said order by ts, report_id, n`,
    [siteIds, ...moments(bounds)],
  );
  const bySite = Map.groupBy(rows, ({ siteId }) => siteId);
  return new Map([...bySite].map(([siteId, ofSite]) => [siteId, joinPowerItems(ofSite)]));
}

interface ReportedState {
  kind: AlarmPart['kind'];
  isFault(value: number): boolean;
}

/** States by their code, with the values that mean a fault; those of the power supply belong to its own type of rule. */
const reportedStates: Readonly<Record<string, ReportedState>> = {
  i12001: { kind: 'instrument', isFault: (value) => value === 2 },
  i12002: { kind: 'link', isFault: (value) => value === 1 },
  i12003: { kind: 'instrumentAlarm', isFault: (value) => value !== 0 },
  i22001: { kind: 'logger', isFault: (value) => value === 2 },
  i22101: { kind: 'input', isFault: (value) => value === 1 },
};
/** Treatment equipment (2021). */
const equipmentCode = /^SB\d+$/i;
const equipmentState: ReportedState = { kind: 'equipment', isFault: (value) => value === 4 };

/** How many reports before the bounds are read for the last state of each part. */
const reportsBefore = 500;

/** States of the parts of stations in the order of time, with the last ones before the bounds. */
export async function listDeviceStates(
  pool: Pool,
  siteIds: readonly number[],
  bounds: Bounds,
): Promise<Map<number, DeviceState[]>> {
  const { rows } = await pool.query<{
    siteId: number;
    at: number;
    polId: string | null;
    code: string;
    value: string;
  }>(
    `select wanted.site_id as "siteId", extract(epoch from report.ts)::float8 * 1000 as at,
       nullif(report.content->>'polId', '') as "polId", item->>'code' as code, item->>'value' as value
     from unnest($1::integer[]) as wanted(site_id)
     cross join lateral (
       (select ts, report_id, content from station_report r
        where r.site_id = wanted.site_id and ts < $2 order by ts desc, report_id desc limit ${reportsBefore})
       union all
       (select ts, report_id, content from station_report r
        where r.site_id = wanted.site_id and ts >= $2 and ts <= $3)) as report
     cross join jsonb_array_elements(report.content->'items') as item
     order by report.ts, report.report_id`,
    [siteIds, ...moments(bounds)],
  );
  const states = rows.flatMap(({ siteId, at, polId, code, value }) => {
    const given = Number(value);
    const isEquipment = equipmentCode.test(code);
    const state = isEquipment ? equipmentState : reportedStates[code];
    if (!state || value === '' || Number.isNaN(given)) return [];
    const part = { kind: state.kind, of: isEquipment ? code.toUpperCase() : polId };
    return [{ siteId, at, part, isFailing: state.isFault(given) }];
  });
  return Map.groupBy(states, ({ siteId }) => siteId);
}

export interface ComparedStation {
  siteId: number;
  stationCode: string;
  stationName: string;
}

const kmPerDegree = 111.195;

/** The nearest reference station to each site with a position, of those that are near enough and have published lately. */
export async function findComparedStations(
  pool: Pool,
  siteIds: readonly number[],
  now: number,
): Promise<ComparedStation[]> {
  // Longitudes shrink with the latitude; over the distances in question a plane is accurate enough.
  const { rows } = await pool.query<ComparedStation>(
    `with current as materialized (
       select station_code, station_name, longitude, latitude from reference_station r
       where longitude is not null and latitude is not null and exists (
         select from reference_reading h where h.station_code = r.station_code and h.hour >= $2))
     select s.site_id as "siteId", nearest.station_code as "stationCode", nearest.station_name as "stationName"
     from site s cross join lateral (
       select station_code, station_name,
         power((r.longitude - s.longitude) * cos(radians(s.latitude)), 2) + power(r.latitude - s.latitude, 2) as square
       from current r order by square, station_code limit 1
     ) as nearest
     where s.site_id = any($1::integer[]) and s.longitude is not null and s.latitude is not null
       and nearest.square <= $3`,
    [siteIds, toMoment(now - DAY_MS - HOUR_MS), (maxReferenceKm / kmPerDegree) ** 2],
  );
  return rows;
}
