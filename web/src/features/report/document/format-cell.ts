import type { Language } from '@limpid/contract/language';
import type { ReportCell, ReportColumn } from '@limpid/contract/report/document';
import { dash } from '../../../air/describe-value.ts';

const locales: Record<Language, string> = { zh: 'zh-CN', en: 'en-GB', fr: 'fr-FR' };
const numberForms = new Map<string, Intl.NumberFormat>();
const dayForms = new Map<Language, Intl.DateTimeFormat>();
const isoDate = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?/;

/** A number of a report, which is rounded already, as the PDF writes it: grouped from five digits on. */
export function formatReportNumber(value: number, decimals: number, language: Language): string {
  const key = `${language}${decimals}`;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const form =
    numberForms.get(key) ?? new Intl.NumberFormat(locales[language], { ...digits, useGrouping: 'min2' });
  numberForms.set(key, form);
  // As wide as a plus sign, where languages write a hyphen.
  return form.format(value).replace('-', '−');
}

/** A cell in the language of the document, which may differ from that of the console. */
export function formatReportCell(
  cell: ReportCell,
  { kind, decimals }: Pick<ReportColumn, 'kind' | 'decimals'>,
  language: Language,
): string {
  if (cell === null || cell === '') return dash;
  if (typeof cell === 'number') return formatReportNumber(cell, decimals, language);
  if (typeof cell === 'object') return formatReportNumber(cell.value, cell.decimals, language);
  return kind === 'date' ? writeDate(cell, language) : cell;
}

function writeDate(text: string, language: Language): string {
  const [, day, time] = isoDate.exec(text) ?? [];
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return text;
  const form =
    dayForms.get(language) ??
    new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium', timeZone: 'UTC' });
  dayForms.set(language, form);
  return time === undefined ? form.format(at) : `${form.format(at)} ${time}`;
}
