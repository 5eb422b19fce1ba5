import { issueStates } from '@limpid/contract/calibration/config';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type DeviceProgress,
  findPlaceProblem,
  judgeProgress,
  listStatesBefore,
} from './issue-state.rule.ts';

describe('the states of an issue', () => {
  it.each([
    ['draft', []],
    ['pending', ['draft', 'failed']],
    ['sent', ['pending']],
    ['confirmed', ['draft', 'pending', 'sent', 'failed']],
    ['failed', ['draft', 'pending', 'sent', 'failed']],
    ['rolledBack', ['confirmed']],
  ] as const)('%s follows %o', (state, before) => {
    expect(listStatesBefore(state)).toEqual(before);
  });

  test('nothing follows a roll-back, and nothing but a confirmed issue is rolled back', () => {
    expect(issueStates.filter((state) => listStatesBefore(state).includes('rolledBack'))).toEqual([]);
    expect(listStatesBefore('rolledBack')).toEqual(['confirmed']);
  });
});

const wanted = { k: 2, b: 1 };
const quiet: DeviceProgress = {
  isReplaced: false,
  isSent: false,
  hasEnded: false,
  held: { k: 1, b: 0 },
  isInDoubt: false,
  problem: null,
};

describe('the writing of K and B to a device', () => {
  it.each<[string, Partial<DeviceProgress>, object]>([
    ['waits for the device', {}, { state: 'pending' }],
    ['is on its way', { isSent: true }, { state: 'sent' }],
    ['has reached it', { isSent: true, hasEnded: true, held: wanted }, { state: 'confirmed' }],
    [
      'has reached it although the result of a write was lost',
      { isSent: true, hasEnded: true, held: wanted, problem: 'device.results.timedOut' },
      { state: 'confirmed' },
    ],
    [
      'was not answered',
      { isSent: true, hasEnded: true, problem: 'device.results.timedOut' },
      { state: 'failed', reason: 'device.results.timedOut' },
    ],
    [
      'has reached it in part',
      { isSent: true, hasEnded: true, held: { k: 2, b: 0 } },
      { state: 'failed', reason: 'calibration.issue.reasons.differs' },
    ],
    [
      'may have reached it',
      { isSent: true, hasEnded: true, isInDoubt: true, held: wanted },
      { state: 'failed', reason: 'calibration.issue.reasons.doubt' },
    ],
    [
      'was overtaken by another order',
      { isReplaced: true, held: wanted },
      { state: 'failed', reason: 'calibration.issue.reasons.replaced', isReplaced: true },
    ],
  ])('%s', (_, given, expected) => {
    expect(judgeProgress(wanted, { ...quiet, ...given })).toMatchObject(expected);
  });

  test('is confirmed only if the device says so without doubt', () => {
    const amount = fc.integer({ min: 0, max: 3 });
    fc.assert(
      fc.property(
        fc.record({ k: amount, b: amount }),
        fc.record({
          isReplaced: fc.boolean(),
          isSent: fc.boolean(),
          hasEnded: fc.boolean(),
          held: fc.record({ k: amount, b: amount }),
          isInDoubt: fc.boolean(),
          problem: fc.option(fc.constant('device.results.timedOut')),
        }),
        (given, progress) => {
          const { held, hasEnded, isInDoubt, isReplaced } = progress;
          const isCertain = hasEnded && !isInDoubt && !isReplaced && held.k === given.k && held.b === given.b;
          expect(judgeProgress(given, progress).state === 'confirmed').toBe(isCertain);
        },
      ),
    );
  });
});

describe('K and B are either on the platform or on the device', () => {
  const site = {
    place: 'platform',
    takesCommands: true,
    hasCoefficients: false,
    deviceHolds: false,
  } as const;
  it.each([
    ['platform', {}, undefined],
    ['platform', { hasCoefficients: true }, undefined],
    ['platform', { place: 'device' }, undefined],
    ['platform', { place: 'device', hasCoefficients: true }, 'calibration_issue.place_device'],
    ['platform', { deviceHolds: true }, 'calibration_issue.place_device'],
    ['device', {}, undefined],
    ['device', { place: 'device', hasCoefficients: true, deviceHolds: true }, undefined],
    ['device', { hasCoefficients: true }, 'calibration_issue.place_platform'],
    ['device', { takesCommands: false }, 'calibration_issue.no_command'],
  ] as const)('%s with %o: %s', (target, given, expected) => {
    expect(findPlaceProblem(target, { ...site, ...given })).toBe(expected);
  });
});
