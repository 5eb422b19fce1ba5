import 'dayjs/locale/fr';
import 'dayjs/locale/zh-cn';
import dayjs from 'dayjs';

export type DateLanguage = 'zh' | 'en' | 'fr';

const hourMs = 3_600_000;
const locales = { zh: 'zh-cn', en: 'en', fr: 'fr' } as const;
const dayForms = { zh: 'YYYY年MM月DD日', en: 'MMM D, YYYY', fr: 'D MMM YYYY' } as const;
/** The form of pickers is agreed with operators, and is the English one in French too. */
const pickerForms = { ...dayForms, fr: dayForms.en } as const;

/** The form of days on the wire. */
export const wireDay = 'YYYY-MM-DD';

/** The format of a day in antd's pickers. */
export function dayPickerForm(language: DateLanguage): string {
  return pickerForms[language];
}

/** Formats a date-time of the wire (`yyyy-MM-dd HH:mm:ss`) in the language; the time zone stays that of the server. */
export function formatDateTime(value: string | null, language: DateLanguage): string {
  const time = dayjs(value);
  if (!value || !time.isValid()) return value ?? '';
  return time.locale(locales[language]).format(`${dayForms[language]} HH:mm:ss`);
}

/** Another date-time of the wire, so many milliseconds later by the same clock. */
export function shiftDateTime(value: string, ms: number): string {
  const moment = Date.parse(`${value.replace(' ', 'T')}Z`) + ms;
  return new Date(moment).toISOString().slice(0, 19).replace('T', ' ');
}

/** Formats a day of the wire (`yyyy-MM-dd`) in the language. */
export function formatDay(day: string, language: DateLanguage): string {
  return dayjs(day).locale(locales[language]).format(dayForms[language]);
}

const monthForms = { zh: 'YYYY年M月', en: 'MMMM YYYY', fr: 'MMMM YYYY' } as const;

/** Formats a month of the wire (`yyyy-MM`) in the language. */
export function formatMonth(month: string, language: DateLanguage): string {
  return dayjs(`${month}-01`).locale(locales[language]).format(monthForms[language]);
}

const wireForms = new Map<string, Intl.DateTimeFormat>();

/** Formats the hour that begins at a moment, from its start to its end. */
export function formatHour(start: number, zone: string, language: DateLanguage): string {
  const [from, to] = [start, start + hourMs].map((moment) =>
    formatMoment(moment, zone, language).slice(0, -3),
  );
  return `${from}–${to?.slice(-5)}`;
}

/** Formats a moment (epoch milliseconds) in a time zone and a language. */
export function formatMoment(moment: number, zone: string, language: DateLanguage): string {
  // The Swedish form of a date-time is that of the wire.
  const form =
    wireForms.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  wireForms.set(zone, form);
  return formatDateTime(form.format(moment), language);
}
