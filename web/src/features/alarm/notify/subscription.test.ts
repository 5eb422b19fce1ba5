import { describe, expect, it } from 'vitest';
import { toBody, toValues } from './subscription.ts';

const stored = {
  subscriptionName: 'Night',
  enabled: false,
  severities: ['critical'],
  notifyChannelIds: [3],
  ruleIds: [5],
  afterMinutes: 30,
  quietFrom: '23:00',
  quietTo: '06:00',
  zone: 'Europe/Paris',
  criticalPasses: false,
};

describe('the form of a subscription', () => {
  it.each([
    ['as it is stored', stored],
    [
      'of all rules, at once, without quiet hours',
      { ...stored, ruleIds: null, afterMinutes: 0, quietFrom: null, quietTo: null },
    ],
  ])('keeps a subscription %s', (_, subscription) => {
    expect(toBody(toValues(subscription), subscription.enabled)).toEqual(subscription);
  });

  it('begins with important alarms at once', () => {
    expect(
      toBody({ ...toValues(undefined), subscriptionName: 'Mine', notifyChannelIds: [1] }, true),
    ).toMatchObject({
      severities: ['major', 'critical'],
      ruleIds: null,
      afterMinutes: 0,
      quietFrom: null,
    });
  });
});
