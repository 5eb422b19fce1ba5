import { describe, expect, it } from 'vitest';
import { describeResult } from './describe-result.rule.ts';

type Ended = Parameters<typeof describeResult>[0];

describe('the words for the end of a command', () => {
  it.each<[string, Partial<Ended>, string]>([
    ['a notice that the device has confirmed', { kind: 'notice' }, 'noticed'],
    ['a value without a result', { kind: 'readValue', isAccepted: true, packets: 1 }, 'done'],
    ['silence', { phase: 'timedOut' }, 'timedOut'],
    ['silence after the acceptance', { phase: 'timedOut', isAccepted: true }, 'acceptedWithoutResult'],
    [
      'silence after data',
      { kind: 'readData', phase: 'timedOut', isAccepted: true, packets: 2 },
      'dataWithoutResult',
    ],
    ['a success', { result: 1 }, 'exe_1'],
    ['a success without a value', { kind: 'readValue', phase: 'noValue', result: 1 }, 'noValue'],
    ['a failure', { phase: 'failed', result: 5 }, 'exe_5'],
    ['a refusal', { phase: 'refused', result: 3 }, 'qn_3'],
  ])('%s', (_, given, expected) => {
    const ended: Ended = {
      kind: 'execute',
      phase: 'done',
      isAccepted: false,
      packets: 0,
      result: null,
      ...given,
    };
    expect(describeResult(ended)).toBe(`device.results.${expected}`);
  });

  it.each([
    ['refused', 77, 'unknownRefusal'],
    ['failed', 77, 'unknownResult'],
  ] as const)('%s with a number that the standard does not have', (phase, result, expected) => {
    const ended: Ended = { kind: 'execute', phase, isAccepted: false, packets: 0, result };
    expect(describeResult(ended)).toContain(`device.results.${expected}`);
  });
});
