import 'dayjs/locale/fr';
import 'dayjs/locale/zh-cn';
import dayjs from 'dayjs';

export type DateLanguage = 'zh' | 'en' | 'fr';

const locales = { zh: 'zh-cn', en: 'en', fr: 'fr' } as const;
const dayForms = { zh: 'YYYY年MM月DD日', en: 'MMM D, YYYY', fr: 'MMM D, YYYY' } as const;

/** `yyyy-MM-dd`, the form of days on the wire. */
export const wireDay = 'YYYY-MM-DD';

/** How the language writes a day; antd's pickers take it as their format. */
export function dayForm(language: DateLanguage): string {
  return dayForms[language];
}

/** Shows a wire date-time (`yyyy-MM-dd HH:mm:ss`, server zone) as the language writes it, without moving it. */
export function formatDateTime(value: string | null, language: DateLanguage): string {
  const time = dayjs(value);
  if (!value || !time.isValid()) return value ?? '';
  return time.locale(locales[language]).format(`${dayForms[language]} HH:mm:ss`);
}

const wireForms = new Map<string, Intl.DateTimeFormat>();

/** Shows a moment (epoch milliseconds) by the clocks of a zone, as the language writes it. */
export function formatMoment(moment: number, zone: string, language: DateLanguage): string {
  // Sweden writes date-times as they stand on the wire.
  const form =
    wireForms.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  wireForms.set(zone, form);
  return formatDateTime(form.format(moment), language);
}
