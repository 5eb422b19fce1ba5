import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shadeSite } from '../scale/shade.ts';
import { readSnapshot } from './read-snapshot.ts';
import { listByName, listWorst, type ShownSite } from './select-sites.ts';
import { makeSnapshotScale, snapshot } from './snapshot.fixture.ts';

const [site] = readSnapshot(snapshot).values();
const look = site && shadeSite(site, makeSnapshotScale('PM2.5'), 7_260_000);

const shownSite = fc
  .record({
    name: fc.string({ maxLength: 2 }),
    value: fc.option(fc.integer({ min: -5, max: 5 }), { nil: undefined }),
    isStale: fc.boolean(),
  })
  .map(({ name, value, isStale }): ShownSite => {
    if (!site || !look) throw new Error('no site');
    return { site: { ...site, name }, look: { ...look, value, isStale } };
  });

it('lists sites by name where values have no order', () => {
  fc.assert(
    fc.property(fc.array(shownSite, { maxLength: 40 }), fc.nat({ max: 45 }), (sites, count) => {
      const names = sites.map((one) => one.site.name).sort(new Intl.Collator().compare);
      expect(listByName(sites, count).map((one) => one.site.name)).toEqual(names.slice(0, count));
    }),
  );
});

it('lists the first sites exactly as in the order of all of them', () => {
  fc.assert(
    fc.property(fc.array(shownSite, { maxLength: 40 }), fc.nat({ max: 45 }), (sites, count) => {
      expect(listWorst(sites, count)).toEqual(listWorst(sites, sites.length).slice(0, count));
    }),
  );
});
