import { describe, expect, it } from 'vitest';
import type { NotifyChannel } from '../send/channel.ts';
import {
  type AlarmFacts,
  findLateReceivers,
  findLaterSubscriptions,
  findReceivers,
  findRotas,
  type Reader,
  type Receivers,
  type Rota,
  type Subscription,
} from './route.rule.ts';

const channel = (notifyChannelId: number, facts: Partial<NotifyChannel> = {}): NotifyChannel => ({
  notifyChannelId,
  notifyChannelName: '',
  kind: 'email',
  status: '0',
  deptId: 100,
  language: 'en',
  minSeverity: 'minor',
  recipients: null,
  mailFrom: null,
  smtpUrl: null,
  url: null,
  method: 'POST',
  contentType: 'json',
  bodyTemplate: null,
  templateSecret: null,
  robotUrl: null,
  signingSecret: null,
  previousSecret: null,
  rotatedAt: null,
  ...facts,
});

const reader = (userId: number, scope: Reader['scope']): Reader => ({
  userId,
  nickName: '',
  deptId: 110,
  email: null,
  phonenumber: null,
  scope,
});

const subscription = (facts: Partial<Subscription> = {}): Subscription => ({
  subscriptionId: 1,
  subscriptionName: '',
  userId: 7,
  enabled: true,
  afterMinutes: 0,
  severities: ['major', 'critical'],
  notifyChannelIds: [1],
  ruleIds: null,
  quietFrom: null,
  quietTo: null,
  zone: 'Asia/Shanghai',
  criticalPasses: true,
  language: 'en',
  ...facts,
});

const alarm: AlarmFacts = { severity: 'major', ruleId: 5, departments: [0, 100, 110] };
const noon = Date.parse('2026-11-18T04:00Z');
const midnight = Date.parse('2026-11-18T16:00Z');
const everything = { all: true } as const;
const limited = {
  all: false,
  userId: 7,
  deptIds: [] as number[],
  subtreeOf: null as number | null,
  self: false,
} as const;

function receivers(facts: {
  channels?: NotifyChannel[];
  scope?: Reader['scope'];
  subscriptions?: Subscription[];
}): Receivers {
  const { channels = [channel(1)], scope = everything, subscriptions = [] } = facts;
  return {
    channels: new Map(channels.map((one) => [one.notifyChannelId, one])),
    readers: new Map([[7, reader(7, scope)]]),
    subscriptions,
    rotas: [],
  };
}

describe('people who are told of an alarm', () => {
  it.each<[string, Partial<Subscription>, Reader['scope'], boolean]>([
    ['who chose its severity and all rules', {}, everything, true],
    ['who chose its rule', { ruleIds: [5] }, everything, true],
    ['but not who chose other rules', { ruleIds: [6] }, everything, false],
    ['but not who chose no rule', { ruleIds: [] }, everything, false],
    ['but not who chose other severities', { severities: ['critical'] }, everything, false],
    ['but not by a subscription that is switched off', { enabled: false }, everything, false],
    ['but not at once who want to be told later', { afterMinutes: 15 }, everything, false],
    ['but not by a channel that is gone', { notifyChannelIds: [9] }, everything, false],
    ['whose department it is', {}, { ...limited, deptIds: [110] }, true],
    ['below whose department it is', {}, { ...limited, subtreeOf: 100 }, true],
    ['but not those above which it is', {}, { ...limited, deptIds: [100] }, false],
    ['but not of other departments', {}, { ...limited, deptIds: [120], subtreeOf: 120 }, false],
    ['but not who reach only their own records', {}, { ...limited, self: true }, false],
    ['but not somebody who may no longer read alarms', { userId: 8 }, everything, false],
  ])('are those %s', (_, facts, scope, isNotified) => {
    const found = findReceivers(alarm, receivers({ scope, subscriptions: [subscription(facts)] }), noon);
    expect(found.length > 0).toBe(isNotified);
  });

  it.each<[string, AlarmFacts['severity'], boolean, boolean]>([
    ['waits', 'major', true, true],
    ['passes when critical', 'critical', true, false],
    ['waits when critical alarms do not pass', 'critical', false, true],
  ])('in quiet hours a message %s', (_, severity, criticalPasses, isHeld) => {
    const quiet = subscription({ quietFrom: '22:00', quietTo: '07:00', criticalPasses });
    const [found] = findReceivers({ ...alarm, severity }, receivers({ subscriptions: [quiet] }), midnight);
    expect(found?.heldUntil).toBe(isHeld ? Date.parse('2026-11-18T23:00Z') : undefined);
  });
});

describe('a person with several subscriptions', () => {
  const quiet = subscription({ subscriptionId: 1, quietFrom: '22:00', quietTo: '07:00' });
  const night = subscription({ subscriptionId: 2, ruleIds: [5] });
  const late = subscription({ subscriptionId: 3, afterMinutes: 15 });
  const all = receivers({ subscriptions: [quiet, night, late] });

  it('gets one message by a channel, the earliest', () => {
    expect(findReceivers(alarm, all, midnight)).toMatchObject([{ subscriptionId: 2, heldUntil: undefined }]);
    expect(findReceivers({ ...alarm, ruleId: 4 }, all, midnight)).toMatchObject([{ subscriptionId: 1 }]);
  });

  it('is told later by those that say so', () => {
    expect(findLaterSubscriptions(alarm, all)).toEqual([late]);
    expect(findLateReceivers(alarm, 3, all, noon)).toMatchObject([{ userId: 7, notifyChannelId: 1 }]);
    expect(findLateReceivers({ ...alarm, severity: 'info' }, 3, all, noon)).toEqual([]);
    expect(findLateReceivers(alarm, 2, all, noon)).toEqual([]);
  });
});

describe('channels that are told of an alarm', () => {
  it.each<[string, Partial<NotifyChannel>, boolean]>([
    ['a webhook of the department above', { kind: 'webhook' }, true],
    ['a robot of its department', { kind: 'wecom', deptId: 110 }, true],
    ['not a webhook of another department', { kind: 'webhook', deptId: 120 }, false],
    ['not a disabled one', { kind: 'webhook', status: '1' }, false],
    ['not one for more severe alarms', { kind: 'webhook', minSeverity: 'critical' }, false],
    ['e-mail with fixed recipients', { recipients: 'a@b.example' }, true],
    ['not e-mail that only people chose', {}, false],
    ['never the browser', { kind: 'browser', recipients: 'x' }, false],
  ])('%s', (_, facts, isNotified) => {
    const found = findReceivers(alarm, receivers({ channels: [channel(1, facts)] }), noon);
    expect(found.map(({ userId }) => userId)).toEqual(isNotified ? [null] : []);
  });
});

describe('rotas', () => {
  const rota: Rota = {
    rotaId: 1,
    rotaName: '',
    deptId: 100,
    zone: 'Asia/Shanghai',
    minSeverity: 'major',
    ruleIds: null,
    notifyChannelIds: [1],
    afterMinutes: 15,
    nextMinutes: 15,
    shifts: [],
  };

  it.each<[string, Partial<Rota>, boolean]>([
    ['its department and severity', {}, true],
    ['its rule', { ruleIds: [5] }, true],
    ['not another rule', { ruleIds: [4] }, false],
    ['not another department', { deptId: 120 }, false],
    ['not less severe alarms', { minSeverity: 'critical' }, false],
  ])('concern alarms of %s', (_, facts, isConcerned) => {
    expect(findRotas(alarm, [{ ...rota, ...facts }])).toHaveLength(isConcerned ? 1 : 0);
  });
});
