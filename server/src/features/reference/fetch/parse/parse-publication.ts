import { HOUR_MS } from '@limpid/contract/durations';
import { isSheetTimeAmbiguous } from '../../../data/data.api.ts';
import { hasNotEnded, isBlank, readAmount, readPrimary } from '../../reference.rule.ts';
import type { MappedPollutant, Mapping } from './mapping.rule.ts';
import { mergeRows, type Parsed, type PublishedRow } from './published-row.ts';
import { isFullHour, isTooOld, readPublishedTime } from './read-time.ts';
import { countSkip, type Skips, SourceProblem } from './source-problem.ts';
import { unitFactor } from './unit.rule.ts';

interface Options {
  now: number;
  /** Put before each code. */
  codePrefix: string;
  /** The code of a pollution level, from its number or name. */
  readLevel(cell: unknown): unknown;
}

const longestCode = 32;
const longestName = 100;
const longestPlace = 64;
const highestAmount = 10_000;
const highestIndex = 999;

/**
 * The published hours of a document. A field of the mapping that no row has, or that has become something else, is a
 * `SourceProblem`: a source that has changed must not be stored in parts.
 */
export function parsePublication(document: unknown, mapping: Mapping, options: Options): Parsed {
  const list = mapping.rows === '' ? document : readField(document, mapping.rows);
  if (!Array.isArray(list)) throw new SourceProblem('rows', mapping.rows || '$');
  const read = list.length;
  const skips: Skips = new Map();
  if (read === 0) return { rows: [], read, skips };
  checkFields(list, mapping);
  const rows: PublishedRow[] = [];
  for (const one of list) {
    const row = parseRow(one, mapping, options, skips);
    if (row) rows.push(row);
  }
  if (skips.get('noTime') === read)
    throw new SourceProblem('time', describeCell(readField(list[0], mapping.time)));
  for (const reason of ['future', 'old'] as const)
    if (skips.get(reason) === read)
      throw new SourceProblem(reason, describeCell(readField(list[0], mapping.time)));
  if (skips.get('noCode') === read) throw new SourceProblem('field', mapping.code);
  return { rows: mergeRows(rows), read, skips };
}

/** The value at a path such as `a.b`; undefined if there is none. */
function readField(document: unknown, path: string): unknown {
  let value: unknown = document;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Object(value)[name];
  }
  return value;
}

function checkFields(list: readonly unknown[], mapping: Mapping): void {
  const { code, time, name, city, province, longitude, latitude, aqi, level, primary, pollutants } = mapping;
  const plain = [code, time, name, city, province, longitude, latitude, aqi, level, primary];
  const fields = [...plain, ...pollutants.map(({ field }) => field)].filter((field) => field !== undefined);
  const lost = fields.filter((field) => !list.some((row) => readField(row, field) !== undefined));
  if (lost.length > 0) throw new SourceProblem('field', lost.join(', '));
  for (const { field } of pollutants) {
    const nested = list.find((row) => Object(readField(row, field)) === readField(row, field));
    if (nested !== undefined) throw new SourceProblem('value', field);
  }
}

function parseRow(row: unknown, mapping: Mapping, options: Options, skips: Skips): PublishedRow | undefined {
  const code = readText(readField(row, mapping.code), longestCode + 1);
  const stationCode = code && options.codePrefix + code;
  if (!stationCode || stationCode.length > longestCode || control.test(stationCode))
    return skip(skips, 'noCode');
  const time = readField(row, mapping.time);
  const releasedAt = readRelease(time, mapping);
  if (releasedAt === undefined) return skip(skips, 'noTime');
  if (isSheetTimeAmbiguous(time, mapping.zone)) return skip(skips, 'repeatedTime');
  if (!isFullHour(releasedAt, mapping.zone)) return skip(skips, 'notFullHour');
  if (hasNotEnded(releasedAt, options.now)) return skip(skips, 'future');
  if (isTooOld(releasedAt, options.now)) return skip(skips, 'old');
  const read = (field: string | undefined, max: number) =>
    field === undefined ? null : readFact(readField(row, field), max, skips);
  return {
    stationCode,
    stationName: read(mapping.name, longestName),
    city: read(mapping.city, longestPlace),
    province: read(mapping.province, longestPlace),
    ...readPosition(row, mapping, skips),
    releasedAt,
    amounts: readAmounts(row, mapping, skips),
    ...readIndex(row, mapping, options, skips),
  };
}

function skip(skips: Skips, reason: Parameters<typeof countSkip>[1]): undefined {
  countSkip(skips, reason);
}

function readRelease(value: unknown, { zone, hourLabel, ignoresOffset }: Mapping): number | undefined {
  const wall = ignoresOffset && typeof value === 'string' ? value.replace(/Z$/i, '') : value;
  const time = readPublishedTime(wall, zone);
  return time === undefined || hourLabel === 'end' ? time : time + HOUR_MS;
}

function readAmounts(row: unknown, { pollutants, missing }: Mapping, skips: Skips): PublishedRow['amounts'] {
  const amounts: PublishedRow['amounts'] = {};
  for (const one of pollutants) {
    const value = readPollutant(readField(row, one.field), one, missing, skips);
    if (value !== undefined) amounts[one.pollutant] = value;
  }
  return amounts;
}

/**
 * The stored value of a pollutant; null if the source publishes none. A bad one is counted and undefined, so that it replaces
 * nothing.
 */
export function readPollutant(
  cell: unknown,
  { pollutant, unit }: Pick<MappedPollutant, 'pollutant' | 'unit'>,
  missing: readonly string[],
  skips: Skips,
): number | null | undefined {
  if (cell === undefined || missing.includes(String(cell).trim())) return null;
  const amount = typeof cell === 'boolean' ? Number.NaN : readAmount(cell);
  if (amount === null) return null;
  const value = Number(amount) * (unitFactor(pollutant, unit) ?? Number.NaN);
  if (value >= 0 && value <= highestAmount) return Math.round(value * 1000) / 1000;
  countSkip(skips, 'badValue');
  return undefined;
}

function readPosition(row: unknown, mapping: Mapping, skips: Skips) {
  const none = { longitude: null, latitude: null };
  if (mapping.longitude === undefined || mapping.latitude === undefined) return none;
  const cells = [readField(row, mapping.longitude), readField(row, mapping.latitude)];
  if (cells.some(isBlank)) return none;
  const [longitude = Number.NaN, latitude = Number.NaN] = cells.map(Number);
  if (Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90) return { longitude, latitude };
  countSkip(skips, 'badPosition');
  return none;
}

/** The published index; without one it is computed from the values. */
function readIndex(row: unknown, mapping: Mapping, { readLevel }: Options, skips: Skips) {
  if (mapping.aqi === undefined) return {};
  const given = readAmount(readField(row, mapping.aqi));
  const aqi = Number(given);
  const isGood = given === null || (Number.isInteger(aqi) && aqi >= 0 && aqi <= highestIndex);
  if (!isGood) countSkip(skips, 'badValue');
  const level = readLevel(readField(row, mapping.level ?? ''));
  return {
    ...(isGood && { aqi: given === null ? null : aqi }),
    level: typeof level === 'string' && /^[1-6]$/.test(level) ? level : null,
    primaryPollutant: readPrimary(readField(row, mapping.primary ?? '')) ?? null,
  };
}

/** A text about a station; one with control characters is counted and left out. */
function readFact(cell: unknown, max: number, skips: Skips): string | null {
  const text = readText(cell, max);
  if (text === null || !control.test(text)) return text;
  countSkip(skips, 'badText');
  return null;
}

/** All but tabs and line ends. */
// oxlint-disable-next-line no-control-regex
const control = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

function readText(cell: unknown, max: number): string | null {
  if (typeof cell !== 'string' && typeof cell !== 'number') return null;
  return isBlank(cell) ? null : String(cell).trim().slice(0, max).toWellFormed();
}

const longestDetail = 60;
const describeCell = (cell: unknown) => (JSON.stringify(cell) ?? '').slice(0, longestDetail);
