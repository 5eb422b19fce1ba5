import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serverNow, syncClock } from './server-clock.ts';

const makeResponse = (headers: Record<string, string>) => new Response(null, { headers });
const aheadMs = () => serverNow() - Date.now();

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

it('follows the clock of the server without jitter from network delays', () => {
  expect(aheadMs()).toBe(0);
  syncClock(makeResponse({ date: new Date(Date.now() + 3_600_000).toUTCString() }));
  const ahead = aheadMs();
  // The header has whole seconds.
  expect(Math.abs(ahead - 3_600_000)).toBeLessThanOrEqual(500);
  syncClock(makeResponse({ date: new Date(Date.now() + 3_601_000).toUTCString() }));
  expect(aheadMs()).toBe(ahead);
  syncClock(makeResponse({ date: 'no date' }));
  syncClock(makeResponse({ date: new Date(0).toUTCString(), age: '9' }));
  expect(aheadMs()).toBe(ahead);
});
