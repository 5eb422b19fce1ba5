import { findPollutant } from '@limpid/aqi/pollutant';
import { fail } from '@limpid/contract/errors';
import type { Database } from '../../../platform/db/database.ts';
import { findOutsideOnTheWay } from '../rules/propose.rule.ts';
import { listConfiguredResults } from './result.store.ts';

const errors = { kOutside: 'calibration.k_outside', bOutside: 'calibration.b_outside' } as const;

/**
 * Refuses results whose site or pollutant has left their config since the round, and those whose K and B are outside the
 * limits that it has now, unless they lead back into them. Nothing else that changes in a config makes its results invalid.
 */
export async function refuseOutsideConfig(db: Database, resultIds: readonly number[]): Promise<void> {
  for (const result of await listConfiguredResults(db, resultIds)) {
    const { siteName, channelCode, gbCode, unit, isMember, k, b, kBefore, bBefore, kFitted, bFitted } =
      result;
    const name = `${siteName} · ${channelCode}`;
    if (!isMember) fail('calibration.removed', { name });
    const lines = {
      proposed: { k, b },
      fitted: { k: kFitted ?? k, b: bFitted ?? b },
      inForce: { k: kBefore ?? 1, b: bBefore ?? 0 },
    };
    const channel = { pollutant: findPollutant(gbCode), unit: unit ?? '' };
    const outside = findOutsideOnTheWay(lines, channel, result);
    if (!outside) continue;
    const { reason, found, limit } = outside;
    fail(errors[reason], { name, found, limit: Number(limit.toPrecision(4)) });
  }
}
