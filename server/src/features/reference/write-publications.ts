import { HOUR_MS } from '@limpid/contract/durations';
import { AppError } from '@limpid/contract/errors';
import type { nationalControl } from '@limpid/contract/reference/national-control';
import type { RowOutcome, WriteValues } from '../../crud/definition.ts';
import type { Database } from '../../platform/db/database.ts';
import { readSheetTime } from '../data/data.api.ts';
import { type Amounts, completeIndex } from './reference.rule.ts';
import {
  insertHours,
  lockHours,
  type PublishedStation,
  type StoredHour,
  saveStations,
  updateHours,
} from './reference.store.ts';

export type PublicationValues = WriteValues<typeof nationalControl>;

/** A row of a sheet with the key of its hour. */
interface Publication {
  index: number;
  key: string;
  values: PublicationValues;
}

/** Work of another area in the transaction that writes published hours, which are given by their start. */
export type OnPublished = (db: Database, hours: Iterable<number>) => Promise<void>;

interface PublicationOptions {
  /** The name of a user, or of the part of the program that publishes. */
  writtenBy: string;
  /** Updates existing hours; otherwise they are refused. */
  update: boolean;
  /** The zone of the release times. */
  zone: string;
  onPublished: OnPublished;
}

/** Writes stations first, then hours, each in a fixed order, so that two imports cannot deadlock. */
export async function writePublications(
  db: Database,
  rows: readonly PublicationValues[],
  { writtenBy, update, zone, onPublished }: PublicationOptions,
): Promise<(RowOutcome | AppError)[]> {
  const outcomes: (RowOutcome | AppError)[] = [];
  const all = rows.map((values, index): Publication => ({ index, key: keyOf(values), values }));
  const good = all.filter(({ index, values }) => {
    const isPair = isNumber(values.longitude) === isNumber(values.latitude);
    if (!isPair) outcomes[index] = new AppError('coordinate.pair', {}, 'longitude');
    return isPair;
  });
  if (good.length === 0) return outcomes;
  await saveStations(db, findNewestStations(good), writtenBy);
  const byKey = Map.groupBy(good, ({ key }) => key);
  const first = [...byKey.values()].flatMap(([one]) => (one ? [makeHour(one.values, undefined)] : []));
  const added = new Set((await insertHours(db, first, writtenBy)).map(keyOf));
  const written = good.filter(({ key }) => update || added.has(key));
  const releases = new Set(written.map(({ values }) => String(values.releaseTime)));
  await onPublished(
    db,
    [...releases].flatMap((time) => readSheetTime(time, zone) ?? []).map((end) => end - HOUR_MS),
  );
  const later: Publication[] = [];
  for (const one of good) {
    const isFirst = byKey.get(one.key)?.[0] === one;
    if (isFirst && added.has(one.key)) outcomes[one.index] = 'added';
    else later.push(one);
  }
  if (!update) {
    for (const { index, values } of later) outcomes[index] = describeExisting(values);
    return outcomes;
  }
  await updateExisting(db, later, writtenBy);
  for (const { index } of later) outcomes[index] = 'updated';
  return outcomes;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function keyOf({ stationCode, releaseTime }: { stationCode?: unknown; releaseTime?: unknown }): string {
  return `${stationCode} ${releaseTime}`;
}

function describeExisting({ stationCode, stationName, releaseTime }: PublicationValues): AppError {
  const station = [stationCode, stationName].filter(Boolean).join(' ');
  return new AppError('reference.exists', { station, time: String(releaseTime) }, 'releaseTime');
}

/** Applies rows in the order of the file: a later row of the same hour is merged into the earlier one. */
async function updateExisting(db: Database, rows: readonly Publication[], writtenBy: string): Promise<void> {
  if (rows.length === 0) return;
  const keys = rows.map(({ values }) => ({
    stationCode: String(values.stationCode),
    releaseTime: String(values.releaseTime),
  }));
  const hours = new Map((await lockHours(db, keys)).map((hour) => [keyOf(hour), hour]));
  for (const { key, values } of rows) hours.set(key, makeHour(values, hours.get(key)));
  await updateHours(db, [...hours.values()], writtenBy);
}

/** The stations of the rows; fields of the newest publication win. */
function findNewestStations(rows: readonly Publication[]): PublishedStation[] {
  const stations = new Map<string, PublishedStation>();
  for (const { values } of rows) {
    const facts = readStation(values);
    const existing = stations.get(facts.stationCode);
    if (existing && facts.releaseTime < existing.releaseTime) continue;
    stations.set(facts.stationCode, {
      ...facts,
      stationName: facts.stationName ?? existing?.stationName ?? null,
      stationLevel: facts.stationLevel ?? existing?.stationLevel ?? null,
      province: facts.province ?? existing?.province ?? null,
      city: facts.city ?? existing?.city ?? null,
      longitude: facts.longitude ?? existing?.longitude ?? null,
      latitude: facts.latitude ?? existing?.latitude ?? null,
    });
  }
  return [...stations.values()];
}

function readStation(values: PublicationValues): PublishedStation {
  return {
    stationCode: String(values.stationCode),
    releaseTime: String(values.releaseTime),
    stationName: values.stationName ?? null,
    stationLevel: values.stationLevel ?? null,
    province: values.province ?? null,
    city: values.city ?? null,
    longitude: values.longitude ?? null,
    latitude: values.latitude ?? null,
  };
}

/** Missing index, level and primary pollutants are computed from the values of the hour. */
function makeHour(values: PublicationValues, before: StoredHour | undefined): StoredHour {
  const all = { ...before, ...values };
  const hour: StoredHour = {
    stationCode: String(values.stationCode),
    releaseTime: String(values.releaseTime),
    pm25: all.pm25 ?? null,
    pm10: all.pm10 ?? null,
    so2: all.so2 ?? null,
    no2: all.no2 ?? null,
    o3: all.o3 ?? null,
    co: all.co ?? null,
    aqi: all.aqi ?? null,
    level: all.level ?? null,
    primaryPollutant: all.primaryPollutant ?? null,
  };
  const amounts: Amounts = {
    'PM2.5': hour.pm25,
    PM10: hour.pm10,
    SO2: hour.so2,
    NO2: hour.no2,
    CO: hour.co,
    O3: hour.o3,
  };
  const { aqi = null, level = null, primaryPollutant = null } = values;
  const judged = completeIndex(startDate(hour.releaseTime), amounts, { aqi, level, primaryPollutant });
  // A published field that this row lacks stays, unless the values give another.
  const isJudged = (name: keyof typeof judged) => judged[name] !== null || name in values || !before;
  if (isJudged('aqi')) hour.aqi = judged.aqi;
  if (isJudged('level')) hour.level = judged.level;
  if (isJudged('primaryPollutant')) hour.primaryPollutant = judged.primaryPollutant;
  return hour;
}

/** The date on which the hour that ends at a wall time begins: standards change at midnight. */
function startDate(releaseTime: string): string {
  const start = Date.parse(`${releaseTime.replace(' ', 'T')}Z`) - HOUR_MS;
  return new Date(start).toISOString().slice(0, 10);
}
