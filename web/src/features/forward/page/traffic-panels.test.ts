import { describe, expect, it } from 'vitest';
import { makeTrafficPanels } from './traffic-panels.ts';

const texts = {
  sent: 'sent',
  failed: 'failed',
  delay: 'delay',
  perMinute: 'packets/min',
  seconds: 's',
  format: String,
};
const colours = { sent: 'green', failed: 'red', delay: 'blue' };

describe('the traffic of a target', () => {
  it('is zero in minutes without packets, while the delay is unknown there', () => {
    const [traffic, delays] = makeTrafficPanels(
      {
        from: 30_000,
        to: 190_000,
        minutes: [{ ts: 120_000, sent: 5, failed: 1, delay: 7 }],
      },
      texts,
      colours,
    );
    expect(traffic?.lines.map(({ ts, values }) => [ts, values])).toEqual([
      [
        [60_000, 120_000, 180_000],
        [0, 5, 0],
      ],
      [
        [60_000, 120_000, 180_000],
        [0, 1, 0],
      ],
    ]);
    expect(delays?.lines[0]?.values).toEqual([null, 7, null]);
    expect(delays?.lines[0]?.format(7)).toBe('7 s');
  });

  it('has no line along zero for failures, only peaks', () => {
    const minutes = [{ ts: 240_000, sent: 5, failed: 2, delay: 7 }];
    const [traffic] = makeTrafficPanels({ from: 60_000, to: 420_000, minutes }, texts, colours);
    expect(traffic?.lines[1]?.values).toEqual([null, null, 0, 2, 0, null, null]);
  });
});
