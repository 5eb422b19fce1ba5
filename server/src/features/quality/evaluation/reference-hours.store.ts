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
  const found = new Map<number, Hours>();
  for (const { ruleId, stationCode, slot } of rules) {
    const channel = directory.findBySlot(slot);
    const pollutant = channel && findPollutant(channel.gbCode);
    const perUnit = pollutant && toTableUnit(pollutant, 1, channel.unit ?? '');
    if (stationCode === null || !pollutant || !perUnit) continue;
    const hours = emptyHours(span);
    const { rows } = await client.query<{ at: string; value: number }>(
      `select extract(epoch from hour) * 1000 as at, ${columns[pollutant]} as value from reference_reading
       where station_code = $1 and hour >= $2 and hour < $3 and ${columns[pollutant]} is not null`,
      [
        stationCode,
        new Date(span.from).toISOString(),
        new Date(span.from + span.hours * HOUR_MS).toISOString(),
      ],
    );
    for (const { at, value } of rows) {
      const place = findHourPlace(span, Number(at));
      if (place !== undefined) hours[place] = value / perUnit;
    }
    found.set(ruleId, hours);
  }
  return found;
}
