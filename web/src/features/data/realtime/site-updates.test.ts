import { expect, it } from 'vitest';
import { readSite } from './site-now.ts';
import { applyUpdate, mergeList } from './site-updates.ts';

const value = (ts: number, number: number | null, flag = 'N') => ({ ts, value: number, flag });
const listed = (values: Record<string, ReturnType<typeof value>>, more: object = {}) =>
  readSite({ siteId: 1, siteName: 'A', online: 'off', status: '0', values, ...more }, 'zh');
const indexed = (aqi: number) => ({ aqi, primary: 0, reference: false, missing: 0 });
const index = {
  hour: 5,
  china: indexed(61),
  us: indexed(70),
  europe: indexed(2),
  atmo: indexed(3),
};

it('applies values with their times and flags, and keeps other channels', () => {
  const site = listed({ PM10: value(10, 1), TEMP: value(10, 21.5), SO2: value(10, 3) });
  const update = {
    siteId: 1,
    state: 'on',
    ts: 20,
    values: { PM10: 7, SO2: null },
    flags: { SO2: 'D' },
  } as const;
  expect(applyUpdate(site, { ...update, at: { SO2: 15 } })).toMatchObject({
    isOnline: true,
    wasHeard: true,
    values: { PM10: value(20, 7), TEMP: value(10, 21.5), SO2: value(15, null, 'D') },
  });
});

it('ignores values that are older than the known ones', () => {
  const site = listed({ PM10: value(30, 1) });
  expect(applyUpdate(site, { siteId: 1, state: 'stopped', ts: 20, values: { PM10: 7 } })).toMatchObject({
    isOnline: false,
    isStopped: true,
    values: { PM10: value(30, 1) },
  });
});

it('keeps the index until an update has another one or none', () => {
  const update = { siteId: 1, state: 'on', ts: 20, values: {} } as const;
  const site = applyUpdate(listed({}), { ...update, index });
  expect(site.indices?.china.aqi).toBe(61);
  expect(applyUpdate(site, update).indices).toBe(index);
  expect(applyUpdate(site, { ...update, index: null }).indices).toBeNull();
});

it('keeps values that are newer than those of a delayed list', () => {
  const heard = listed({ PM10: value(30, 9), SO2: value(10, 1), gone: value(40, 1) });
  const list = listed({ PM10: value(20, 1), SO2: value(11, 2), NO2: value(20, 5) });
  expect(mergeList(heard, list).values).toEqual({
    PM10: value(30, 9),
    SO2: value(11, 2),
    NO2: value(20, 5),
  });
  expect(mergeList(undefined, list)).toEqual(list);
});
