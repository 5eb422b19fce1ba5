import type { Language } from '@limpid/contract/language';
import type { CronFields } from '@limpid/contract/monitor/cron';
import { translate } from '../texts.ts';
import type { CronPhrases } from './cron-phrases.ts';
import { describeDate } from './describe-cron-date.rule.ts';
import { describeTime } from './describe-cron-time.rule.ts';

const separators: Record<Language, string> = { zh: '', en: ', ', fr: ', ' };

/** Describes in plain words when an expression fires. */
export function describeCron(fields: CronFields, language: Language): string {
  const phrases = makePhrases(language);
  const time = describeTime(fields, phrases);
  const date = describeDate(fields, phrases);
  // A schedule for all day on every day needs no day.
  if (time.isFrequent && date.isDaily) return polish(time.text, language);
  const key = time.isFrequent ? 'often' : 'at';
  const pieces = date.pieces.join(separators[language]);
  return polish(phrases.phrase(key, { time: time.text, date: pieces }), language);
}

function makePhrases(language: Language): CronPhrases {
  const lists = new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'conjunction' });
  return {
    language,
    phrase: (key, params) => translate(language, `monitor.cron.reading.${key}`, params),
    // A Chinese list of numbers has no conjunction before the last.
    list: (words) => (language === 'zh' ? words.join('、') : lists.format(words.map(String))),
  };
}

/** A sentence begins with a capital; numbers are separated from Chinese characters by spaces. */
function polish(text: string, language: Language): string {
  if (language !== 'zh') return text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);
  return text.replace(/(\p{Script=Han})(?=\d)|(\d)(?=\p{Script=Han})/gu, '$& ').replaceAll('） ', '）');
}
