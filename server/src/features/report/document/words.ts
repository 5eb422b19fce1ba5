import type { Language } from '@limpid/contract/language';
import { formatLocalTime } from '@limpid/contract/local-time';
import { translate, translateStored } from '../../../platform/texts.ts';

type Params = Record<string, string | number>;

/** Texts, dates and numbers of a document in its language. */
export interface Words {
  language: Language;
  /** A text below `reportDocument`. */
  say(key: string, params?: Params): string;
  date(date: string): string;
  /** A moment on the clock of the document's zone. */
  moment(at: Date | number): string;
  number(value: number, decimals: number): string;
  percent(share: number, decimals?: number): string;
  duration(seconds: number): string;
  list(names: readonly string[]): string;
  /** A text that is stored with a row: written by a person, or a key of a text. */
  stored(text: string): string;
}

const locales: Record<Language, string> = { zh: 'zh-CN', en: 'en-GB', fr: 'fr-FR' };

export function makeWords(language: Language, zone: string): Words {
  const locale = locales[language];
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const say = (key: string, params: Params = {}) => translate(language, `reportDocument.${key}`, params);
  const number = (value: number, decimals: number) =>
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }).format(value);
  const date = (text: string) => day.format(new Date(`${text}T00:00:00Z`));
  return {
    language,
    say,
    date,
    number,
    moment(at) {
      const local = formatLocalTime(new Date(at).getTime(), zone);
      return `${date(local.slice(0, 10))} ${local.slice(11, 16)}`;
    },
    percent: (share, decimals = 1) => say('units.percent', { value: number(share * 100, decimals) }),
    duration(seconds) {
      const minutes = Math.round(seconds / 60);
      return say('units.duration', {
        hours: number(Math.floor(minutes / 60), 0),
        minutes: String(minutes % 60).padStart(2, '0'),
      });
    },
    list: (names) => names.join(say('units.comma')),
    stored: (text) => translateStored(language, text) ?? text,
  };
}
