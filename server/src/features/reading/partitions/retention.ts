import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { parameter } from '@limpid/contract/system/parameter';
import type { App } from '../../../platform/app.ts';
import type { Parameters } from '../../../platform/parameters.store.ts';

/** Late packets, corrections and monthly reports need the last month. */
const monthDays = 30;

const readings = { parameter: 'data.readingDays', days: 3 * 366, leastDays: monthDays };

/**
 * The retention of each table in days: its parameter, the default for an invalid parameter, and the
 * minimum.
 */
export const retention = {
  reading: readings,
  reading_block: readings,
  reading_block_value: readings,
  reading_hour: { parameter: 'data.hourDays', days: 3 * 366, leastDays: monthDays },
  reading_day: { parameter: 'data.dayDays', days: 20 * 366, leastDays: monthDays },
  station_report: { parameter: 'data.stationReportDays', days: 366, leastDays: 1 },
} as const;

export async function getRetentionDays(
  parameters: Parameters,
  table: keyof typeof retention,
): Promise<number> {
  return (await findRetentionDays(parameters, table)) ?? retention[table].days;
}

/**
 * The days of the parameter; undefined for an invalid value, which must not remove any reading. A value that was set before
 * there was a minimum counts as the minimum.
 */
export async function findRetentionDays(
  parameters: Parameters,
  table: keyof typeof retention,
): Promise<number | undefined> {
  const { parameter: key, leastDays } = retention[table];
  const days = readDays((await parameters.get(key)) ?? '');
  return days && Math.max(days, leastDays);
}

function readDays(text: string): number | undefined {
  return /^[1-9]\d{0,4}$/.test(text.trim()) ? Number(text) : undefined;
}

export function addReadingRetentionChecks({ parameters }: Pick<App, 'parameters'>): void {
  const label = fieldLabel(parameter, 'configValue');
  for (const table of ['reading', 'reading_hour', 'reading_day'] as const) {
    const { parameter: key, leastDays: least } = retention[table];
    parameters.addCheck(key, (value) => {
      if ((readDays(value) ?? 0) < least) fail('parameter.reading_days', { label, least }, 'configValue');
    });
  }
}
