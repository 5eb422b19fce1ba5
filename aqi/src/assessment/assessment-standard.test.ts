import { describe, expect, it } from 'vitest';
import {
  type AssessmentStandard,
  assessmentStandards,
  findAssessmentStandard,
  listUnconfirmedRules,
} from './assessment-standard.ts';

describe('the standard of a period', () => {
  it.each([
    ['2010-12-31', 'HJ 663-2013'],
    ['2026-02-28', 'HJ 663-2013'],
    ['2026-03-01', 'HJ 663-2026'],
    ['2026-12-31', 'HJ 663-2026'],
  ])('that ends on %s is %s', (lastDay, edition) => {
    expect(findAssessmentStandard(lastDay).edition).toBe(edition);
  });

  it('names its unconfirmed rules', () => {
    expect(listUnconfirmedRules(assessmentStandards['HJ 663-2013'])).toEqual(['indexDecimals']);
    expect(listUnconfirmedRules(assessmentStandards['HJ 663-2026'])).toEqual([
      'indexLimits',
      'weights',
      'decimals',
      'indexDecimals',
    ]);
  });

  it('has no rule that the list of unconfirmed ones passes over', () => {
    const { rules } = assessmentStandards['HJ 663-2026'];
    const unconfirmed = Object.fromEntries(
      Object.entries(rules).map(([name, { value }]) => [name, { confirmed: false, value }]),
    );
    // Every rule keeps its type; only its flag has changed.
    const doubtful = { rules: unconfirmed } as unknown as AssessmentStandard;
    expect(listUnconfirmedRules(doubtful)).toEqual(Object.keys(rules));
  });
});
