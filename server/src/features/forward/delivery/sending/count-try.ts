import type { FailureReason } from '../../target.ts';
import { type Parked, park } from '../parking.rule.ts';
import type { PendingShipment } from '../shipment.ts';
import type { SiteHealths } from './site-health.ts';

/** Counts a packet that failed for its own sake or its site's; returns how it is set aside after the last of its tries. */
export function countTry(
  shipment: PendingShipment,
  { reason, now }: { reason: FailureReason; now: number },
  siteHealths: SiteHealths,
): Parked | undefined {
  const { siteId, parked: before, lane, sentAt, failedAt = before?.at ?? sentAt } = shipment;
  shipment.failedAt = now;
  // A target that answers nothing is away, so its backlog waits in order.
  if (reason === 'timeout' && lane === 'backlog' && !siteHealths.hasAcceptedAfter(failedAt)) return undefined;
  shipment.tries += 1;
  if (!before && shipment.tries < siteHealths.countTries(siteId)) return undefined;
  siteHealths.park(siteId);
  return park(before, {
    isRefused: reason === 'refused',
    wasSiteAccepted: before !== undefined && siteHealths.wasAcceptedAfter(siteId, before.at),
    now,
  });
}
