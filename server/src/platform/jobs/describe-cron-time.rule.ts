import { type CronFields, listCronValues } from '@limpid/contract/monitor/cron';
import type { CronPhrases } from './cron-phrases.ts';
import { describeValues, findCycle, findRuns } from './describe-cron-values.rule.ts';

interface TimePhrase {
  text: string;
  /** Described as an interval rather than as times of the day. */
  isFrequent: boolean;
}

interface Times {
  seconds: readonly number[];
  minutes: readonly number[];
  hours: readonly number[];
}

const maxTimes = 12;
const maxSpans = 4;
/** More evenly spaced times than this are not listed one by one. */
const fewHours = 4;

/** Describes the time of day in words. */
export function describeTime(fields: CronFields, phrases: CronPhrases): TimePhrase {
  const times = {
    seconds: listCronValues('second', fields.second) ?? [],
    minutes: listCronValues('minute', fields.minute) ?? [],
    hours: listCronValues('hour', fields.hour) ?? [],
  };
  const isEveryMinute = times.minutes.length === 60;
  if (isEveryMinute && times.seconds.length > 1)
    return withHours(describeSeconds(times.seconds, phrases), times.hours, phrases);
  return (
    describeClockTimes(times, phrases) ?? withHours(describeMinutes(times, phrases), times.hours, phrases)
  );
}

function describeSeconds(seconds: readonly number[], phrases: CronPhrases): string {
  return (
    describeEverySeconds(seconds, phrases) ??
    phrases.phrase('secondsOfMinute', { seconds: describeValues(seconds, phrases) })
  );
}

function describeEverySeconds(seconds: readonly number[], { phrase }: CronPhrases): string | undefined {
  const every = findCycle(seconds, 60);
  if (every === 1) return phrase('everySecond');
  if (every && seconds[0] === 0) return phrase('everySeconds', { every });
  return every ? phrase('everySecondsFrom', { every, second: seconds[0] ?? 0 }) : undefined;
}

/** Describes times of the day if they are few or evenly spaced; undefined if minutes of hours are clearer. */
function describeClockTimes(times: Times, phrases: CronPhrases): TimePhrase | undefined {
  const { seconds, minutes, hours } = times;
  const [hour = 0] = hours;
  const [minute = 0] = minutes;
  const second = seconds.length === 1 ? (seconds[0] ?? 0) : 0;
  const clock = (...parts: number[]) => [...parts, ...(second > 0 ? [second] : [])].map(pad).join(':');
  const every = findCycle(hours, 24);
  if (every === 1) return undefined;
  const isFrequent = minutes.length === 1 && every !== undefined && hours.length > fewHours;
  if (isFrequent) {
    const text = phrases.phrase('everyHoursFrom', { every, time: clock(hour, minute) });
    return { text: withSeconds(text, seconds, phrases), isFrequent };
  }
  if (hours.length * minutes.length > maxTimes || isSaidByMinutes(minutes, hours)) return undefined;
  const all = hours.flatMap((of) => minutes.map((one) => clock(of, one)));
  const text = phrases.phrase('clock', { times: phrases.list(all) });
  return { text: withSeconds(text, seconds, phrases), isFrequent };
}

/** Describes an interval of minutes within some hours, which is clearer than the list of its times. */
function isSaidByMinutes(minutes: readonly number[], hours: readonly number[]): boolean {
  const spans = findSpans(hours).length;
  if (findCycle(minutes, 60) === undefined || spans > maxSpans) return false;
  return minutes.length > 2 || spans < hours.length;
}

/** Describes the minutes of every hour, with the seconds if there are others than 0. */
function describeMinutes({ seconds, minutes }: Times, phrases: CronPhrases): string {
  const [second = 0] = seconds;
  const text = nameMinutes(minutes, seconds.length === 1, phrases);
  if (seconds.length > 1) return withSeconds(text, seconds, phrases);
  return second > 0 ? phrases.phrase('atSecond', { what: text, second }) : text;
}

function nameMinutes(minutes: readonly number[], isOnce: boolean, phrases: CronPhrases): string {
  const { phrase } = phrases;
  const [minute = 0] = minutes;
  if (minutes.length === 1)
    return minute === 0 && isOnce ? phrase('everyHour') : phrase('minuteOfHour', { minute });
  const every = findCycle(minutes, 60);
  if (every === 1) return phrase('everyMinute');
  if (every && minute === 0) return phrase('everyMinutes', { every });
  if (every) return phrase('everyMinutesFrom', { every, minute });
  return phrase('minutesOfHour', { minutes: describeValues(minutes, phrases) });
}

/** Describes several seconds of minutes that are already described. */
function withSeconds(what: string, seconds: readonly number[], phrases: CronPhrases): string {
  if (seconds.length === 1) return what;
  const often = describeEverySeconds(seconds, phrases);
  if (often) return phrases.phrase('withinMinute', { what, often });
  return phrases.phrase('atSeconds', { what, seconds: describeValues(seconds, phrases) });
}

/** Describes the hours of the day to which the rest is limited. */
function withHours(what: string, hours: readonly number[], phrases: CronPhrases): TimePhrase {
  const { phrase, list } = phrases;
  if (hours.length === 24) return { text: what, isFrequent: true };
  const spans = findSpans(hours);
  if (spans.length > maxSpans)
    return { text: phrase('duringHours', { what, hours: describeValues(hours, phrases) }), isFrequent: true };
  const named = spans.map(([from, to]) => `${pad(from)}:00–${pad(to)}:59`);
  return { text: phrase('during', { what, spans: list(named) }), isFrequent: true };
}

function pad(hour: number): string {
  return String(hour).padStart(2, '0');
}

/** Consecutive hours; midnight is not a gap. */
function findSpans(hours: readonly number[]): [from: number, to: number][] {
  const spans = findRuns(hours).map((run): [number, number] => [run[0] ?? 0, run.at(-1) ?? 0]);
  const [first] = spans;
  const last = spans.at(-1);
  if (first && last && spans.length > 1 && first[0] === 0 && last[1] === 23) {
    spans.pop();
    first[0] = last[0];
  }
  return spans;
}
