import {
  type SourcePollutant,
  type SourceUnit,
  sourcePollutants,
} from '@limpid/contract/reference/reference-source';
import { readPollutant } from './parse-publication.ts';
import type { Parsed, PublishedRow } from './published-row.ts';
import { isFullHour, isTooOld, readPublishedTime } from './read-time.ts';
import { countSkip, type Skips, SourceProblem } from './source-problem.ts';
import { readUnit } from './unit.rule.ts';

/** A sensor of a location, whose hours are asked for one by one. */
export interface OpenAqSensor {
  sensorId: number;
  pollutant: SourcePollutant;
  unit: SourceUnit;
  station: Pick<PublishedRow, 'stationCode' | 'stationName' | 'city' | 'province' | 'longitude' | 'latitude'>;
}

type Json = Record<string, unknown>;

function listResults(document: unknown): Json[] {
  const { results } = Object(document) as Json;
  if (!Array.isArray(results)) throw new SourceProblem('rows', 'results');
  return results.map((one) => Object(one) as Json);
}

/** Whether a list goes on: a full page says nothing about the next one, so that is asked for. */
export function hasNextPage(document: unknown): boolean {
  const { meta, results } = Object(document) as Json;
  const limit = readNumber((Object(meta) as Json)['limit']);
  return limit !== undefined && limit > 0 && Array.isArray(results) && results.length >= limit;
}

/** A number, or one that is written as a text. */
function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A text about a location, without what the database refuses. */
function readFact(value: unknown, max: number): string | null {
  return typeof value === 'string'
    ? value
        .replace(/\p{Cc}/gu, '')
        .slice(0, max)
        .toWellFormed()
    : null;
}

/** The sensors of the pollutants that reference stations publish, from `/v3/locations`. */
export function parseLocations(document: unknown, codePrefix: string): OpenAqSensor[] {
  return listResults(document).flatMap((location) => {
    const { name, locality, sensors } = location;
    const id = readNumber(location['id']);
    if (id === undefined) throw new SourceProblem('field', 'results.id');
    if (!Array.isArray(sensors)) throw new SourceProblem('field', 'results.sensors');
    const place = Object(location['coordinates']) as Json;
    const [longitude, latitude] = [readNumber(place['longitude']), readNumber(place['latitude'])];
    const isPlaced = longitude !== undefined && latitude !== undefined;
    const station = {
      stationCode: `${codePrefix}${id}`,
      stationName: readFact(name, 100),
      city: readFact(locality, 64),
      province: null,
      longitude: isPlaced ? longitude : null,
      latitude: isPlaced ? latitude : null,
    };
    return sensors.flatMap((sensor: unknown): OpenAqSensor[] => {
      const { id: number, parameter } = Object(sensor) as Json;
      const sensorId = readNumber(number);
      const { name: code, units } = Object(parameter) as Json;
      const pollutant = sourcePollutants.find((one) => one === code);
      const unit = readUnit(String(units));
      if (sensorId === undefined || !pollutant || !unit) return [];
      return [{ sensorId, pollutant, unit, station }];
    });
  });
}

/** The hours of one sensor, from `/v3/sensors/{id}/hours`. */
export function parseSensorHours(
  document: unknown,
  { station, pollutant, unit }: OpenAqSensor,
  now: number,
): Parsed {
  const results = listResults(document);
  const skips: Skips = new Map();
  const rows = results.flatMap(({ value, period }): PublishedRow[] => {
    const { datetimeTo } = Object(period) as Json;
    const { utc } = Object(datetimeTo) as Json;
    if (value === undefined) throw new SourceProblem('field', 'results.value');
    if (utc === undefined) throw new SourceProblem('field', 'results.period.datetimeTo.utc');
    const releasedAt = readPublishedTime(utc, 'UTC');
    if (releasedAt === undefined) return skipRow(skips, 'noTime');
    if (!isFullHour(releasedAt, 'UTC')) return skipRow(skips, 'notFullHour');
    if (releasedAt > now) return skipRow(skips, 'future');
    if (isTooOld(releasedAt, now)) return skipRow(skips, 'old');
    const amount = readPollutant(value, { pollutant, unit }, [], skips);
    return [{ ...station, releasedAt, amounts: amount === undefined ? {} : { [pollutant]: amount } }];
  });
  return { rows, read: results.length, skips };
}

function skipRow(skips: Skips, reason: Parameters<typeof countSkip>[1]): [] {
  countSkip(skips, reason);
  return [];
}
