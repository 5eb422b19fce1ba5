import type { Parameters } from '../../platform/parameters.store.ts';

/** For how many days readings, hours and days are kept: a parameter each, and what holds where it makes no sense. */
export const retention = {
  reading: { parameter: 'data.readingDays', days: 3 * 366 },
  reading_block: { parameter: 'data.readingDays', days: 3 * 366 },
  reading_block_value: { parameter: 'data.readingDays', days: 3 * 366 },
  reading_hour: { parameter: 'data.hourDays', days: 3 * 366 },
  reading_day: { parameter: 'data.dayDays', days: 20 * 366 },
  station_report: { parameter: 'data.stationReportDays', days: 366 },
} as const;

export async function daysKept(parameters: Parameters, table: keyof typeof retention): Promise<number> {
  return (await daysAsked(parameters, table)) ?? retention[table].days;
}

/** What the parameter says, where it says a number of days: nothing else may cost anybody a reading. */
export async function daysAsked(
  parameters: Parameters,
  table: keyof typeof retention,
): Promise<number | undefined> {
  const text = (await parameters.get(retention[table].parameter))?.trim() ?? '';
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
}
