import { HOUR_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import { describeIndex } from './describe-index.ts';
import { colourLevels } from './level.ts';

const steps = colourLevels(
  [
    { upTo: 50, colour: '#00e400', name: 'Excellent' },
    { upTo: null, colour: '#ffff00', name: 'Good' },
  ],
  false,
);
const own = (aqi: number | null, primary = 0, reference = false, missing = 0) => ({
  aqi,
  primary,
  reference,
  missing,
});
const site = (china: ReturnType<typeof own>, more: object = {}) => ({
  indices: { hour: 0, china, us: own(80, 0b10), europe: own(2), atmo: own(3) },
  state: 'on' as const,
  now: 2 * HOUR_MS,
  ...more,
});
const describe = (given: ReturnType<typeof site>, key: 'china' | 'us' = 'china') =>
  describeIndex(given, { key, steps }, 'en');

it('gives an index its number, level and primary pollutants, of which there are none up to 50', () => {
  expect(describe(site(own(51, 0b100010)))).toMatchObject({
    text: '51',
    step: { name: 'Good' },
    primary: 'PM₁₀ and O₃',
    isReference: false,
    isStale: false,
  });
  expect(describe(site(own(50)))).toMatchObject({ step: { name: 'Excellent' }, primary: '' });
  expect(describe(site(own(50)), 'us')).toMatchObject({ text: '80', primary: 'PM₁₀' });
});

it('marks an index as reference if the station measures too few pollutants', () => {
  expect(describe(site(own(120, 1, true))).isReference).toBe(true);
});

it('gives a dash and no level without an index', () => {
  const none = { text: '—', step: undefined, primary: '', isReference: false, hour: undefined };
  expect(describe(site(own(null, 0, true)))).toMatchObject(none);
  expect(describeIndex({ ...site(own(1)), indices: null }, { key: 'china', steps }, 'en')).toMatchObject(
    none,
  );
});

it('names the missing pollutants of a withheld index', () => {
  expect(describe(site(own(null, 0, false, 0b100000)))).toMatchObject({
    text: 'NA',
    primary: '',
    missing: 'O₃',
  });
});

it('knows why there is no index', () => {
  const withheld = own(null, 0, false, 1);
  const invalid = own(null);
  const absence = (given: ReturnType<typeof own>, more: object = {}) => describe(site(given, more)).absence;
  expect([absence(own(60)), absence(withheld), absence(invalid)]).toEqual([undefined, 'withheld', 'invalid']);
  const states = ['on', 'stale', 'off', 'silent', 'stopped'];
  expect(states.map((state) => absence(invalid, { indices: null, state }))).toEqual([
    'young',
    'young',
    'silent',
    'silent',
    'silent',
  ]);
});

it('marks the index of an offline site or of a long past hour as old', () => {
  expect(describe(site(own(60), { state: 'off' })).isStale).toBe(true);
  expect(describe(site(own(60), { state: 'stale' })).isStale).toBe(false);
  expect(describe(site(own(60), { now: 3 * HOUR_MS + 1 })).isStale).toBe(true);
});
