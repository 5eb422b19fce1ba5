import type { Language } from '@limpid/contract/language';
import {
  type CronFields,
  cronParts,
  formatCronField,
  isCounted,
  listCronValues,
} from '@limpid/contract/monitor/cron';
import { translate } from '../texts.ts';
import { readDate } from './cron-date.rule.ts';
import type { Speech } from './cron-speech.ts';
import { readTime } from './cron-time.rule.ts';

const joints: Record<Language, string> = { zh: '', en: ', ', fr: ', ' };

/** Says in plain words when an expression fires; what would take too many words is listed field by field. */
export function readCron(fields: CronFields, language: Language): string {
  const speech = makeSpeech(language);
  const time = readTime(fields, speech);
  const date = time && readDate(fields, speech);
  if (!time || !date) return listFields(fields, speech);
  // What happens all day long on every day needs no day.
  if (time.isFrequent && date.isDaily) return polish(time.text, language);
  const key = time.isFrequent ? 'often' : 'at';
  const pieces = date.pieces.join(joints[language]);
  return polish(speech.say(key, { time: time.text, date: pieces }), language);
}

function makeSpeech(language: Language): Speech {
  const lists = new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'conjunction' });
  return {
    language,
    say: (key, params) => translate(language, `monitor.cron.reading.${key}`, params),
    // A Chinese list of numbers wants no word before the last.
    list: (words) => (language === 'zh' ? words.join('、') : lists.format(words.map(String))),
  };
}

function listFields(fields: CronFields, { language }: Speech): string {
  const said = cronParts.flatMap((part) => {
    const field = fields[part];
    if (field.kind === 'none' || (field.kind === 'every' && part === 'year')) return [];
    const label = translate(language, `monitor.cron.parts.${part}`);
    const values = isCounted(field) ? listCronValues(part, field) : undefined;
    const value = values ? shorten(values) : formatCronField(part, field);
    return [translate(language, 'monitor.cron.reading.field', { label, value })];
  });
  return said.join(translate(language, 'monitor.cron.reading.fieldJoint'));
}

/** 1–5, 8, 10–12. */
function shorten(values: readonly number[]): string {
  const runs: number[][] = [];
  for (const value of values) {
    const run = runs.at(-1);
    if (run?.at(-1) === value - 1) run.push(value);
    else runs.push([value]);
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]}–${run.at(-1)}` : run.join(', '))).join(', ');
}

/** A sentence begins with a capital; numbers stand apart from Chinese characters. */
function polish(text: string, language: Language): string {
  if (language !== 'zh') return text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);
  return text.replace(/(\p{Script=Han})(?=\d)|(\d)(?=\p{Script=Han})/gu, '$& ').replaceAll('） ', '）');
}
