import { type CronFields, listCronValues } from '@limpid/contract/monitor/cron';
import type { Speech } from './cron-speech.ts';

interface TimeReading {
  text: string;
  /** Said as "every so often" rather than as times of the day. */
  isFrequent: boolean;
}

const mostTimes = 12;
const mostSpans = 4;

/** The time of the day in words; undefined when it would take too many. */
export function readTime(fields: CronFields, speech: Speech): TimeReading | undefined {
  const [seconds = [], minutes = [], hours = []] = (['second', 'minute', 'hour'] as const).map((part) =>
    listCronValues(part, fields[part]),
  );
  const [second, ...moreSeconds] = seconds;
  const [minute, ...moreMinutes] = minutes;
  if (second === undefined || minute === undefined) return undefined;
  if (moreSeconds.length > 0) {
    const often = minutes.length === 60 ? readSeconds(seconds, speech) : undefined;
    return withHours(often, hours, speech);
  }
  if (moreMinutes.length > 0) return withHours(readMinutes(minutes, second, speech), hours, speech);
  return readHours(hours, minute, second, speech);
}

function readSeconds(seconds: readonly number[], { say, list }: Speech): string | undefined {
  const every = findCycle(seconds, 60);
  if (every === 1) return say('everySecond');
  if (every && seconds[0] === 0) return say('everySeconds', { every });
  if (every) return say('everySecondsFrom', { every, second: seconds[0] ?? 0 });
  return seconds.length > mostTimes ? undefined : say('secondsOfMinute', { seconds: list(seconds) });
}

function readMinutes(minutes: readonly number[], second: number, speech: Speech): string | undefined {
  const text = nameMinutes(minutes, speech);
  return text && second > 0 ? speech.say('atSecond', { what: text, second }) : text;
}

function nameMinutes(minutes: readonly number[], { say, list }: Speech): string | undefined {
  const every = findCycle(minutes, 60);
  if (every === 1) return say('everyMinute');
  if (every && minutes[0] === 0) return say('everyMinutes', { every });
  if (every) return say('everyMinutesFrom', { every, minute: minutes[0] ?? 0 });
  return minutes.length > mostTimes ? undefined : say('minutesOfHour', { minutes: list(minutes) });
}

function readHours(
  hours: readonly number[],
  minute: number,
  second: number,
  { say, list }: Speech,
): TimeReading | undefined {
  const clock = (hour: number) =>
    [hour, minute, ...(second > 0 ? [second] : [])].map((part) => String(part).padStart(2, '0')).join(':');
  const every = findCycle(hours, 24);
  if (every === 1) {
    const text = minute === 0 ? say('everyHour') : say('minuteOfHour', { minute });
    return { text: second > 0 ? say('atSecond', { what: text, second }) : text, isFrequent: true };
  }
  if (every && hours.length > 4)
    return { text: say('everyHoursFrom', { every, time: clock(hours[0] ?? 0) }), isFrequent: true };
  if (hours.length > mostTimes) return undefined;
  return { text: say('clock', { times: list(hours.map(clock)) }), isFrequent: false };
}

/** What goes on for some hours of the day only. */
function withHours(
  text: string | undefined,
  hours: readonly number[],
  { say, list }: Speech,
): TimeReading | undefined {
  if (!text || hours.length === 24) return text ? { text, isFrequent: true } : undefined;
  const spans = findSpans(hours);
  if (spans.length > mostSpans) return undefined;
  const named = spans.map(([from, to]) => `${pad(from)}:00–${pad(to)}:59`);
  return { text: say('during', { what: text, spans: list(named) }), isFrequent: true };
}

function pad(hour: number): string {
  return String(hour).padStart(2, '0');
}

/** Hours that follow each other, midnight not being a gap. */
function findSpans(hours: readonly number[]): [from: number, to: number][] {
  const spans: [number, number][] = [];
  for (const hour of hours) {
    const last = spans.at(-1);
    if (last && last[1] === hour - 1) last[1] = hour;
    else spans.push([hour, hour]);
  }
  const [first] = spans;
  const last = spans.at(-1);
  if (first && last && spans.length > 1 && first[0] === 0 && last[1] === 23) {
    spans.pop();
    first[0] = last[0];
  }
  return spans;
}

/** The distance of values that follow each other evenly, also from the last to the first of the next round. */
function findCycle(values: readonly number[], size: number): number | undefined {
  const [first, second] = values;
  if (first === undefined || second === undefined) return undefined;
  const every = second - first;
  const isEven = values.every((value, index) => value === first + index * every);
  return isEven && values.length * every === size ? every : undefined;
}
