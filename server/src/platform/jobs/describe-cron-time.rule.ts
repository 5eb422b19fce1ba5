import { type CronFields, listCronValues } from '@limpid/contract/monitor/cron';
import type { Speech } from './cron-phrases.ts';
import { findCycle, findRuns, sayValues } from './describe-cron-values.rule.ts';

interface TimeReading {
  text: string;
  /** Said as "every so often" rather than as times of the day. */
  isFrequent: boolean;
}

interface Times {
  seconds: readonly number[];
  minutes: readonly number[];
  hours: readonly number[];
}

const mostTimes = 12;
const mostSpans = 4;
/** Times of the day so evenly spaced that nobody needs each of them. */
const fewHours = 4;

/** The time of the day in words. */
export function readTime(fields: CronFields, speech: Speech): TimeReading {
  const times = {
    seconds: listCronValues('second', fields.second) ?? [],
    minutes: listCronValues('minute', fields.minute) ?? [],
    hours: listCronValues('hour', fields.hour) ?? [],
  };
  const isEveryMinute = times.minutes.length === 60;
  if (isEveryMinute && times.seconds.length > 1)
    return withHours(readSeconds(times.seconds, speech), times.hours, speech);
  return readClock(times, speech) ?? withHours(readMinutes(times, speech), times.hours, speech);
}

function readSeconds(seconds: readonly number[], speech: Speech): string {
  return (
    readEverySeconds(seconds, speech) ??
    speech.say('secondsOfMinute', { seconds: sayValues(seconds, speech) })
  );
}

function readEverySeconds(seconds: readonly number[], { say }: Speech): string | undefined {
  const every = findCycle(seconds, 60);
  if (every === 1) return say('everySecond');
  if (every && seconds[0] === 0) return say('everySeconds', { every });
  return every ? say('everySecondsFrom', { every, second: seconds[0] ?? 0 }) : undefined;
}

/** As times of the day, where those are few or evenly spaced; undefined where it is rather minutes of hours. */
function readClock(times: Times, speech: Speech): TimeReading | undefined {
  const { seconds, minutes, hours } = times;
  const [hour = 0] = hours;
  const [minute = 0] = minutes;
  const second = seconds.length === 1 ? (seconds[0] ?? 0) : 0;
  const clock = (...parts: number[]) => [...parts, ...(second > 0 ? [second] : [])].map(pad).join(':');
  const every = findCycle(hours, 24);
  if (every === 1) return undefined;
  const isFrequent = minutes.length === 1 && every !== undefined && hours.length > fewHours;
  if (isFrequent) {
    const text = speech.say('everyHoursFrom', { every, time: clock(hour, minute) });
    return { text: withSeconds(text, seconds, speech), isFrequent };
  }
  if (hours.length * minutes.length > mostTimes || isSaidByMinutes(minutes, hours)) return undefined;
  const all = hours.flatMap((of) => minutes.map((one) => clock(of, one)));
  const text = speech.say('clock', { times: speech.list(all) });
  return { text: withSeconds(text, seconds, speech), isFrequent };
}

/** Every so many minutes, for a while: that says more than the times it makes. */
function isSaidByMinutes(minutes: readonly number[], hours: readonly number[]): boolean {
  const spans = findSpans(hours).length;
  if (findCycle(minutes, 60) === undefined || spans > mostSpans) return false;
  return minutes.length > 2 || spans < hours.length;
}

/** The minutes of every hour, with the seconds where those are more than the first. */
function readMinutes({ seconds, minutes }: Times, speech: Speech): string {
  const [second = 0] = seconds;
  const text = nameMinutes(minutes, seconds.length === 1, speech);
  if (seconds.length > 1) return withSeconds(text, seconds, speech);
  return second > 0 ? speech.say('atSecond', { what: text, second }) : text;
}

function nameMinutes(minutes: readonly number[], isOnce: boolean, speech: Speech): string {
  const { say } = speech;
  const [minute = 0] = minutes;
  if (minutes.length === 1)
    return minute === 0 && isOnce ? say('everyHour') : say('minuteOfHour', { minute });
  const every = findCycle(minutes, 60);
  if (every === 1) return say('everyMinute');
  if (every && minute === 0) return say('everyMinutes', { every });
  if (every) return say('everyMinutesFrom', { every, minute });
  return say('minutesOfHour', { minutes: sayValues(minutes, speech) });
}

/** Several seconds of minutes that have been said. */
function withSeconds(what: string, seconds: readonly number[], speech: Speech): string {
  if (seconds.length === 1) return what;
  const often = readEverySeconds(seconds, speech);
  if (often) return speech.say('withinMinute', { what, often });
  return speech.say('atSeconds', { what, seconds: sayValues(seconds, speech) });
}

/** What goes on for some hours of the day only. */
function withHours(what: string, hours: readonly number[], speech: Speech): TimeReading {
  const { say, list } = speech;
  if (hours.length === 24) return { text: what, isFrequent: true };
  const spans = findSpans(hours);
  if (spans.length > mostSpans)
    return { text: say('duringHours', { what, hours: sayValues(hours, speech) }), isFrequent: true };
  const named = spans.map(([from, to]) => `${pad(from)}:00–${pad(to)}:59`);
  return { text: say('during', { what, spans: list(named) }), isFrequent: true };
}

function pad(hour: number): string {
  return String(hour).padStart(2, '0');
}

/** Hours that follow each other, midnight not being a gap. */
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
