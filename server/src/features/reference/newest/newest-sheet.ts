import { roundHalfEven } from '@limpid/aqi/decimal';
import type { Language } from '@limpid/contract/language';
import { formatLocalTime } from '@limpid/contract/local-time';
import { mapPollutants } from '@limpid/contract/map/site-update';
import type { ComparedMeasure, NewestHour } from '@limpid/contract/reference/newest-hours';
import type { Cell } from '../../../platform/sheets/cell.ts';
import { translate } from '../../../platform/texts.ts';
import type { ExportedTable } from '../../../platform/work/table-export.ts';
import { writeHourFlags } from '../../quality/quality.api.ts';
import type { StoredChannel } from '../../reading/reading.api.ts';

/** The newest hours of stations as a table; what is compared is in the headings. */
export function makeNewestSheet(
  hours: readonly NewestHour[],
  { measure, zone, channels }: { measure: ComparedMeasure; zone: string; channels: readonly StoredChannel[] },
  language: Language,
): ExportedTable {
  const write = (key: string, values?: Record<string, string>) =>
    translate(language, `analysis.nationalControl.${key}`, values);
  const name = measure === 'aqi' ? write('fields.aqi') : measure;
  const decimals = measure === 'CO' ? 1 : 0;
  const round = (value: number | null | undefined) =>
    value === null || value === undefined ? null : roundHalfEven(value, decimals);
  const columns = [
    ...[
      'stationCode',
      'stationName',
      'stationLevel',
      'city',
      'province',
      'releaseTime',
      'aqi',
      'level',
      'primaryPollutant',
    ].map((field) => write(`fields.${field}`)),
    ...mapPollutants.map((pollutant) => `${pollutant} (${pollutant === 'CO' ? 'mg' : 'µg'}/m³)`),
    write('newest.site'),
    write('newest.km'),
    write('newest.ownOf', { name }),
    write('newest.differenceOf', { name }),
    translate(language, 'quality.flagged.title'),
  ];
  const rows = hours.map((hour): Cell[] => [
    hour.stationCode,
    hour.stationName,
    write(`fields.stationLevel_${hour.stationLevel}`),
    hour.city,
    hour.province,
    formatLocalTime(hour.releasedAt, zone),
    hour.aqi,
    hour.level === null ? null : write(`fields.level_${hour.level}`),
    hour.primaryPollutant,
    ...hour.values,
    hour.nearest?.siteName ?? null,
    hour.nearest?.km ?? null,
    round(hour.nearest?.value),
    round(hour.nearest?.difference),
    writeHourFlags(hour.nearest?.flags ?? {}, channels, language),
  ]);
  return { columns: columns.map((header) => ({ header })), rows, count: rows.length };
}
