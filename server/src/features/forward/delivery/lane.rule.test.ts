import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import { packetKind } from '../../reading/model.api.ts';
import { planLive, startLane } from './lane.rule.ts';

const now = Date.UTC(2026, 10, 19, 12);

/** Chooses from readings of so many milliseconds ago. */
function plan(kind: (typeof packetKind)[keyof typeof packetKind], ...ages: number[]) {
  const following = ages.map((age) => ({ ts: now - age }));
  const lane = startLane({ targetId: 1 }, { siteId: 1, kind, ts: following[0]?.ts ?? now }, now);
  const { send, missed, lane: next } = planLive(lane, following, undefined, now);
  return {
    age: send && now - send.ts,
    missed: missed && [now - missed.from, now - missed.to],
    hasMore: next.hasMore,
  };
}

describe('of the readings that wait in a lane', () => {
  it.each([
    ['real-time data', packetKind.realtime, 15 * MINUTE_MS],
    ['minutes', packetKind.minute, 15 * MINUTE_MS],
    ['hours', packetKind.hour, 2 * HOUR_MS],
    ['days', packetKind.day, 2 * DAY_MS],
  ])('those that are not current any more are missed: %s', (_, kind, limit) => {
    expect(plan(kind, 3 * limit, 2 * limit, limit, limit / 2)).toEqual({
      age: limit,
      missed: [3 * limit, limit + 1],
      hasMore: true,
    });
    expect(plan(kind, limit, limit / 2)).toEqual({ age: limit, missed: undefined, hasMore: true });
  });

  it('the newest is sent, however old it is', () => {
    const { hour } = packetKind;
    expect(plan(hour, 9 * HOUR_MS)).toEqual({ age: 9 * HOUR_MS, missed: undefined, hasMore: false });
    expect(plan(hour, 9 * HOUR_MS, 8 * HOUR_MS)).toEqual({
      age: 8 * HOUR_MS,
      missed: [9 * HOUR_MS, 8 * HOUR_MS + 1],
      hasMore: false,
    });
  });
});
