import { expect, it } from 'vitest';
import { makePacket } from '../../reading/reading.fixture.ts';
import { openLoggedStates } from './logged-states.ts';

it('a state counts as logged for an hour, and only as long as it is the same', () => {
  const states = openLoggedStates();
  const packet = (value: string) =>
    makePacket(`PolId=a34004;i12001-Info=${value}`, 'ST=22;CN=3020;PW=1;MN=A;Flag=5');
  const minutes = (count: number) => count * 60_000;
  states.add(1, packet('0'), 0);
  expect(states.has(1, packet('0'), minutes(59))).toBe(true);
  expect(states.has(1, packet('0'), minutes(60))).toBe(false);
  expect(states.has(1, packet('2'), minutes(1))).toBe(false);
  expect(states.has(2, packet('0'), minutes(1))).toBe(false);
});
