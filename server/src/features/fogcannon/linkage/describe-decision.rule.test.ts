import { expect, it } from 'vitest';
import { describeDecision } from './describe-decision.rule.ts';
import type { LinkageRule } from './linkage.store.ts';
import { testSettings } from './linkage-settings.fixture.ts';

it.each<[number, number, number[], string, string]>([
  [0, 150, [182, 190], '182, 190', '150'],
  [0, 150, [182.4], '182', '150'],
  [0, 150.5, [150.6, 151], '150.6, 151', '150.5'],
  [0, 150, [150.04], '150.04', '150'],
  [1, 0.25, [0.31], '0.31', '0.25'],
])(
  'with %i decimals and the threshold %d shows %j as %s above %s',
  (decimals, threshold, values, shown, limit) => {
    const channel = { channelCode: 'PM10', channelUnit: null, slot: 0, rainCode: null, decimals };
    const rule: LinkageRule = {
      ...testSettings,
      ...channel,
      ruleId: 1,
      ruleName: '',
      isDryRun: false,
      threshold,
    };
    const { params } = describeDecision({ kind: 'start', reason: 'met', values }, rule);
    expect([params['values'], params['limit']]).toEqual([shown, limit]);
  },
);
