import { HOUR_MS } from '@limpid/contract/durations';
import { AppError } from '@limpid/contract/errors';
import { formatLocalDate } from '@limpid/contract/local-time';
import type { nationalControl } from '@limpid/contract/reference/national-control';
import { sourcePollutants } from '@limpid/contract/reference/reference-source';
import type { RowOutcome, WriteValues } from '../../crud/definition.ts';
import { formatInZone } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Amounts, completeIndex } from './reference.rule.ts';
import {
  insertHours,
  lockHours,
  type PublishedStation,
  reviseHours,
  type StoredHour,
  saveStations,
} from './reference.store.ts';

/** A published hour. Its end is an instant: the clock of a zone shows one hour twice when it is put back. */
export interface PublicationValues extends Omit<WriteValues<typeof nationalControl>, 'releaseTime'> {
  /** Epoch milliseconds. */
  releasedAt: number;
}

/** A published hour with its key. */
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
  /** The zone of the server: its date decides which standard an hour belongs to. */
  zone: string;
  onPublished: OnPublished;
}

/** What became of a row: `revised` replaced other values, which are kept; `unchanged` wrote nothing. */
export type PublicationOutcome = 'added' | 'revised' | 'unchanged';

/** Writes the rows of a sheet; for people a row that is there already was updated, whether it differed or not. */
export async function importPublications(
  db: Database,
  rows: readonly PublicationValues[],
  options: PublicationOptions,
): Promise<(RowOutcome | AppError)[]> {
  const outcomes = await writePublications(db, rows, options);
  return outcomes.map((outcome) =>
    outcome === 'added' || outcome instanceof AppError ? outcome : 'updated',
  );
}

/**
 * The one writer of published hours, for files, sources and the demonstration. Writes stations first, then hours, each
 * in a fixed order, so that two writers cannot deadlock.
 */
export async function writePublications(
  db: Database,
  rows: readonly PublicationValues[],
  { writtenBy, update, zone, onPublished }: PublicationOptions,
): Promise<(PublicationOutcome | AppError)[]> {
  const outcomes: (PublicationOutcome | AppError)[] = [];
  const all = rows.map((values, index): Publication => ({ index, key: keyOf(values), values }));
  const good = all.filter(({ index, values }) => {
    const isPair = isNumber(values.longitude) === isNumber(values.latitude);
    if (!isPair) outcomes[index] = new AppError('coordinate.pair', {}, 'longitude');
    return isPair;
  });
  if (good.length === 0) return outcomes;
  await saveStations(db, findNewestStations(good), writtenBy);
  const byKey = Map.groupBy(good, ({ key }) => key);
  const first = [...byKey.values()].flatMap(([one]) => (one ? [makeHour(one.values, undefined, zone)] : []));
  const added = new Set((await insertHours(db, first, writtenBy)).map(keyOf));
  const later: Publication[] = [];
  for (const one of good) {
    const isFirst = byKey.get(one.key)?.[0] === one;
    if (isFirst && added.has(one.key)) outcomes[one.index] = 'added';
    else later.push(one);
  }
  const revised = update ? await updateExisting(db, later, { writtenBy, zone }) : new Set<string>();
  for (const { index, key, values } of later) {
    if (!update) outcomes[index] = describeExisting(values, zone);
    else outcomes[index] = revised.has(key) ? 'revised' : 'unchanged';
  }
  const written = good.filter(({ key }) => added.has(key) || revised.has(key));
  const hours = new Set(written.map(({ values }) => values.releasedAt - HOUR_MS));
  if (hours.size > 0) await onPublished(db, hours);
  return outcomes;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function keyOf({ stationCode, releasedAt }: { stationCode?: unknown; releasedAt: number }): string {
  return `${stationCode} ${releasedAt}`;
}

function describeExisting(
  { stationCode, stationName, releasedAt }: PublicationValues,
  zone: string,
): AppError {
  const station = [stationCode, stationName].filter(Boolean).join(' ');
  return new AppError(
    'reference.exists',
    { station, time: formatInZone(new Date(releasedAt), zone) },
    'releaseTime',
  );
}

/**
 * Applies rows in the order of the file: a later row of the same hour is merged into the earlier one. Returns the keys of
 * the hours that changed.
 */
async function updateExisting(
  db: Database,
  rows: readonly Publication[],
  { writtenBy, zone }: Pick<PublicationOptions, 'writtenBy' | 'zone'>,
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const keys = rows.map(({ values }) => ({
    stationCode: String(values.stationCode),
    releasedAt: values.releasedAt,
  }));
  const hours = new Map((await lockHours(db, keys)).map((hour) => [keyOf(hour), hour]));
  for (const { key, values } of rows) hours.set(key, makeHour(values, hours.get(key), zone));
  return new Set((await reviseHours(db, [...hours.values()], writtenBy)).map(keyOf));
}

/** The stations of the rows; fields of the newest publication win. */
function findNewestStations(rows: readonly Publication[]): PublishedStation[] {
  const stations = new Map<string, PublishedStation>();
  for (const { values } of rows) {
    const facts = readStation(values);
    const existing = stations.get(facts.stationCode);
    if (existing && facts.releasedAt < existing.releasedAt) continue;
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
    releasedAt: values.releasedAt,
    stationName: values.stationName ?? null,
    stationLevel: values.stationLevel ?? null,
    province: values.province ?? null,
    city: values.city ?? null,
    longitude: values.longitude ?? null,
    latitude: values.latitude ?? null,
  };
}

/**
 * Missing index, level and primary pollutants are computed from the values of the hour, by the standard of the date on
 * which it begins.
 */
function makeHour(values: PublicationValues, before: StoredHour | undefined, zone: string): StoredHour {
  const all = { ...before, ...values };
  const hour: StoredHour = {
    stationCode: String(values.stationCode),
    releasedAt: values.releasedAt,
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
  const judged = completeIndex(formatLocalDate(hour.releasedAt - HOUR_MS, zone), amounts, {
    aqi,
    level,
    primaryPollutant,
  });
  // A published field that this row lacks stays, unless other values give another.
  const hasNewValues = before && sourcePollutants.some((name) => hour[name] !== before[name]);
  const isJudged = (name: keyof typeof judged) =>
    name in values || !before || (hasNewValues && judged[name] !== null);
  if (isJudged('aqi')) hour.aqi = judged.aqi;
  if (isJudged('level')) hour.level = judged.level;
  if (isJudged('primaryPollutant')) hour.primaryPollutant = judged.primaryPollutant;
  return hour;
}
