import { findPollutant, type IndexPollutant, toTableUnit } from '@limpid/aqi/pollutant';
import { HOUR_MS } from '@limpid/contract/durations';
import type { Connection } from '../../../platform/db/transaction.ts';
import type { SiteDirectory } from '../../reading/model.api.ts';
import type { Hours } from '../tests/finding.ts';
import type { QualityRule } from './quality-rule.ts';
import { emptyHours, findHourPlace, type HourSpan } from './span.ts';

const columns: Record<IndexPollutant, string> = {
  'PM2.5': 'pm25',
  PM10: 'pm10',
  SO2: 'so2',
  NO2: 'no2',
  O3: 'o3',
  CO: 'co',
};

/** The published hours of the reference stations that rules compare with, by rule, in the unit of its channel. */
export async function readComparedHours(
  client: Connection,
  rules: readonly QualityRule[],
  span: HourSpan,
  directory: SiteDirectory,
): Promise<Map<number, Hours>> {
  const compared = rules.flatMap(({ ruleId, stationCode, slot }) => {
    const channel = directory.findBySlot(slot);
    const pollutant = channel && findPollutant(channel.gbCode);
    const perUnit = pollutant && toTableUnit(pollutant, 1, channel.unit ?? '');
    if (stationCode === null || !pollutant || !perUnit) return [];
    return [{ ruleId, stationCode, pollutant, perUnit, hours: emptyHours(span) }];
  });
  if (compared.length === 0) return new Map();
  const ofStation = Map.groupBy(compared, ({ stationCode }) => stationCode);
  const names = [...new Set(compared.map(({ pollutant }) => columns[pollutant]))];
  const { rows } = await client.query<{ code: string; at: number } & Record<string, number | null>>(
    `select station_code as code, extract(epoch from hour)::float8 * 1000 as at, ${names.join(', ')}
     from reference_reading where station_code = any($1) and hour >= $2 and hour < $3`,
    [
      [...ofStation.keys()].toSorted(),
      new Date(span.from).toISOString(),
      new Date(span.from + span.hours * HOUR_MS).toISOString(),
    ],
  );
  for (const row of rows) {
    const place = findHourPlace(span, row.at);
    if (place === undefined) continue;
    for (const { pollutant, perUnit, hours } of ofStation.get(row.code) ?? []) {
      const value = row[columns[pollutant]] ?? null;
      if (value !== null) hours[place] = value / perUnit;
    }
  }
  return new Map(compared.map(({ ruleId, hours }) => [ruleId, hours]));
}
