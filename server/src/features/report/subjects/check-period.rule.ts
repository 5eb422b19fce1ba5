import { DAY_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { isDate } from '@limpid/contract/local-time';
import { maxReportDays, type ReportPeriod } from '@limpid/contract/report/report-request';
import { isWholePeriod } from '../facts/periods.rule.ts';

/** Refuses a period that no report can be made for; `today` is a date of the subject's calendar. */
export function checkPeriod(period: ReportPeriod, today: string): void {
  const { kind, first, last } = period;
  for (const [field, day] of Object.entries({ first, last }))
    if (!isDate(day)) fail('analysis.day', { label: `report.report.fields.${field}` }, field);
  if (first > last) fail('report.period_order', {}, 'last');
  if ((Date.parse(last) - Date.parse(first)) / DAY_MS >= maxReportDays)
    fail('report.days', { max: maxReportDays }, 'last');
  if (!isWholePeriod(period)) fail('report.period_whole', {}, 'first');
  if (first > today) fail('report.future', { date: first }, 'first');
  // A period that is still running is reported as such, but a range is chosen freely.
  if (kind === 'range' && last > today) fail('report.future', { date: last }, 'last');
}
