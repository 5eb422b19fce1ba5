import { expect, it } from 'vitest';
import { judgeRequest, storingMs } from './judge-request.rule.ts';

const now = 1_000_000;
const ended = (state: string, endedAt: number | null = now - storingMs) => ({ state, endedAt });
const judge = (command: Parameters<typeof judgeRequest>[0], arrived: number, isCounted = true) =>
  judgeRequest(command, { missing: 3, arrived, isCounted }, now);

it('a request is under way until its command has ended, and a moment longer while rows may be stored', () => {
  expect(judge(ended('answered', null), 3)).toBeUndefined();
  expect(judge(ended('done', now - storingMs + 1), 2)).toBeUndefined();
  expect(judge(ended('done', now), 3)).toEqual({ state: 'answered', reason: null });
});

it('a request waits for the roll-up of the hours that have come, but not for ever', () => {
  expect(judge(ended('done'), 1, false)).toBeUndefined();
  expect(judge(ended('done', now - 300_000), 1, false)).toEqual({ state: 'incomplete', reason: 'noData' });
  expect(judge(ended('done'), 3, false)).toEqual({ state: 'answered', reason: null });
});

it.each([
  ['done', 0, 'incomplete', 'noData'],
  ['done', 2, 'incomplete', 'noData'],
  ['noValue', 0, 'incomplete', 'noData'],
  ['timedOut', 0, 'failed', 'timedOut'],
  ['timedOut', 1, 'incomplete', 'timedOut'],
  ['timedOut', 3, 'answered', null],
  ['refused', 0, 'refused', 'refused'],
  ['failed', 0, 'failed', 'failed'],
  ['cancelled', 0, 'failed', 'cancelled'],
  ['interrupted', 0, 'failed', 'interrupted'],
] as const)('a command that is %s with %i of 3 rows makes it %s', (state, arrived, end, reason) => {
  expect(judge(ended(state), arrived)).toEqual({ state: end, reason });
});

it('a request whose command is no longer known was interrupted, unless everything has come', () => {
  expect(judge(undefined, 0)).toEqual({ state: 'failed', reason: 'interrupted' });
  expect(judge(undefined, 3)).toEqual({ state: 'answered', reason: null });
});
