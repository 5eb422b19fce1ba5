import { HOUR_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import type { AirHour } from '../rollup/rollup.api.ts';
import { computeIndices } from './indices.rule.ts';

const newest = Date.UTC(2026, 10, 15, 3);
const all = { 'PM2.5': 40, PM10: 30, SO2: 10, NO2: 15, CO: 0.8, O3: 90 };

/** Hours up to the newest; `meansOf` gives the means so many hours before it. */
function makeHours(count: number, meansOf: (back: number) => AirHour['means'] = () => all): AirHour[] {
  return Array.from({ length: count }, (_, place) => {
    const back = count - 1 - place;
    return { at: newest - back * HOUR_MS, aqi: 80 + back, main: 'PM2.5', whole: true, means: meansOf(back) };
  });
}

describe('the indices of a site', () => {
  it('are those of the newest closed hour, each by its rules', () => {
    expect(computeIndices(makeHours(24))).toEqual({
      hour: newest,
      china: { aqi: 80, primary: 1, reference: false, missing: 0 },
      // PM2.5 of 40 µg/m³ by the table of 2024.
      us: { aqi: 112, primary: 1, reference: false, missing: 0 },
      europe: { aqi: 3, primary: 1, reference: false, missing: 0 },
      atmo: { aqi: 4, primary: 1, reference: false, missing: 0 },
    });
  });

  it('look back as their rules require: NowCast and eight hours in the US, a day in France', () => {
    const rising = computeIndices(makeHours(24, (back) => ({ ...all, 'PM2.5': back === 0 ? 100 : 10 })));
    // Half of the newest hour, a quarter of the one before and so on; Europe uses the hour only.
    expect(rising?.us.aqi).toBe(149);
    expect(rising?.europe.aqi).toBe(5);
    expect(rising?.atmo).toEqual({ aqi: 2, primary: 0b100011, reference: false, missing: 0 });
    const short = computeIndices(makeHours(5));
    expect(short?.us).toEqual({ aqi: 112, primary: 1, reference: false, missing: 0 });
    expect(short?.atmo).toEqual({ aqi: null, primary: 0, reference: false, missing: 0 });
  });

  it('with missing pollutants are for reference, and ties name all primary pollutants', () => {
    const hours = makeHours(24, () => ({ 'PM2.5': 12, PM10: 40 }));
    const last = hours.at(-1);
    if (last) Object.assign(last, { whole: false, main: 'PM2.5,PM10' });
    expect(computeIndices(hours)).toMatchObject({
      china: { aqi: 80, primary: 0b11, reference: true },
      us: { reference: false },
      europe: { aqi: 2, primary: 0b11, reference: true },
      atmo: { reference: true },
    });
  });

  it('of an hour with a withheld index name the missing pollutants', () => {
    const [hour] = makeHours(1);
    const hours: AirHour[] = hour
      ? [{ ...hour, aqi: null, main: null, whole: false, missing: ['O3', 'CO'] }]
      : [];
    expect(computeIndices(hours)?.china).toEqual({
      aqi: null,
      primary: 0,
      reference: false,
      missing: 0b110000,
    });
  });

  it('are null for an hour without valid values', () => {
    const hours: AirHour[] = [{ at: newest, aqi: null, main: null, whole: false, means: {} }];
    const none = { aqi: null, primary: 0, reference: false, missing: 0 };
    expect(computeIndices(hours)).toEqual({ hour: newest, china: none, us: none, europe: none, atmo: none });
    expect(computeIndices([])).toBeNull();
  });
});
