import { expect, it } from 'vitest';
import { shadeSite } from '../scale/shade.ts';
import { readSnapshot } from '../sites/read-snapshot.ts';
import { listWorst, selectSites } from '../sites/select-sites.ts';
import { makeSnapshotScale, snapshot } from '../sites/snapshot.fixture.ts';
import { isEmptyDay, showHour } from './timelapse.ts';

const scale = makeSnapshotScale('PM2.5');
const all = [...readSnapshot(snapshot).values()].map((site) => ({ site, look: shadeSite(site, scale, 0) }));
const bound = scale.steps[0]?.upTo ?? 0;
const hours = {
  hours: [0, 3_600_000],
  sites: [7, 10, 11],
  values: [
    [bound + 0.4, 3, null],
    [null, 3, bound + 1],
  ],
};

it('shows the levels of an hour, and no value for sites that did not report', () => {
  const looks = showHour(all, hours, 0, scale).map(({ look }) => [look.value, look.level, look.isStale]);
  expect(looks).toEqual([
    [bound, 1, false],
    [3, 1, false],
    [undefined, 0, true],
  ]);
});

it('marks sites of the past, whose present age and state are not shown', () => {
  expect(showHour(all, hours, 0, scale).map(({ isPast }) => isPast)).toEqual([true, true, true]);
});

it('applies list and filters to the hour of the time-lapse', () => {
  const wanted = { search: '', entityIds: [], levels: [2], states: [] };
  const found = (place: number) =>
    listWorst(selectSites(showHour(all, hours, place, scale), wanted, new Map()), 3).map(
      ({ site }) => site.siteId,
    );
  expect([found(0), found(1)]).toEqual([[], [11]]);
});

it('knows a day without data', () => {
  expect(isEmptyDay(hours)).toBe(false);
  expect(isEmptyDay({ values: [[null, null], [null]] })).toBe(true);
  expect(isEmptyDay({ values: [] })).toBe(true);
});
