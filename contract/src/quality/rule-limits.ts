import type { QualityBasis, QualityTest } from './data-rule.ts';

export const limitFields = [
  'otherChannelId',
  'minValue',
  'maxValue',
  'factor',
  'floor',
  'span',
  'rarity',
  'change',
  'tolerance',
  'percent',
  'neighbourKm',
  'stationCode',
] as const;
export type LimitField = (typeof limitFields)[number];

/** The limits of each test; those that it cannot do without come first. */
const limitsByTest: Record<
  QualityTest,
  { required: readonly LimitField[]; optional: readonly LimitField[] }
> = {
  range: { required: [], optional: ['minValue', 'maxValue'] },
  spike: { required: ['factor', 'floor'], optional: ['neighbourKm'] },
  flat: { required: ['span', 'floor'], optional: ['rarity', 'neighbourKm'] },
  rate: { required: ['change'], optional: [] },
  missing: { required: ['span'], optional: [] },
  relation: { required: ['otherChannelId', 'tolerance', 'percent'], optional: [] },
  difference: { required: ['tolerance', 'percent'], optional: ['neighbourKm', 'stationCode'] },
};

const minuteTests: readonly QualityTest[] = ['range', 'flat', 'rate'];

/** Whether a test can judge the minutes within an hour, too. */
export function hasMinutes(test: QualityTest): boolean {
  return minuteTests.includes(test);
}

/** The limits that a test uses; forms show these, and the others are stored as null. */
export function listUsedLimits(test: QualityTest, basis: QualityBasis): readonly LimitField[] {
  const { required, optional } = limitsByTest[test];
  // Minutes are judged by themselves.
  return basis === 'minute'
    ? [...required, ...optional.filter((name) => name !== 'neighbourKm' && name !== 'rarity')]
    : [...required, ...optional];
}

export function listRequiredLimits(test: QualityTest): readonly LimitField[] {
  return limitsByTest[test].required;
}
