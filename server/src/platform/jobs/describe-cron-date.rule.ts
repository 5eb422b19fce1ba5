import { type CronField, type CronFields, listCronValues } from '@limpid/contract/monitor/cron';
import type { CronPhrases } from './cron-phrases.ts';
import { describeValues } from './describe-cron-values.rule.ts';

interface DatePhrases {
  /** In the word order of the language. */
  pieces: string[];
  /** Every day of every month and year. */
  isDaily: boolean;
}

/** Describes the days in words. */
export function describeDate(fields: CronFields, phrases: CronPhrases): DatePhrases {
  const months = listCronValues('month', fields.month) ?? [];
  const isMonthly = months.length === 12;
  const isAnyYear = fields.year.kind === 'every' || fields.year.kind === 'none';
  const day = describeDay(fields, phrases);
  const year = isAnyYear ? undefined : describeYears(listCronValues('year', fields.year) ?? [], phrases);
  const isDaily = isEveryDay(fields);
  const month = isMonthly ? isByMonth(fields) && phrases.phrase('everyMonth') : nameMonths(months, phrases);
  const pieces = [day, month, year ?? (!isMonthly && phrases.phrase('everyYear'))].filter(
    (piece) => typeof piece === 'string',
  );
  return {
    pieces: phrases.language === 'zh' ? pieces.toReversed() : pieces,
    isDaily: isDaily && isMonthly && isAnyYear,
  };
}

/** Days counted from the beginning or the end of the month, rather than by weeks. */
function isByMonth({ day, week }: CronFields): boolean {
  return (
    (day.kind !== 'none' && day.kind !== 'every') || week.kind === 'nthWeekday' || week.kind === 'lastWeekday'
  );
}

function isEveryDay({ day, week }: CronFields): boolean {
  return day.kind === 'none' ? listCronValues('week', week)?.length === 7 : day.kind === 'every';
}

function describeDay(fields: CronFields, phrases: CronPhrases): string {
  if (isEveryDay(fields)) return phrases.phrase('everyDay');
  return fields.day.kind === 'none'
    ? describeWeek(fields.week, phrases)
    : describeDayOfMonth(fields.day, phrases);
}

function describeDayOfMonth(field: CronField, phrases: CronPhrases): string {
  const { phrase } = phrases;
  const name = (day: number) => phrase(day === 1 ? 'dayOne' : 'dayOther', { day });
  if (field.kind === 'lastDay' || field.kind === 'lastWorkday') return phrase(field.kind);
  if (field.kind === 'nearWorkday') return phrase('nearWorkday', { day: name(field.day) });
  const days = listCronValues('day', field) ?? [];
  const [first = 1] = days;
  const last = days.at(-1) ?? first;
  if (days.length > 2 && last - first === days.length - 1)
    return phrase('dayRange', { from: name(first), to: name(last) });
  if (days.length === 1) return phrase('day', { day: name(first) });
  const named = describeValues(days, phrases, {
    one: (day) => phrase('dayInList', { day: name(day) }),
    run: (from, to) => phrase('daysInList', { from: name(from), to: name(to) }),
  });
  return phrase('days', { days: named });
}

function describeWeek(field: CronField, { language, phrase, list }: CronPhrases): string {
  const names = new Intl.DateTimeFormat(language, {
    weekday: language === 'zh' ? 'short' : 'long',
    timeZone: 'UTC',
  });
  // The first of February 2026 was a Sunday, and so is the eighth day of a week that begins with Monday.
  const name = (weekday: number) => names.format(Date.UTC(2026, 1, weekday));
  if (field.kind === 'lastWeekday') return phrase('lastWeekday', { weekday: name(field.weekday) });
  if (field.kind === 'nthWeekday') return phrase(`nthWeekday_${field.nth}`, { weekday: name(field.weekday) });
  const weekdays = (listCronValues('week', field) ?? [])
    .map((day) => (day === 1 ? 8 : day))
    .toSorted((a, b) => a - b);
  const [first = 2] = weekdays;
  const last = weekdays.at(-1) ?? first;
  if (weekdays.length > 2 && last - first === weekdays.length - 1)
    return phrase('weekdayRange', { from: name(first), to: name(last) });
  return phrase('weekdays', { weekdays: list(weekdays.map(name)) });
}

function nameMonths(months: readonly number[], { language, phrase, list }: CronPhrases): string {
  const names = new Intl.DateTimeFormat(language, {
    month: language === 'zh' ? 'short' : 'long',
    timeZone: 'UTC',
  });
  return phrase('months', {
    months: list(months.map((month) => names.format(Date.UTC(2026, month - 1, 15)))),
  });
}

function describeYears(years: readonly number[], phrases: CronPhrases): string {
  const [first = 0] = years;
  const last = years.at(-1) ?? first;
  if (years.length > 2 && last - first === years.length - 1)
    return phrases.phrase('yearRange', { from: first, to: last });
  return phrases.phrase('years', { years: describeValues(years, phrases) });
}
