import type { CalendarDay } from '@limpid/contract/analysis/calendar';
import type { Language } from '@limpid/contract/language';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { translate } from '../../../platform/texts.ts';
import type { ExportedTable } from '../../../platform/work/table-export.ts';
import { describeFlagSummary } from '../../quality/quality.api.ts';
import type { StoredChannel } from '../../reading/reading.api.ts';

type SiteDay = CalendarDay & { siteCode: string; siteName: string };

/** One row for each site and day; the columns of the channel only if one is requested. */
export function makeCalendarSheet(
  days: readonly SiteDay[],
  channel: StoredChannel | undefined,
  index: MapIndex,
  language: Language,
): ExportedTable {
  const write = (key: string) => translate(language, `analysis.calendar.columns.${key}`);
  const unit = channel?.unit ? ` (${channel.unit})` : '';
  const heads = [
    ...['siteCode', 'site', 'day'].map(write),
    index === 'china' ? write('aqi') : translate(language, `map.indices.${index}`),
    ...['level', 'primary', 'ozone'].map(write),
    ...(channel
      ? [`${channel.code}${unit}`, `${write('low')}${unit}`, `${write('high')}${unit}`, write('hours')]
      : []),
    write('remark'),
    translate(language, 'quality.flagged.title'),
  ];
  const rows = days.map((day) => [
    day.siteCode,
    day.siteName,
    day.day,
    day.aqi,
    day.level,
    day.primary,
    day.o3_8h,
    ...(channel ? [day.value, day.low, day.high, day.hours] : []),
    describe(day),
    describeFlagSummary(day.flags, language),
  ]);
  return { columns: heads.map((header) => ({ header })), rows, count: rows.length };

  function describe({ note, reference, soFar }: SiteDay): string | null {
    const remarks = [note, reference && write('reference'), soFar && write('soFar')].filter(Boolean);
    return remarks.length > 0 ? remarks.join(' ') : null;
  }
}
