import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import Type, { type Static } from 'typebox';
import type { App } from '../../../platform/app.ts';
import { busReconnected, publishWithin } from '../../../platform/bus.ts';
import { defineTopic } from '../../../platform/bus-topic.ts';
import type { Connection } from '../../../platform/db/transaction.ts';
import type { Reading } from '../../reading/model.api.ts';
import type { TestedSite } from './prefilter.rule.ts';
import type { ValueWindows } from './value-windows.rule.ts';

/** A process begins to store values of sites. If `by` is empty, all processes forget what they know of them. */
const claim = Type.Object({ by: Type.String(), siteIds: Type.Array(Type.Integer()) });
type Claim = Static<typeof claim>;
const sitesClaimed = defineTopic('alarm.sites-claimed', claim);
/** Site ids that fit into one notification. */
const sitesAtOnce = 700;

/** The longest time for which another process may still store a batch that it tested before. */
export const settleMs = 10 * SECOND_MS;
/** How far back the values of a lost site are evaluated again. */
const doubtfulMs = HOUR_MS;
/** How long a process waits before it claims a site again: a station may send to several processes in turn. */
const claimEveryMs = 10 * MINUTE_MS;
/** Older values are in no window: the longest period of a rule is a day. */
const longestWindowMs = 3 * DAY_MS;

/** A site that other processes store values of, and from where on its values are evaluated again. */
export interface LostSite {
  siteId: number;
  /** Undefined if all of its values were queued. */
  firstAt: number | undefined;
  /** Whether the new owner has to begin again: this process may have stored values of the site since its claim. */
  isClaimed: boolean;
}

/**
 * Decides which sites have complete windows here. A process claims a site in the transaction that stores its first value of
 * it, and owns the site when it receives its own claim, which proves the commit. Whoever receives the claim of another
 * process loses the site, and asks the new owner to begin again, because both may have stored values in between.
 */
export interface SiteClaims {
  /** Claims the sites of readings that are to be stored. */
  claim(client: Connection, readings: readonly Reading[]): Promise<void>;
  /** Makes all processes forget the sites of readings that are changed. */
  forget(client: Connection, readings: readonly Reading[]): Promise<void>;
  /** Makes other processes forget sites that were lost. */
  tellOthers(lost: readonly LostSite[]): Promise<void>;
}

const nobody = '';

export function openSiteClaims(
  app: Pick<App, 'bus' | 'clock'>,
  windows: ValueWindows,
  findSite: (siteId: number) => TestedSite | undefined,
  onLost: (lost: readonly LostSite[]) => void,
): SiteClaims {
  const self = randomUUID();
  const now = () => app.clock.now().getTime();
  const claimedAt = new Map<number, number>();
  const ownedElsewhere = new Set<number>();

  const hasClaimed = (siteId: number) => now() - (claimedAt.get(siteId) ?? -Infinity) < claimEveryMs;

  function lose(siteIds: readonly number[], isClaimed: boolean): void {
    const lost = siteIds.flatMap((siteId): LostSite[] => {
      const known = windows.release(siteId);
      if (known) return [{ siteId, firstAt: Math.max(known.since, known.newestAt - doubtfulMs), isClaimed }];
      // While it waits to claim a site again, this process stores its values without saying so.
      return isClaimed && hasClaimed(siteId) ? [{ siteId, firstAt: undefined, isClaimed }] : [];
    });
    if (lost.length > 0) onLost(lost);
  }

  app.bus.subscribe(sitesClaimed, ({ by, siteIds }) => {
    for (const siteId of siteIds) {
      if (by === self || by === nobody) ownedElsewhere.delete(siteId);
      else ownedElsewhere.add(siteId);
      if (by === self) windows.own(siteId, now() + settleMs);
    }
    if (by !== self) lose(siteIds, by !== nobody);
  });
  app.bus.subscribe(busReconnected, () => {
    claimedAt.clear();
    lose(windows.owned(), true);
  });

  async function eachMessage(
    by: string,
    sites: readonly { siteId: number }[],
    publish: (message: Claim) => Promise<void>,
  ): Promise<void> {
    const siteIds = [...new Set(sites.map(({ siteId }) => siteId))];
    for (let at = 0; at < siteIds.length; at += sitesAtOnce)
      await publish({ by, siteIds: siteIds.slice(at, at + sitesAtOnce) });
  }

  const hasWindows = ({ siteId }: Reading) => findSite(siteId)?.tests?.plan !== undefined;

  return {
    async claim(client, readings) {
      const unowned = readings.filter((reading) => !windows.owns(reading.siteId) && hasWindows(reading));
      if (unowned.length === 0) return;
      const at = now();
      const claimed = unowned.filter(({ siteId }) => !hasClaimed(siteId));
      const shared = unowned.filter(({ siteId }) => hasClaimed(siteId));
      for (const { siteId } of claimed) claimedAt.set(siteId, at);
      const publish = (message: Claim) => publishWithin(client, sitesClaimed, message);
      await eachMessage(self, claimed, publish);
      await eachMessage(
        nobody,
        shared.filter(({ siteId }) => ownedElsewhere.has(siteId)),
        publish,
      );
    },
    forget: (client, readings) => {
      const oldest = now() - longestWindowMs;
      const recent = readings.filter((reading) => reading.ts > oldest && hasWindows(reading));
      for (const { siteId } of recent) windows.release(siteId);
      return eachMessage(nobody, recent, (message) => publishWithin(client, sitesClaimed, message));
    },
    tellOthers: (lost) =>
      eachMessage(
        nobody,
        lost.filter(({ isClaimed }) => isClaimed),
        (message) => app.bus.publish(sitesClaimed, message),
      ),
  };
}
