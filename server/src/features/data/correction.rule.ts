import { fail } from '@limpid/contract/errors';
import { hourOf } from '../../platform/zone.ts';
import type { StoredChannel } from '../ingest/ingest.api.ts';

const minuteMs = 60_000;

interface Limits {
  granularity: 'minute' | 'hour';
  zone: string;
  now: number;
  oldest: number;
}

/** Refuses what is no start of a minute or hour of the site, or lies in the future, or is not kept. */
export function checkMoment(ts: number, { granularity, zone, now, oldest }: Limits): void {
  const start = granularity === 'hour' ? hourOf(ts, zone) : Math.floor(ts / minuteMs) * minuteMs;
  if (start !== ts) fail('correction.step', {}, 'ts');
  if (ts > now) fail('correction.future', {}, 'ts');
  if (ts < oldest) fail('correction.old', {}, 'ts');
}

/** Whether a channel can have this value, in the width of what is stored. */
export function isInRange(value: number, { minValue, maxValue }: StoredChannel): boolean {
  const stored = Math.fround(value);
  if (!Number.isFinite(stored)) return false;
  return (
    (minValue === null || stored >= Math.fround(minValue)) &&
    (maxValue === null || stored <= Math.fround(maxValue))
  );
}

/** What a channel can be, in words of numbers. */
export function describeRange({ minValue, maxValue }: StoredChannel): string {
  return `${minValue ?? '−∞'} … ${maxValue ?? '∞'}`;
}

export function checkValue(value: number | null, channel: StoredChannel): void {
  if (value === null || isInRange(value, channel)) return;
  fail('correction.range', { code: channel.code, range: describeRange(channel) }, 'value');
}

/** Refuses two wishes for one value. */
export function checkTwice(changes: readonly { ts: number; channel: string }[]): void {
  const places = new Set(changes.map(({ ts, channel }) => `${ts} ${channel}`));
  if (places.size < changes.length) fail('correction.twice', {}, 'changes');
}
