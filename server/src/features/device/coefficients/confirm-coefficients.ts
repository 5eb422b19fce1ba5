import type { App } from '../../../platform/app.ts';
import { siteChanged } from '../../reading/model.api.ts';
import { confirmCoefficient, listUnconfirmed } from './coefficient.store.ts';
import { judgeCoefficient, listAppliedByPlatform } from './coefficient-state.rule.ts';

/**
 * Notices which devices have confirmed the K and B that were written to them. From the moment of the write on the
 * platform applies what the device does not.
 */
export async function confirmCoefficients(
  { db, bus }: Pick<App, 'db' | 'bus'>,
  onlySite?: number,
): Promise<void> {
  let isChanged = false;
  for (const one of await listUnconfirmed(db, onlySite)) {
    if (judgeCoefficient(one) !== 'confirmed') continue;
    const { siteId, channelId, k, b, coefficients, writtenAt, orderedBy: updateBy } = one;
    const wanted = coefficients.filter((given) => given.channelId === channelId);
    const [platform = { channelId, k: 1, b: 0 }] = listAppliedByPlatform(wanted, [
      { channelId, confirmedK: k, confirmedB: b },
    ]);
    const given = { siteId, device: { channelId, k, b }, platform, since: new Date(writtenAt), updateBy };
    if (await confirmCoefficient(db, given)) isChanged = true;
  }
  if (isChanged) await bus.publish(siteChanged);
}
