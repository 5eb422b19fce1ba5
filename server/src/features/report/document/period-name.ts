import type { Language } from '@limpid/contract/language';
import type { ReportPeriod } from '@limpid/contract/report/report-request';
import type { Words } from './words.ts';

const locales: Record<Language, string> = { zh: 'zh-CN', en: 'en-GB', fr: 'fr-FR' };

/** A period as people call it: a date, November 2026, the third quarter of 2026, or its first and last day. */
export function namePeriod({ kind, first, last }: ReportPeriod, words: Words): string {
  const [year, month] = [first.slice(0, 4), Number(first.slice(5, 7))];
  switch (kind) {
    case 'day':
      return words.date(first);
    case 'month':
      return nameCalendarMonth(first.slice(0, 7), words.language);
    case 'quarter':
      return words.say(`periods.quarter${Math.ceil(month / 3)}`, { year });
    case 'year':
      return words.say('periods.year', { year });
    default:
      return words.say('periods.range', { first: words.date(first), last: words.date(last) });
  }
}

/** A month given as `YYYY-MM`. */
export function nameCalendarMonth(month: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}
