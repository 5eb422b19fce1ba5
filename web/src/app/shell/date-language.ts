import type { Language } from '@limpid/contract/language';
import dayjs from 'dayjs';
import 'dayjs/locale/fr';
import 'dayjs/locale/zh-cn';

/** Calendars name their days and months in the language of the page. */
export function setDateLanguage(language: Language): void {
  dayjs.locale({ zh: 'zh-cn', en: 'en', fr: 'fr' }[language]);
}
