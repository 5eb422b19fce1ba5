import { SECOND_MS } from '@limpid/contract/durations';
import type { ReissueChoice, ReissuePreview } from '@limpid/contract/forward/reissue';
import type { Connection } from '../../../platform/db/transaction.ts';
import type { PacketKind } from '../../reading/model.api.ts';
import { eachReadingMoment } from '../../reading/storage.api.ts';
import { countIn, divideRange, type MomentSpan } from './divide-range.rule.ts';
import { type OrderedGap, type ReissueReceiver, readSiteProgress } from './reissue.store.ts';

interface Counts {
  packets: number;
  acknowledged: number;
  waiting: number;
  paused: number;
}

const none: Counts = { packets: 0, acknowledged: 0, waiting: 0, paused: 0 };

export interface ReissuePlan {
  gaps: OrderedGap[];
  preview: ReissuePreview;
}

/** Finds what a reissue would send to each target, and what it leaves out. */
export async function planReissue(
  client: Connection,
  choice: Pick<ReissueChoice, 'kinds' | 'from' | 'to' | 'acknowledged'>,
  targets: readonly ReissueReceiver[],
): Promise<ReissuePlan> {
  const gaps: OrderedGap[] = [];
  const counts = new Map(targets.map(({ targetId }) => [targetId, { ...none }]));
  for (const siteId of new Set(targets.flatMap(({ siteIds }) => siteIds))) {
    const getting = targets.filter(({ siteIds }) => siteIds.includes(siteId));
    const progress = await readSiteProgress(
      client,
      siteId,
      getting.map(({ targetId }) => targetId),
    );
    for (const kind of choice.kinds) {
      const receivers = getting.filter(({ kinds }) => kinds.includes(kind));
      if (receivers.length === 0) continue;
      const moments = await readMoments(client, siteId, kind, choice);
      if (moments.length === 0) continue;
      for (const { targetId } of receivers) {
        const isOf = (one: { targetId: number; kind: PacketKind }) =>
          one.targetId === targetId && one.kind === kind;
        const divided = divideRange(choice, progress.lanes.find(isOf), progress.gaps.filter(isOf), {
          acknowledged: choice.acknowledged,
          paused: progress.paused.filter(isOf),
          reissued: progress.reissued.filter(isOf),
          skipped: progress.skipped.filter(isOf),
        });
        const sum = counts.get(targetId);
        if (sum) addCounts(sum, divided, moments);
        for (const span of divided.wanted) {
          const readings = countIn(moments, span);
          if (readings > 0) gaps.push({ targetId, siteId, kind, ...span, readings });
        }
      }
    }
  }
  return { gaps, preview: summarise(targets, counts) };
}

async function readMoments(
  client: Connection,
  siteId: number,
  kind: PacketKind,
  { from, to }: MomentSpan,
): Promise<number[]> {
  const moments: number[] = [];
  await eachReadingMoment(client, { siteId, kind, from, to }, (ts) => moments.push(Math.round(ts)));
  return moments.sort((a, b) => a - b);
}

function addCounts(
  sum: Counts,
  { wanted, settled, waiting, paused }: ReturnType<typeof divideRange>,
  moments: readonly number[],
): void {
  const count = (spans: readonly MomentSpan[]) =>
    spans.reduce((total, span) => total + countIn(moments, span), 0);
  sum.packets += count(wanted);
  sum.acknowledged += count(settled);
  sum.waiting += count(waiting);
  sum.paused += count(paused);
}

function summarise(targets: readonly ReissueReceiver[], counts: ReadonlyMap<number, Counts>): ReissuePreview {
  const rows = targets.map(({ targetId, targetName, state, siteIds, backlogRate, minGapMs }) => {
    const rate = Math.min(backlogRate, minGapMs > 0 ? SECOND_MS / minGapMs : backlogRate);
    const counted = counts.get(targetId) ?? none;
    return {
      targetId,
      targetName,
      state,
      sites: siteIds.length,
      rate,
      ...counted,
      seconds: counted.packets / rate,
    };
  });
  const sum = (name: keyof Counts) => rows.reduce((total, row) => total + row[name], 0);
  return {
    packets: sum('packets'),
    acknowledged: sum('acknowledged'),
    waiting: sum('waiting'),
    paused: sum('paused'),
    // Targets are independent of each other.
    seconds: Math.max(0, ...rows.map(({ seconds }) => seconds)),
    targets: rows,
  };
}
