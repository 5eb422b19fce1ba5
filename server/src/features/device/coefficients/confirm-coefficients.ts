import type { App } from '../../../platform/app.ts';
import { siteChanged } from '../../reading/model.api.ts';
import { listUnsettled, settleCoefficient } from './coefficient.store.ts';
import { findHeld, listAppliedByPlatform } from './coefficient-state.rule.ts';

/**
 * Notices which of the K and B that were written to them devices have. From the moment of the write on the platform
 * applies what the device does not; if the device has lost it later, from the moment that it says so.
 */
export async function confirmCoefficients(
  { db, bus }: Pick<App, 'db' | 'bus'>,
  onlySite?: number,
): Promise<void> {
  let isChanged = false;
  for (const one of await listUnsettled(db, onlySite)) {
    const { siteId, channelId, batchId, coefficients, outcome, writtenAt, saidAt, orderedBy: updateBy } = one;
    const held = { channelId, k: findHeld('k', outcome.k), b: findHeld('b', outcome.b) };
    const wanted = coefficients.filter((given) => given.channelId === channelId);
    const [platform = { channelId, k: 1, b: 0 }] = listAppliedByPlatform(wanted, [held]);
    const since = new Date(one.settled && saidAt !== null ? saidAt : writtenAt);
    const settled = one.settled || (saidAt !== null && !held.k.isInDoubt && !held.b.isInDoubt);
    const known = { siteId, batchId, held, platform, settled, since, updateBy };
    if (await settleCoefficient(db, known)) isChanged = true;
  }
  if (isChanged) await bus.publish(siteChanged);
}
