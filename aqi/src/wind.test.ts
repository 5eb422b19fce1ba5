import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averageWind, nameWindPoint } from './wind.ts';

describe('the mean wind', () => {
  it('crosses north without turning south', () => {
    expect(averageWind([{ direction: 350 }, { direction: 10 }]).direction).toBe(0);
  });

  it('is weighted by speed', () => {
    const mean = averageWind([
      { direction: 0, speed: 2 },
      { direction: 90, speed: 1 },
    ]);
    expect(mean.direction).toBeCloseTo(26.565, 3);
    expect(mean.resultant).toBeCloseTo(1.118, 3);
  });

  it('weights all samples equally if a speed is missing', () => {
    const samples = [
      { direction: 0, speed: 9 },
      { direction: 90, speed: null },
    ];
    expect(averageWind(samples).direction).toBe(45);
  });

  it('has no direction if the samples cancel out, the air is calm, or nothing is known', () => {
    expect(averageWind([{ direction: 90 }, { direction: 270 }]).direction).toBeNull();
    expect(averageWind([{ direction: 90, speed: 0.1 }]).direction).toBeNull();
    expect(averageWind([{ direction: 90, speed: 0 }]).direction).toBeNull();
    expect(averageWind([{ direction: null, speed: 3 }, { direction: Number.NaN }]).direction).toBeNull();
    expect(averageWind([])).toEqual({ direction: null, resultant: null });
  });

  it('always lies from 0 to below 360', () => {
    const sample = fc.record({ direction: fc.double(), speed: fc.option(fc.double({ min: 0, max: 60 })) });
    fc.assert(
      fc.property(fc.array(sample), (samples) => {
        const { direction } = averageWind(samples);
        expect(direction === null || (direction >= 0 && direction < 360)).toBe(true);
      }),
    );
  });
});

describe('the eight points', () => {
  it.each([
    [0, '北', 'N', 'N'],
    [22.4, '北', 'N', 'N'],
    [22.5, '东北', 'NE', 'NE'],
    [90, '东', 'E', 'E'],
    [135, '东南', 'SE', 'SE'],
    [180, '南', 'S', 'S'],
    [225, '西南', 'SW', 'SO'],
    [270, '西', 'W', 'O'],
    [315, '西北', 'NW', 'NO'],
    [337.5, '北', 'N', 'N'],
    [360, '北', 'N', 'N'],
    [-45, '西北', 'NW', 'NO'],
  ])('%d° is %s, %s, %s', (degrees, zh, en, fr) => {
    expect(nameWindPoint(degrees, 'zh')).toBe(zh);
    expect(nameWindPoint(degrees, 'en')).toBe(en);
    expect(nameWindPoint(degrees, 'fr')).toBe(fr);
  });

  it('have no name for an invalid angle', () => {
    expect(nameWindPoint(Number.NaN, 'zh')).toBeNull();
    expect(nameWindPoint(Number.POSITIVE_INFINITY, 'fr')).toBeNull();
  });
});
