import { MINUTE_MS } from '@limpid/contract/durations';
import { type ErrorKey, type ErrorParams, fail } from '@limpid/contract/errors';
import { floorToHour, formatLocalTime } from '@limpid/contract/local-time';
import { isInRange, type StoredChannel } from '../reading/reading.api.ts';

interface Limits {
  granularity: 'minute' | 'hour';
  zone: string;
  now: number;
  oldest: number;
}

/** One of the requested changes. */
interface CheckedChange {
  index: number;
  ts: number;
  channel: StoredChannel;
  value: number | null | undefined;
}

/** Refuses an invalid change and names its index, because there may be hundreds. */
export function checkChange({ index, ts, channel, value }: CheckedChange, limits: Limits): void {
  const { granularity, zone, now, oldest } = limits;
  const refuse = (key: ErrorKey, name: string, more: ErrorParams = {}): never =>
    fail(
      key,
      { time: formatLocalTime(ts, zone), channel: channel.code, ...more },
      `changes.${index}.${name}`,
    );
  const start = granularity === 'hour' ? floorToHour(ts, zone) : Math.floor(ts / MINUTE_MS) * MINUTE_MS;
  if (start !== ts) refuse('correction.step', 'ts');
  if (ts > now) refuse('correction.future', 'ts');
  if (ts < oldest) refuse('correction.old', 'ts');
  if (value === null || value === undefined || isInRange(value, channel)) return;
  refuse('correction.range', 'value', { range: describeRange(channel) });
}

/** The range of a channel as text. */
export function describeRange({ minValue, maxValue }: StoredChannel): string {
  return `${minValue ?? '−∞'} … ${maxValue ?? '∞'}`;
}

/** Refuses two changes of the same value. */
export function checkDuplicates(changes: readonly { ts: number; channel: string }[]): void {
  const places = new Set(changes.map(({ ts, channel }) => `${ts} ${channel}`));
  if (places.size < changes.length) fail('correction.twice', {}, 'changes');
}
