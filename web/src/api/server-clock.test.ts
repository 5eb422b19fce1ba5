import { expect, it } from 'vitest';
import { noticeClock, serverNow } from './server-clock.ts';

const answer = (headers: Record<string, string>) => new Response(null, { headers });
const aheadMs = () => serverNow() - Date.now();

it('follows the clock of the server, and does not tremble with the way there', () => {
  expect(aheadMs()).toBe(0);
  noticeClock(answer({ date: new Date(Date.now() + 3_600_000).toUTCString() }));
  const ahead = aheadMs();
  expect(Math.abs(ahead - 3_600_000)).toBeLessThan(1500);
  noticeClock(answer({ date: new Date(Date.now() + 3_601_000).toUTCString() }));
  expect(aheadMs()).toBeCloseTo(ahead, -2);
  noticeClock(answer({ date: 'no date' }));
  noticeClock(answer({ date: new Date(0).toUTCString(), age: '9' }));
  expect(aheadMs()).toBeCloseTo(ahead, -2);
});
