import { fromTableUnit, type IndexPollutant } from './pollutant.ts';
import { findChineseStandard, standards } from './standards.ts';

/** The limits of daily means: those of the 24-hour row of the standard in force. */
export interface DayLimits {
  standard: ReturnType<typeof findChineseStandard>;
  /** The upper ends of the levels in the unit of the channel; empty if the standard has no 24-hour row: ozone. */
  bounds: number[];
}

/**
 * The limits of the daily mean of a pollutant on a local date (`YYYY-MM-DD`); null if the unit of the channel cannot be
 * converted. Hourly means have higher limits, so a day must never be judged by those.
 */
export function findDayLimits(pollutant: IndexPollutant, unit: string, localDate: string): DayLimits | null {
  const standard = findChineseStandard(localDate);
  const { levels, rows } = standards[standard];
  const row = rows.get(`${pollutant}@24h`);
  if (row?.kind !== 'sloped') return { standard, bounds: [] };
  const bounds: number[] = [];
  for (const { max } of levels) {
    const segment = row.segments.find(([, , , indexHigh]) => indexHigh === max);
    if (!segment) continue;
    const bound = fromTableUnit(pollutant, segment[1], unit);
    if (bound === null) return null;
    bounds.push(bound);
  }
  return { standard, bounds };
}
