import type { Connection } from '../../../platform/db/transaction.ts';
import { eachReadingMoment } from '../../reading/storage.api.ts';
import { divideRange } from './divide-range.rule.ts';
import {
  type LoggedReading,
  type OrderedGap,
  type ReissueReceiver,
  readSiteProgress,
  type SiteProgress,
} from './reissue.store.ts';

/** Gaps with one reading each, of those that are still stored and that the target gets; how many wait to be sent anyway. */
export async function planLogged(
  client: Connection,
  logged: readonly LoggedReading[],
  targets: readonly ReissueReceiver[],
): Promise<{ gaps: OrderedGap[]; waiting: number }> {
  const gaps: OrderedGap[] = [];
  const known = new Map<number, SiteProgress>();
  const targetIds = targets.map(({ targetId }) => targetId);
  let waiting = 0;
  for (const { ts, ...reading } of logged) {
    const { targetId, siteId, kind } = reading;
    const target = targets.find((one) => one.targetId === targetId);
    if (!target?.siteIds.includes(siteId) || !target.kinds.includes(kind)) continue;
    const span = { from: ts, to: ts };
    if (!(await isStored(client, { siteId, kind, ...span }))) continue;
    const progress = known.get(siteId) ?? (await readSiteProgress(client, siteId, targetIds));
    known.set(siteId, progress);
    const isOf = (one: Pick<LoggedReading, 'targetId' | 'kind'>) =>
      one.targetId === targetId && one.kind === kind;
    const { wanted } = divideRange(span, progress.lanes.find(isOf), progress.gaps.filter(isOf), {
      acknowledged: true,
    });
    if (wanted.length > 0) gaps.push({ ...reading, ...span, readings: 1 });
    else waiting += 1;
  }
  return { gaps, waiting };
}

async function isStored(
  client: Connection,
  reading: Parameters<typeof eachReadingMoment>[1],
): Promise<boolean> {
  let found = false;
  await eachReadingMoment(client, reading, () => {
    found = true;
  });
  return found;
}
