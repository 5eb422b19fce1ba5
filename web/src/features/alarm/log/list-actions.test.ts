import { describe, expect, it } from 'vitest';
import { describeClearing } from './list-actions.ts';

describe('clearing alarms', () => {
  const met = (remindMinutes: number | null) => ({ isMet: true, remindMinutes });
  const over = { isMet: false, remindMinutes: 5 };

  it.each([
    ['whose condition is no longer met says nothing', [over], { isMet: false, minutes: undefined }],
    ['whose condition is still met says when they return', [met(30), over], { isMet: true, minutes: 30 }],
    ['names the first that returns', [met(30), met(10), met(0)], { isMet: true, minutes: 10 }],
    ['without a reminder says that none comes', [met(0), met(null)], { isMet: true, minutes: undefined }],
  ])('%s', (_what, rows, expected) => {
    expect(describeClearing('clear', rows)).toEqual(expected);
  });

  it('is the only action that depends on it', () => {
    expect(describeClearing('mute', [met(30)])).toEqual({ isMet: false, minutes: undefined });
  });
});
