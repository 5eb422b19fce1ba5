import { readSubscription, saveSubscription } from '@limpid/contract/alarm/notify-subscription';
import { fail } from '@limpid/contract/errors';
import { isZone } from '@limpid/contract/zone';
import type { App } from '../../../../platform/app.ts';
import { type Caller, isSuperUser } from '../../../../platform/auth/caller.ts';
import { computeScope } from '../../../../platform/auth/scope.rule.ts';
import { route } from '../../../../platform/http/route.ts';
import { listSubscriptions } from '../delivery/receivers.store.ts';
import { listPersonalChannels, listRuleChoices } from './choices.store.ts';
import { findAddressee } from './notify-channel.store.ts';
import { replaceSubscription } from './subscription.store.ts';

/** The notification settings of each person. */
export function addSubscriptions(app: App): void {
  const listChannels = (caller: Caller) =>
    listPersonalChannels(app.db, isSuperUser(caller) ? null : (caller.deptId ?? 0));
  const listRules = (caller: Caller) => listRuleChoices(app.db, computeScope(caller, 'alarm:log:list'));

  route(app, readSubscription, async ({ caller }) => {
    const [stored] = await listSubscriptions(app.pool, caller.userId);
    const channels = await listChannels(caller);
    const rules = await listRules(caller);
    const addressee = await findAddressee(app.pool, caller.userId);
    const isOffered = (id: number) => channels.some(({ notifyChannelId }) => notifyChannelId === id);
    const isRule = (id: number) => rules.some(({ ruleId }) => ruleId === id);
    return {
      severities: [...(stored?.severities ?? ['major', 'critical'])],
      notifyChannelIds: (stored?.notifyChannelIds ?? []).filter(isOffered),
      ruleIds: stored?.ruleIds?.filter(isRule) ?? null,
      quietFrom: stored?.quietFrom ?? null,
      quietTo: stored?.quietTo ?? null,
      zone: stored?.zone ?? app.config.zone,
      criticalPasses: stored?.criticalPasses ?? true,
      email: addressee?.email ?? null,
      phonenumber: addressee?.phonenumber ?? null,
      channels,
      rules,
    };
  });
  route(app, saveSubscription, async ({ caller, body, language }) => {
    if (!isZone(body.zone)) fail('notify.zone', {}, 'zone');
    if ((body.quietFrom === null) !== (body.quietTo === null)) fail('notify.quiet_hours', {}, 'quietFrom');
    const offered = new Set((await listChannels(caller)).map(({ notifyChannelId }) => notifyChannelId));
    if (!body.notifyChannelIds.every((id) => offered.has(id))) fail('notify.channel', {}, 'notifyChannelIds');
    const rules = new Set((await listRules(caller)).map(({ ruleId }) => ruleId));
    const ruleIds = body.ruleIds?.filter((id) => rules.has(id)) ?? null;
    const subscription = { ...body, ruleIds, userId: caller.userId, language };
    await replaceSubscription(app.pool, subscription, app.clock.now());
  });
}
