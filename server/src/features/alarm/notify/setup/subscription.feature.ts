import {
  addSubscription,
  editSubscription,
  listOwnSubscriptions,
  maxSubscriptions,
  type NotifySubscription,
  removeSubscription,
} from '@limpid/contract/alarm/notify-subscription';
import { fail } from '@limpid/contract/errors';
import type { Language } from '@limpid/contract/language';
import { isZone } from '@limpid/contract/zone';
import type { App } from '../../../../platform/app.ts';
import { type Caller, isSuperUser } from '../../../../platform/auth/caller.ts';
import { computeScope } from '../../../../platform/auth/scope.rule.ts';
import { route } from '../../../../platform/http/route.ts';
import { findAddressee, listSubscriptions } from '../delivery/receivers.store.ts';
import { listPersonalChannels, listRuleChoices } from './choices.store.ts';
import { deleteSubscription, insertSubscription, updateSubscription } from './subscription.store.ts';

/** The notification settings of each person. */
export function addSubscriptions(app: App): void {
  const listChannels = (caller: Caller) =>
    listPersonalChannels(app.db, isSuperUser(caller) ? null : (caller.deptId ?? 0));
  const listRules = (caller: Caller) => listRuleChoices(app.db, computeScope(caller, 'alarm:log:list'));

  async function check({
    caller,
    body,
    language,
  }: {
    caller: Caller;
    body: NotifySubscription;
    language: Language;
  }) {
    const subscriptionName = body.subscriptionName.trim();
    if (subscriptionName === '')
      fail('field.required', { label: 'notify.subscription.fields.subscriptionName' }, 'subscriptionName');
    if (!isZone(body.zone)) fail('notify.zone', {}, 'zone');
    if ((body.quietFrom === null) !== (body.quietTo === null)) fail('notify.quiet_hours', {}, 'quietFrom');
    const offered = new Set((await listChannels(caller)).map(({ notifyChannelId }) => notifyChannelId));
    if (!body.notifyChannelIds.every((id) => offered.has(id))) fail('notify.channel', {}, 'notifyChannelIds');
    const rules = new Set((await listRules(caller)).map(({ ruleId }) => ruleId));
    const ruleIds = body.ruleIds?.filter((id) => rules.has(id)) ?? null;
    return { ...body, subscriptionName, ruleIds, userId: caller.userId, language, now: app.clock.now() };
  }

  route(app, listOwnSubscriptions, async ({ caller }) => {
    const stored = await listSubscriptions(app.pool, caller.userId);
    const channels = await listChannels(caller);
    const rules = await listRules(caller);
    const addressee = await findAddressee(app.pool, caller.userId);
    const isOffered = (id: number) => channels.some(({ notifyChannelId }) => notifyChannelId === id);
    const isRule = (id: number) => rules.some(({ ruleId }) => ruleId === id);
    return {
      subscriptions: stored
        .toSorted((one, other) => one.subscriptionId - other.subscriptionId)
        .map((one) => ({
          ...one,
          severities: [...one.severities],
          notifyChannelIds: one.notifyChannelIds.filter(isOffered),
          ruleIds: one.ruleIds?.filter(isRule) ?? null,
        })),
      email: addressee?.email ?? null,
      phonenumber: addressee?.phonenumber ?? null,
      channels,
      rules,
    };
  });
  route(app, addSubscription, async (request) => {
    const isAdded = await insertSubscription(app.pool, await check(request), maxSubscriptions);
    if (!isAdded) fail('notify.too_many_subscriptions', { count: maxSubscriptions });
  });
  route(app, editSubscription, async (request) => {
    if (!(await updateSubscription(app.pool, request.params.id, await check(request)))) fail('row.gone');
  });
  route(app, removeSubscription, async ({ caller, params: { id } }) => {
    if (!(await deleteSubscription(app.pool, caller.userId, id))) fail('row.gone');
  });
}
