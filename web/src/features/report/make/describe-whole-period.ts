import type { ReportPeriod } from '@limpid/contract/report/report-request';
import type { TFunction } from 'i18next';
import { type DateLanguage, formatDay, formatMonth } from '../../../lib/dates.ts';

/** A period by its name where it has one, otherwise by its days. */
export function describeWholePeriod(
  { kind, first, last }: ReportPeriod,
  t: TFunction,
  language: DateLanguage,
): string {
  const [year = '', month = ''] = first.split('-');
  if (kind === 'month') return formatMonth(`${year}-${month}`, language);
  if (kind === 'quarter') return t('report.make.quarter', { year, quarter: (Number(month) + 2) / 3 });
  if (kind === 'year') return year;
  if (first === last) return formatDay(first, language);
  return t('report.list.days', { first: formatDay(first, language), last: formatDay(last, language) });
}
