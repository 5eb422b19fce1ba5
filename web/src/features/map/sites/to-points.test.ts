import { expect, it } from 'vitest';
import { shadeSite } from '../scale/shade.ts';
import { readSnapshot } from './read-snapshot.ts';
import { makeSnapshotScale, snapshot } from './snapshot.fixture.ts';
import { toPoints } from './to-points.ts';

const scale = makeSnapshotScale('aqi', { colourBlindSafe: true });
const shown = [...readSnapshot(snapshot).values()].map((site) => ({
  site,
  look: shadeSite(site, scale, 7_260_000),
}));

it('draws sites with a place, with their number and, for the safe palette, their level', () => {
  const plain = toPoints(shown, { scale, language: 'en', mark: 'Simulated', saysLevel: false });
  expect(plain.map(({ id, text, isStale }) => [id, text, isStale])).toEqual([
    [7, '61', false],
    [11, '—', true],
  ]);
  expect(toPoints(shown, { scale, language: 'en', mark: 'Simulated', saysLevel: true })[0]?.text).toBe(
    '61\u00a0②',
  );
});

it('lets the worst current value represent a cluster', () => {
  const [fresh, old] = toPoints(shown, { scale, language: 'en', mark: 'Simulated', saysLevel: false });
  expect(fresh?.weight).toBe(15_006_100);
  expect(old?.weight).toBe(0);
});

it('marks simulated sites in their name', () => {
  const made = shown.map(({ site, look }) => ({ site: { ...site, isSimulated: site.siteId === 7 }, look }));
  const points = toPoints(made, { scale, language: 'en', mark: 'Simulated', saysLevel: false });
  expect(points.map(({ name }) => name.endsWith(' (Simulated)'))).toEqual([true, false]);
});
