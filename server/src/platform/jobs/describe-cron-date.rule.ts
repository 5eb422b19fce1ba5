import { type CronField, type CronFields, listCronValues } from '@limpid/contract/monitor/cron';
import type { Speech } from './cron-phrases.ts';
import { sayValues } from './describe-cron-values.rule.ts';

interface DateReading {
  /** In the order of the language. */
  pieces: string[];
  /** Every day of every month and year. */
  isDaily: boolean;
}

/** The days in words. */
export function readDate(fields: CronFields, speech: Speech): DateReading {
  const months = listCronValues('month', fields.month) ?? [];
  const isMonthly = months.length === 12;
  const isAnyYear = fields.year.kind === 'every' || fields.year.kind === 'none';
  const day = readDay(fields, speech);
  const year = isAnyYear ? undefined : readYears(listCronValues('year', fields.year) ?? [], speech);
  const isDaily = isEveryDay(fields);
  const month = isMonthly ? isByMonth(fields) && speech.say('everyMonth') : nameMonths(months, speech);
  const pieces = [day, month, year ?? (!isMonthly && speech.say('everyYear'))].filter(
    (piece) => typeof piece === 'string',
  );
  return {
    pieces: speech.language === 'zh' ? pieces.toReversed() : pieces,
    isDaily: isDaily && isMonthly && isAnyYear,
  };
}

/** Counted from the beginning or the end of the month, rather than by weeks. */
function isByMonth({ day, week }: CronFields): boolean {
  return (
    (day.kind !== 'none' && day.kind !== 'every') || week.kind === 'nthWeekday' || week.kind === 'lastWeekday'
  );
}

function isEveryDay({ day, week }: CronFields): boolean {
  return day.kind === 'none' ? listCronValues('week', week)?.length === 7 : day.kind === 'every';
}

function readDay(fields: CronFields, speech: Speech): string {
  if (isEveryDay(fields)) return speech.say('everyDay');
  return fields.day.kind === 'none' ? readWeek(fields.week, speech) : readDayOfMonth(fields.day, speech);
}

function readDayOfMonth(field: CronField, speech: Speech): string {
  const { say } = speech;
  const name = (day: number) => say(day === 1 ? 'dayOne' : 'dayOther', { day });
  if (field.kind === 'lastDay' || field.kind === 'lastWorkday') return say(field.kind);
  if (field.kind === 'nearWorkday') return say('nearWorkday', { day: name(field.day) });
  const days = listCronValues('day', field) ?? [];
  const [first = 1] = days;
  const last = days.at(-1) ?? first;
  if (days.length > 2 && last - first === days.length - 1)
    return say('dayRange', { from: name(first), to: name(last) });
  if (days.length === 1) return say('day', { day: name(first) });
  const named = sayValues(days, speech, {
    one: (day) => say('dayInList', { day: name(day) }),
    run: (from, to) => say('daysInList', { from: name(from), to: name(to) }),
  });
  return say('days', { days: named });
}

function readWeek(field: CronField, { language, say, list }: Speech): string {
  const names = new Intl.DateTimeFormat(language, {
    weekday: language === 'zh' ? 'short' : 'long',
    timeZone: 'UTC',
  });
  // The first of February 2026 was a Sunday; so is the eighth day of a week that begins with Monday.
  const name = (weekday: number) => names.format(Date.UTC(2026, 1, weekday));
  if (field.kind === 'lastWeekday') return say('lastWeekday', { weekday: name(field.weekday) });
  if (field.kind === 'nthWeekday') return say(`nthWeekday_${field.nth}`, { weekday: name(field.weekday) });
  const weekdays = (listCronValues('week', field) ?? [])
    .map((day) => (day === 1 ? 8 : day))
    .toSorted((a, b) => a - b);
  const [first = 2] = weekdays;
  const last = weekdays.at(-1) ?? first;
  if (weekdays.length > 2 && last - first === weekdays.length - 1)
    return say('weekdayRange', { from: name(first), to: name(last) });
  return say('weekdays', { weekdays: list(weekdays.map(name)) });
}

function nameMonths(months: readonly number[], { language, say, list }: Speech): string {
  const names = new Intl.DateTimeFormat(language, {
    month: language === 'zh' ? 'short' : 'long',
    timeZone: 'UTC',
  });
  return say('months', { months: list(months.map((month) => names.format(Date.UTC(2026, month - 1, 15)))) });
}

function readYears(years: readonly number[], speech: Speech): string {
  const [first = 0] = years;
  const last = years.at(-1) ?? first;
  if (years.length > 2 && last - first === years.length - 1)
    return speech.say('yearRange', { from: first, to: last });
  return speech.say('years', { years: sayValues(years, speech) });
}
