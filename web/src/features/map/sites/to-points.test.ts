import { expect, it } from 'vitest';
import { shadeSite } from '../scale/shade.ts';
import { readSnapshot } from './read-snapshot.ts';
import { makeSnapshotScale, snapshot } from './snapshot.fixture.ts';
import { toPoints } from './to-points.ts';

const ring = (rank: number) => ({ rank, color: '#ad5700', ink: '#ffffff' });
const rings = { info: ring(1), minor: ring(2), major: ring(3), critical: ring(4) };
const scale = makeSnapshotScale('aqi', { colourBlindSafe: true });
const shown = [...readSnapshot(snapshot).values()].map((site) => ({
  site,
  look: shadeSite(site, scale, 7_260_000),
}));

it('draws sites with a place, with their number and, for the safe palette, their level', () => {
  const plain = toPoints(shown, { scale, language: 'en', mark: 'Simulated', rings, saysLevel: false });
  expect(plain.map(({ id, text, isStale }) => [id, text, isStale])).toEqual([
    [7, '61', false],
    [11, '—', true],
  ]);
  expect(toPoints(shown, { scale, language: 'en', mark: 'Simulated', rings, saysLevel: true })[0]?.text).toBe(
    '61\u00a0②',
  );
});

it('lets the worst current value represent a cluster', () => {
  const [fresh, old] = toPoints(shown, { scale, language: 'en', mark: 'Simulated', rings, saysLevel: false });
  expect(fresh?.weight).toBe(15_006_100);
  expect(old?.weight).toBe(0);
});

it('marks simulated sites in their name', () => {
  const made = shown.map(({ site, look }) => ({ site: { ...site, isSimulated: site.siteId === 7 }, look }));
  const points = toPoints(made, { scale, language: 'en', mark: 'Simulated', rings, saysLevel: false });
  expect(points.map(({ name }) => name.endsWith(' (Simulated)'))).toEqual([true, false]);
});

it('draws the highest severity of the active alarms of a site', () => {
  const alarms = { siteId: 7, severity: 'critical' as const, count: 2, unacknowledged: 1 };
  const alarmed = shown.map((one) => (one.site.siteId === 7 ? { ...one, alarms } : one));
  const points = toPoints(alarmed, { scale, language: 'en', mark: '', rings, saysLevel: false });
  expect(points.map(({ alarm }) => alarm?.rank)).toEqual([4, undefined]);
});
