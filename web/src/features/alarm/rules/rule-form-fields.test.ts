import { describe, expect, it } from 'vitest';
import type { TypedRule } from '../../../query/alarm-rules/describe-condition.ts';
import { listMissingFields } from './rule-form-fields.ts';

describe('the fields that a preview still needs', () => {
  const limit: TypedRule = { alarmType: 'limit', target: 'site', compare: 'gt' };

  it.each<[string, TypedRule, string[]]>([
    ['are target, channel and threshold at first', limit, ['siteId', 'channelId', 'threshold']],
    ['follow the target', { ...limit, target: 'entity' }, ['entityId', 'channelId', 'threshold']],
    ['accept a threshold of zero', { ...limit, siteId: 1, channelId: 2, threshold: 0 }, []],
    ['accept an index instead of a channel', { ...limit, siteId: 1, indexCode: 'china', threshold: 100 }, []],
    [
      'need no threshold with the limits of sites',
      { ...limit, siteId: 1, channelId: 2, siteLimit: true },
      [],
    ],
    ['are none for silence at a site', { alarmType: 'offline', target: 'site', siteId: 1 }, []],
  ])('%s', (_what, rule, expected) => {
    expect(listMissingFields(rule)).toEqual(expected);
  });
});
