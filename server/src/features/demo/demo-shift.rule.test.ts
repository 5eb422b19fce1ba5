import { DAY_MS, MINUTE_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import { demoPeople } from './demo-people.ts';
import { planReaction, type SeenAlarm } from './demo-shift.rule.ts';

const raisedAt = Date.UTC(2026, 10, 17, 8);
const running: SeenAlarm = {
  alarmId: 1,
  alarmType: 'limit',
  city: 'Lyon',
  raisedAt,
  isRunning: true,
  isAcknowledged: false,
  isMuted: false,
};
const alarms = Array.from({ length: 300 }, (_, index): SeenAlarm => ({ ...running, alarmId: index + 1 }));
const react = (facts: Partial<SeenAlarm>, now: number) =>
  alarms.flatMap((alarm) => planReaction({ ...alarm, ...facts }, now) ?? []);

describe('the people of the demo', () => {
  it('acknowledge most alarms within an hour, never before they look, and leave some alone', () => {
    expect(react({}, raisedAt + 5 * MINUTE_MS)).toEqual([]);
    const reactions = react({}, raisedAt + DAY_MS);
    expect(reactions.length).toBeGreaterThan(200);
    expect(reactions.length).toBeLessThan(270);
    for (const { kind, at, userName } of reactions) {
      expect(kind).toBe('acknowledge');
      expect(at).toBeGreaterThan(raisedAt + 5 * MINUTE_MS);
      expect(at).toBeLessThan(raisedAt + 60 * MINUTE_MS);
      expect(userName).toBe('camille.martin');
    }
    const commented = reactions.filter(({ comment }) => comment);
    expect(commented.length).toBeGreaterThan(100);
    expect(commented.length).toBeLessThan(reactions.length);
  });

  it('mute and clear a few of those that still run, once, and leave ended ones as they are', () => {
    const now = raisedAt + DAY_MS;
    const kinds = Map.groupBy(react({ isAcknowledged: true }, now), ({ kind }) => kind);
    for (const kind of ['mute', 'clear'] as const) {
      expect(kinds.get(kind)?.length).toBeGreaterThan(15);
      expect(kinds.get(kind)?.length).toBeLessThan(90);
    }
    const again = react({ isAcknowledged: true, isMuted: true }, now);
    expect(new Set(again.map(({ kind }) => kind))).toEqual(new Set(['clear']));
    expect(react({ isAcknowledged: true, isRunning: false }, now)).toEqual([]);
    const power = react({ alarmType: 'power', isAcknowledged: true }, now);
    expect(new Set(power.map(({ kind }) => kind))).toEqual(new Set(['clear']));
  });

  it.each(['Beijing', 'Lyon', 'Manchester', null])('of %s have accounts', (city) => {
    const names = new Set(demoPeople.map(({ userName }) => userName));
    for (const { userName } of react({ city }, raisedAt + DAY_MS)) expect(names).toContain(userName);
  });
});
