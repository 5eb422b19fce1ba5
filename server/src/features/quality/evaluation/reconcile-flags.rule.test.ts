import { describe, expect, it } from 'vitest';
import type { StoredFlag } from './flag.store.ts';
import { flagKey, reconcileFlags } from './reconcile-flags.rule.ts';

const found: StoredFlag = {
  siteId: 1,
  at: 0,
  slot: 1,
  ruleId: 7,
  ruleName: 'Too high',
  ruleNameEn: null,
  ruleNameFr: null,
  test: 'range',
  basis: 'hour',
  value: 182,
  low: null,
  high: 150,
  span: null,
  counts: false,
  state: 'open',
};
const reconcile = (stored: StoredFlag, now: Partial<StoredFlag>) => {
  const next = { ...found, ...now };
  return reconcileFlags([stored], new Map([[flagKey(next), next]]), () => true);
};

describe('a rejected flag', () => {
  const rejected: StoredFlag = { ...found, state: 'rejected' };

  it('stays rejected while the hour is nearly as the auditor saw it', () => {
    expect(reconcile(rejected, {})).toEqual({ saved: [], removed: [] });
    expect(reconcile(rejected, { value: 190 })).toEqual({ saved: [], removed: [] });
    expect(reconcile(rejected, { ruleName: 'Renamed', value: 190 }).saved).toEqual([
      { ...rejected, ruleName: 'Renamed' },
    ]);
  });

  it.each([
    ['the value', { value: 950 }],
    ['the value, downwards', { value: 155 }],
    ['a limit', { high: 100 }],
    ['a limit that was not there', { low: 5 }],
  ])('is open again once %s has become another', (_, now) => {
    expect(reconcile(rejected, now).saved).toEqual([{ ...found, ...now, state: 'open' }]);
  });

  it('is open again after many small changes, each of which says little', () => {
    let stored = rejected;
    for (let value = 182; value < 220; value += 5) stored = reconcile(stored, { value }).saved[0] ?? stored;
    expect(stored.state).toBe('open');
  });
});

describe('a confirmed flag', () => {
  it('stays confirmed, with the newest numbers', () => {
    const confirmed: StoredFlag = { ...found, state: 'confirmed' };
    expect(reconcile(confirmed, { value: 950 }).saved).toEqual([{ ...confirmed, value: 950 }]);
  });
});
