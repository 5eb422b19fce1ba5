import {
  type BackfillKind,
  backfillKinds,
  type GapsOfKind,
  isGapPeriod,
  maxBackfillRequests,
  maxListedGaps,
} from '@limpid/contract/backfill/backfill';
import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { AppError } from '@limpid/contract/errors';
import type { Connection } from '../../platform/db/transaction.ts';
import { hasCommands } from '../device/device.api.ts';
import { refuseLockedPeriods } from '../reading/locks/locks.api.ts';
import { type PacketKind, packetKind } from '../reading/model.api.ts';
import { eachReadingMoment } from '../reading/storage.api.ts';
import { type BackfillSite, listOpenSpans, listQueuedHours, readCoveredHours } from './backfill.store.ts';
import {
  findMissingDays,
  findMissingHours,
  findMissingMinutes,
  joinSlots,
  leaveOut,
  liesWithin,
  planRequests,
  type Slot,
} from './find-missing.rule.ts';

/** The rows of a kind that are missing at a site in a period. Whether an hour is, is not known before its roll-up. */
export async function findMissing(
  client: Connection,
  site: BackfillSite,
  kind: BackfillKind,
  period: Slot & { now: number },
): Promise<Slot[]> {
  const missing = await findNotStored(client, site, kind, period);
  if (kind === packetKind.minute || missing.length === 0) return missing;
  const queued = [...(await listQueuedHours(client, site.siteId, period))];
  return missing.filter(({ from, to }) => !queued.some((hour) => hour >= from && hour < to));
}

async function findNotStored(
  client: Connection,
  { siteId, since, zone, minuteStep }: BackfillSite,
  kind: BackfillKind,
  period: Slot & { now: number },
): Promise<Slot[]> {
  const whole = { ...period, since, zone };
  const readMoments = async (...kinds: PacketKind[]) => {
    const moments = new Set<number>();
    const { from, to } = period;
    for (const sent of kinds)
      await eachReadingMoment(client, { siteId, kind: sent, from, to: to - 1 }, (ts) =>
        moments.add(Math.round(ts)),
      );
    return moments;
  };
  if (kind === packetKind.minute) {
    const moments = await readMoments(packetKind.minute, packetKind.realtime);
    return findMissingMinutes(whole, minuteStep * MINUTE_MS, moments);
  }
  const stored = {
    covered: await readCoveredHours(client, siteId, period),
    sent: await readMoments(packetKind.hour),
  };
  if (kind === packetKind.hour) return findMissingHours(whole, stored);
  return findMissingDays(whole, { ...stored, sentDays: await readMoments(packetKind.day) });
}

/** How many of the rows that were missing in the period of a request are there by now. */
export async function countArrived(
  client: Connection,
  site: BackfillSite,
  { kind, missing, ...period }: Slot & { kind: BackfillKind; missing: number },
  now: number,
): Promise<number> {
  const rest = await findNotStored(client, site, kind, { ...period, now });
  return Math.max(0, missing - rest.length);
}

/** Refuses to ask the device for rows of a kind, with the reason. */
export async function checkAsking(
  client: Connection,
  site: BackfillSite,
  kind: BackfillKind,
  slots: readonly Slot[],
): Promise<void> {
  const { siteId, siteName: name, kinds, isStopped, isConnected, protocol, typeName } = site;
  if (!hasCommands(protocol)) throw new AppError('backfill.protocol', { name });
  if (!kinds.includes(kind)) throw new AppError('backfill.device_type', { type: typeName });
  if (isStopped) throw new AppError('backfill.stopped', { name });
  if (!isConnected) throw new AppError('backfill.offline', { name });
  if (slots.length === 0) throw new AppError('backfill.nothing', { name });
  await refuseLockedPeriods(
    client,
    joinSlots(slots).map(({ from, to }) => ({ siteId, from, to })),
  );
  if (planRequests(slots, site.requestHours * HOUR_MS).length > maxBackfillRequests)
    throw new AppError('backfill.requests', { count: maxBackfillRequests });
}

/** The gaps of each kind, and whether the device can be asked for them. */
export async function findGaps(
  client: Connection,
  site: BackfillSite,
  period: Slot & { now: number },
  describe: (problem: AppError) => string,
): Promise<GapsOfKind[]> {
  const found: GapsOfKind[] = [];
  for (const kind of backfillKinds) {
    if (!isGapPeriod(kind, period)) continue;
    const slots = await findMissing(client, site, kind, period);
    const open = await listOpenSpans(client, site.siteId, kind);
    const rest = leaveOut(slots, open);
    const asked = leaveOut(slots, rest);
    const gaps = joinSlots(slots);
    const problem = await checkAsking(client, site, kind, rest).then(
      () => null,
      (error: unknown) => {
        if (error instanceof AppError) return describe(error);
        throw error;
      },
    );
    found.push({
      kind,
      gaps: gaps
        .slice(-maxListedGaps)
        .toReversed()
        .map((gap) => ({
          ...gap,
          asked: asked.filter((slot) => liesWithin(slot, gap)).length,
        })),
      count: gaps.length,
      missing: slots.length,
      asked: asked.length,
      requests: planRequests(rest, site.requestHours * HOUR_MS).length,
      period: spanOf(rest),
      problem,
    });
  }
  return found;
}

function spanOf(slots: readonly Slot[]): Slot | null {
  const [first, last] = [slots[0], slots.at(-1)];
  return first && last ? { from: first.from, to: last.to } : null;
}
