import { expect, it } from 'vitest';
import { describeSite, readSite } from './site-now.ts';

const now = 1_000_000_000;
const value = (number: number | null, ageMs = 1000) => ({ ts: now - ageMs, value: number, flag: 'N' });
const site = (more: object) =>
  describeSite(
    readSite({ siteId: 1, siteName: 'A', online: 'on', status: '0', values: {}, ...more }, 'zh'),
    now,
  );

it('distinguishes online, stale, offline, silent and stopped sites', () => {
  expect(site({ values: { a: value(1), b: value(1, 190_000) } })).toMatchObject({
    state: 'on',
    ageMs: 1000,
    values: { a: { isStale: false }, b: { isStale: true } },
  });
  expect(site({ values: { a: value(1, 900_000) } })).toMatchObject({ state: 'stale', ageMs: 900_000 });
  expect(site({ reportInterval: 300, values: { a: value(1, 900_000) } }).state).toBe('on');
  expect(site({ online: 'off', lastSeen: '2026-11-15 08:00:00' })).toMatchObject({
    state: 'off',
    ageMs: undefined,
  });
  expect(site({ online: 'off', lastSeen: null }).state).toBe('silent');
  expect(site({ online: 'off', status: '1' }).state).toBe('stopped');
});
