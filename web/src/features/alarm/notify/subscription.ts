import type { listOwnSubscriptions, NotifySubscription } from '@limpid/contract/alarm/notify-subscription';
import type { ReplyValue } from '@limpid/contract/kit/endpoint';

/** The channels and rules to choose from, and where the user is reached. */
export type SubscriptionChoices = ReplyValue<(typeof listOwnSubscriptions)['reply']>;

/** Values of the form. */
export interface SubscriptionValues
  extends Omit<NotifySubscription, 'ruleIds' | 'quietFrom' | 'quietTo' | 'enabled'> {
  rules: 'all' | 'some';
  ruleIds: number[];
  when: 'atOnce' | 'later';
  quiet: boolean;
  quietFrom: string;
  quietTo: string;
}

const newSubscription: NotifySubscription = {
  subscriptionName: '',
  enabled: true,
  severities: ['major', 'critical'],
  notifyChannelIds: [],
  ruleIds: null,
  afterMinutes: 0,
  quietFrom: null,
  quietTo: null,
  zone: '',
  criticalPasses: true,
};
/** Defaults that are filled in when a person chooses escalation or turns quiet hours on. */
const usualMinutes = 15;
const usualQuiet = { quietFrom: '22:00', quietTo: '07:00' };

export function toValues(stored: NotifySubscription | undefined): SubscriptionValues {
  const { ruleIds, quietFrom, quietTo, afterMinutes, zone, ...facts } = stored ?? newSubscription;
  const quiet = quietFrom !== null && quietTo !== null;
  return {
    ...facts,
    ...(quiet ? { quietFrom, quietTo } : usualQuiet),
    quiet,
    zone: zone || Intl.DateTimeFormat().resolvedOptions().timeZone,
    rules: ruleIds ? 'some' : 'all',
    ruleIds: ruleIds ?? [],
    when: afterMinutes === 0 ? 'atOnce' : 'later',
    afterMinutes: afterMinutes || usualMinutes,
  };
}

export function toBody(
  { rules, ruleIds, quiet, quietFrom, quietTo, when, afterMinutes, ...facts }: SubscriptionValues,
  enabled: boolean,
): NotifySubscription {
  return {
    ...facts,
    enabled,
    quietFrom: quiet ? quietFrom : null,
    quietTo: quiet ? quietTo : null,
    ruleIds: rules === 'all' ? null : ruleIds,
    afterMinutes: when === 'atOnce' ? 0 : afterMinutes,
  };
}
