import { fail } from '@limpid/contract/errors';
import { maxAddresses } from '@limpid/contract/site/forward-address';
import type { App, ForwardAddressChange } from '../../../platform/app.ts';
import type { Database } from '../../../platform/db/database.ts';
import { checkReceiver, type Network } from './check-receiver.ts';
import { makeShortForm, planShortForm, type ShortForm } from './short-form.rule.ts';
import {
  changeProtocol,
  findShortForm,
  insertTargets,
  lockTargets,
  removeTargets,
  saveShortForm,
} from './target.store.ts';

/** Makes the targets of an entity those that its short form lists; targets that stay keep their settings. */
export function makeAddressFollower(network: Network): App['forwardAddressFollowers'][number] {
  return async (db, { entityId, before, after, userName }) => {
    const targets = await lockTargets(db, entityId);
    const plan = planShortForm(targets, before && readShortForm(before), readShortForm(after));
    const { added, removed, changed, taken } = plan;
    const protocol = after.forwardProtocol;
    if (taken !== undefined) fail('entity.forward_twice', { address: taken }, 'forwardAddress');
    if (targets.length + added.length - removed.length > maxAddresses)
      fail('entity.forward_many', { limit: maxAddresses }, 'forwardAddress');
    if (protocol === 'mqtt' && added.length + changed.length > 0)
      fail('forward.topic_needed', {}, 'forwardProtocol');
    for (const target of added) await checkReceiver(target, network, 'forwardAddress');
    await removeTargets(db, removed);
    await changeProtocol(db, changed, protocol, userName);
    await insertTargets(db, entityId, added, userName);
  };
}

type Addresses = ForwardAddressChange['after'];
const readShortForm = ({ forwardProtocol, forwardAddress }: Addresses): ShortForm => ({
  protocol: forwardProtocol,
  address: forwardAddress,
});

/** Lets an entity say what its targets are, without one that is about to be removed. */
export async function renewShortForm(db: Database, entityId: number, withoutId?: number): Promise<void> {
  const targets = await lockTargets(db, entityId);
  const now = await findShortForm(db, entityId);
  if (!now) return;
  const left = targets.filter(({ targetId }) => targetId !== withoutId);
  await saveShortForm(db, entityId, makeShortForm(left, now));
}
