import { expect, it } from 'vitest';
import { shadeSite } from '../scale/shade.ts';
import { readSnapshot } from './read-snapshot.ts';
import { makeSnapshotScale, snapshot } from './snapshot.fixture.ts';
import { makeDrawPoints } from './to-points.ts';

const ring = (rank: number) => ({ rank, color: '#ad5700', ink: '#ffffff' });
const rings = { info: ring(1), minor: ring(2), major: ring(3), critical: ring(4) };
const scale = makeSnapshotScale('aqi', { colourBlindSafe: true });
const shown = [...readSnapshot(snapshot).values()].map((site) => ({
  site,
  look: shadeSite(site, scale, 7_260_000),
}));

const drawing = { scale, language: 'en', mark: 'Simulated', rings, saysLevel: false };
const toPoints = makeDrawPoints(drawing);

it('draws sites with a place, with their number and, for the safe palette, their level', () => {
  const plain = toPoints(shown);
  expect(plain.map(({ id, text, isStale }) => [id, text, isStale])).toEqual([
    [7, '61', false],
    [11, '—', true],
  ]);
  expect(makeDrawPoints({ ...drawing, saysLevel: true })(shown)[0]?.text).toBe('61\u00a0②');
});

it('lets the worst current value represent a cluster', () => {
  const [fresh, old] = toPoints(shown);
  expect(fresh?.weight).toBe(15_006_100);
  expect(old?.weight).toBe(0);
});

it('weighs values without an order alike', () => {
  const points = makeDrawPoints({ ...drawing, scale: { ...scale, isOrdered: false } })(shown);
  expect(points.map(({ weight }) => weight)).toEqual([1, 0]);
});

it('marks simulated sites in their name', () => {
  const made = shown.map(({ site, look }) => ({ site: { ...site, isSimulated: site.siteId === 7 }, look }));
  const points = makeDrawPoints(drawing)(made);
  expect(points.map(({ name }) => name.endsWith(' (Simulated)'))).toEqual([true, false]);
});

it('draws the highest severity of the active alarms of a site', () => {
  const alarms = { siteId: 7, severity: 'critical' as const, count: 2, unacknowledged: 1 };
  const alarmed = shown.map((one) => (one.site.siteId === 7 ? { ...one, alarms } : one));
  const points = toPoints(alarmed);
  expect(points.map(({ alarm }) => alarm?.rank)).toEqual([4, undefined]);
});

it('keeps the point of a site that looks as before, and draws its alarm when that comes and goes', () => {
  const alarms = { siteId: 7, severity: 'minor' as const, count: 1, unacknowledged: 1 };
  const [first, other] = toPoints(shown);
  const [alarmed, same] = toPoints(shown.map((one) => (one.site.siteId === 7 ? { ...one, alarms } : one)));
  expect(same).toBe(other);
  expect([first?.alarm, alarmed?.alarm?.rank, toPoints(shown)[0]?.alarm]).toEqual([undefined, 2, undefined]);
});
