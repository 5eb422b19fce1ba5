import { expect, it } from 'vitest';
import { applyUpdates, readSnapshot } from './read-snapshot.ts';
import { makeShowSites } from './show-sites.ts';
import { makeSnapshotScale, snapshot } from './snapshot.fixture.ts';

const sites = readSnapshot(snapshot);
const none = { alarms: new Map(), hoursAgo: undefined };
const now = 7_260_000;
const update = { siteId: 7, state: 'on' as const, ts: 7_259_000, values: { 'PM2.5': 80 } };

it('shows a changed site anew and keeps all others', () => {
  const show = makeShowSites(makeSnapshotScale('PM2.5'));
  const before = show(sites, now, none);
  const after = show(applyUpdates(sites, [update]), now, none);
  expect(after.map(({ look }) => look.value)).toEqual([80, undefined, undefined]);
  expect(after.map((one, at) => one === before[at])).toEqual([false, true, true]);
});

it('shows a site anew with its alarm and with the value of an hour ago, and without them', () => {
  const show = makeShowSites(makeSnapshotScale('PM2.5'));
  const before = show(sites, now, none);
  const alarm = { siteId: 7, severity: 'minor' as const, count: 1, unacknowledged: 1 };
  const hoursAgo = new Map([[7, { value: 12, hour: undefined }]]);
  const after = show(sites, now, { alarms: new Map([[7, alarm]]), hoursAgo });
  expect(after[0]).toMatchObject({ alarms: alarm, hourAgo: 12 });
  // What is drawn for the look of a site stays as it is.
  expect(after[0]?.look).toBe(before[0]?.look);
  expect(show(sites, now, none)[0]).toMatchObject({ alarms: undefined, hourAgo: undefined });
});

it('shows a site anew with the flags of its value', () => {
  const show = makeShowSites(makeSnapshotScale('PM2.5'));
  const [before, other] = show(sites, now, none);
  const after = show(sites, now, { ...none, flags: new Map([[7, ['Spike']]]) });
  expect(after[0]).toMatchObject({ flags: ['Spike'], look: before?.look });
  expect(after[1]).toBe(other);
});

it('lets sites age with time alone: the list renders them again, and old values look old', () => {
  const show = makeShowSites(makeSnapshotScale('PM2.5'));
  const [before] = show(sites, now, none);
  const [soon] = show(sites, now + 15_000, none);
  expect(soon).not.toBe(before);
  expect(soon?.look).toBe(before?.look);
  const [later] = show(sites, now + 900_000, none);
  expect([before?.look.isStale, later?.look.isStale]).toEqual([false, true]);
});
