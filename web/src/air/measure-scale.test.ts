import { expect, it } from 'vitest';
import { makeMeasureScale, openDayScale } from './measure-scale.ts';

const steps = [
  { upTo: 100, fill: '#ffff00', ink: '#000000', name: 'Good' },
  { upTo: null, fill: '#ff7e00', ink: '#000000', name: 'Light' },
];

it('writes values with their decimals and differences with their sign', () => {
  const scale = makeMeasureScale(
    { title: 'CO', unit: 'mg/m³', decimals: 1, levelDecimals: 1, steps: [] },
    'fr',
  );
  expect(scale.formatWithUnit(0.84)).toBe('0,8 mg/m³');
  expect([2.26, -2.26, 0.04].map(scale.formatChange)).toEqual(['+2,3', '−2,3', '±0,0']);
  expect(scale.findStep(1)).toBeUndefined();
});

it('finds the level of a mean index by its whole number', () => {
  const scale = makeMeasureScale({ title: 'AQI', unit: '', decimals: 1, levelDecimals: 0, steps }, 'en');
  expect(scale.format(100.4)).toBe('100.4');
  expect(scale.findStep(100.4)?.name).toBe('Good');
  expect(scale.findStep(100.6)?.name).toBe('Light');
});

it('judges a day by its own levels, and keeps one scale for each standard', () => {
  const hours = makeMeasureScale(
    { title: 'PM2.5', unit: 'µg/m³', decimals: 0, levelDecimals: 0, steps },
    'en',
  );
  const stricter = steps.map((step) => ({ ...step, upTo: step.upTo && 60 }));
  const scaleOn = openDayScale(
    hours,
    (day) =>
      day < '2026-03-01'
        ? { steps, standard: 'HJ 633-2012', isUnlimited: false }
        : { steps: stricter, standard: 'HJ 633-2026', isUnlimited: false },
    'en',
  );
  expect(scaleOn('2026-02-28').findStep(70)?.name).toBe('Good');
  expect(scaleOn('2026-03-01').findStep(70)?.name).toBe('Light');
  expect(scaleOn('2026-03-02')).toBe(scaleOn('2026-03-01'));
});
