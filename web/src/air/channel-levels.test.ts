import { describe, expect, it } from 'vitest';
import { findChannelLevels } from './channel-levels.ts';
import { findBand, type LevelStep } from './level.ts';

const stepsUpTo = (ends: (number | null)[]): LevelStep[] =>
  ends.map((upTo, place) => ({ upTo, fill: `#00000${place}`, ink: '#ffffff', name: `level ${place + 1}` }));
const standardSteps = stepsUpTo([50, 100, 150, 200, 300, null]);

const channelOf = (gbCode: string, ends: number[], unit = 'µg/m³', decimals = 0) => ({
  code: gbCode,
  gbCode,
  name: gbCode,
  unit,
  decimals,
  dataType: 'number',
  steps: stepsUpTo([...ends, null]),
  meanings: [],
});
const fine = channelOf('a34004', [35, 60, 115, 150, 250]);
const nitrogen = channelOf('a21004', [100, 200, 700, 1200, 2340]);
const sulphur = channelOf('a21026', [150, 500, 650]);
const carbon = channelOf('a21005', [5, 10, 35, 60, 90], 'mg/m³', 1);
const ozone = channelOf('a05024', [160, 200, 300, 400, 800]);
const dust = channelOf('a34001', [120, 300]);

describe('the levels of a channel', () => {
  it.each([
    ['NO2', nitrogen, '2026-05-01', 150, 'level 3'],
    ['SO2', sulphur, '2026-05-01', 400, 'level 3'],
    ['CO', carbon, '2026-05-01', 8, 'level 3'],
    ['PM2.5 before the standard of 2026', fine, '2026-01-10', 70, 'level 2'],
    ['PM2.5 by the standard of 2026', fine, '2026-03-01', 70, 'level 3'],
    ['the highest level of SO2', sulphur, '2026-05-01', 1601, 'level 6'],
  ])('are those of 24 hours for a daily mean of %s', (_, channel, date, value, name) => {
    const { steps } = findChannelLevels(channel, 'day', date, standardSteps);
    expect(findBand(steps, value)?.name).toBe(name);
  });

  it('say by which standard days are judged', () => {
    expect(findChannelLevels(fine, 'day', '2026-02-28', standardSteps).standard).toBe('HJ 633-2012');
    expect(findChannelLevels(fine, 'day', '2026-03-01', standardSteps).standard).toBe('HJ 633-2026');
  });

  it('do not exist for a daily mean of ozone, which has no limit', () => {
    const levels = findChannelLevels(ozone, 'day', '2026-05-01', standardSteps);
    expect(levels).toEqual({ steps: [], standard: 'HJ 633-2026', isUnlimited: true });
  });

  it.each([
    ['hours', nitrogen, 'hour'],
    ['minutes', nitrogen, 'minute'],
    ['days of what is no pollutant of the index', dust, 'day'],
    ['days in a unit that cannot be converted', { ...nitrogen, unit: 'V' }, 'day'],
  ])('are those set for the channel for %s', (_, channel, averaging) => {
    expect(findChannelLevels(channel, averaging, '2026-05-01', standardSteps)).toEqual({
      steps: channel.steps,
      isUnlimited: false,
    });
  });
});
