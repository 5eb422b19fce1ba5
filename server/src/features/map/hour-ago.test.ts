import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import type { ReadingSource } from '../reading/reading.api.ts';
import { readSiteHourAgo } from './hour-ago.ts';

const now = Date.UTC(2026, 10, 15, 12);
const reach = 2.5 * MINUTE_MS;
const site = { siteId: 7, interval: 60 };

/** Has no minutes, and records which are requested. */
function openMinutes() {
  const requests: { bounds: readonly [number, number]; slots: readonly number[] }[] = [];
  const source: Pick<ReadingSource, 'minutes'> = {
    async minutes(_step, _siteIds, bounds, slots) {
      requests.push({ bounds, slots });
      return new Map();
    },
  };
  return { source, requests };
}

it('requests minutes for fresh values only, so that a silent sensor does not widen the bounds', async () => {
  const { source, requests } = openMinutes();
  const newest = new Map([
    [1, now - MINUTE_MS],
    [2, now - 60 * DAY_MS],
    [3, now],
  ]);
  await readSiteHourAgo(source, site, newest, now);
  expect(requests).toEqual([
    { slots: [1, 3], bounds: [now - MINUTE_MS - HOUR_MS - reach, now - HOUR_MS + reach + 1] },
  ]);
});

it('requests nothing for a site without a fresh value', async () => {
  const { source, requests } = openMinutes();
  expect(await readSiteHourAgo(source, site, new Map([[1, now - 60 * DAY_MS]]), now)).toEqual(new Map());
  expect(requests).toEqual([]);
});
