import { describe, expect, it } from 'vitest';
import { parseSchedule } from './cron.rule.ts';
import { decideTick, maxMissedRuns, readPolicy } from './misfire.rule.ts';

const at = (time: string) => new Date(`2026-11-15T${time}Z`);
const ticksOf = (expression: string) => parseSchedule(expression, 'UTC') ?? expect.unreachable();
const hourly = ticksOf('0 0 * * * ?');
const everySecond = ticksOf('* * * * * ?');

describe('a due tick', () => {
  it.each(['all', 'once', 'none'] as const)(
    'runs, also a minute late, with the misfire policy %s',
    (policy) => {
      for (const now of ['09:00:00', '09:00:59', '09:01:00'])
        expect(decideTick(hourly, at('09:00:00'), at(now), policy)).toEqual({
          tick: at('09:00:00'),
          next: at('10:00:00'),
        });
    },
  );

  it('is followed by the next second in a job of every second, without gaps', () => {
    const { next } = decideTick(everySecond, at('09:00:00'), at('09:00:05'), 'none');
    expect(next).toEqual(at('09:00:01'));
  });

  it('has no next tick if it is the last', () => {
    const last = ticksOf('0 0 9 15 11 ? 2026');
    expect(decideTick(last, at('09:00:00'), at('09:00:01'), 'none').next).toBeUndefined();
  });
});

describe('missed runs', () => {
  it('are skipped with policy 3, which is also the default', () => {
    for (const digit of ['3', '0', ''])
      expect(decideTick(hourly, at('05:00:00'), at('09:30:00'), readPolicy(digit))).toEqual({
        tick: undefined,
        next: at('10:00:00'),
      });
  });

  it('are made up for by one run with policy 2', () => {
    expect(decideTick(hourly, at('05:00:00'), at('09:30:00'), readPolicy('2'))).toEqual({
      tick: at('09:00:00'),
      next: at('10:00:00'),
    });
  });

  it('all run one after another with policy 1', () => {
    expect(decideTick(hourly, at('05:00:00'), at('09:30:00'), readPolicy('1'))).toEqual({
      tick: at('05:00:00'),
      next: at('06:00:00'),
    });
  });

  it('are limited in number with policy 1', () => {
    const { tick } = decideTick(everySecond, at('05:00:00'), at('09:00:00'), 'all');
    expect(tick).toEqual(new Date(at('09:00:00').getTime() - (maxMissedRuns - 1) * 1000));
  });
});
