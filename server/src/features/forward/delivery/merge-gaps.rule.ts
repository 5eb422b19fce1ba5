import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { type PacketKind, packetKind } from '../../reading/model.api.ts';
import type { NewGap } from './lane.rule.ts';

/** So many single readings of a lane are gaps of their own; more are merged where they are close to each other. */
const mostSingle = 20;

const mergedMs: Record<PacketKind, number> = {
  [packetKind.realtime]: 15 * MINUTE_MS,
  [packetKind.minute]: 15 * MINUTE_MS,
  [packetKind.hour]: HOUR_MS,
  [packetKind.day]: DAY_MS,
};

/**
 * Gaps of one round, in which a correction of days has one for each reading. Merged ones may contain a few readings that
 * did not change; these are sent again too.
 */
export function mergeGaps(gaps: readonly NewGap[]): NewGap[] {
  const lanes = Map.groupBy(
    gaps,
    ({ targetId, siteId, kind, reason }) => `${targetId} ${siteId} ${kind} ${reason}`,
  );
  return [...lanes.values()].flatMap((ofLane) => (ofLane.length > mostSingle ? mergeClose(ofLane) : ofLane));
}

function mergeClose(gaps: readonly NewGap[]): NewGap[] {
  const merged: NewGap[] = [];
  for (const gap of gaps.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && gap.from - last.to <= mergedMs[gap.kind]) last.to = Math.max(last.to, gap.to);
    else merged.push({ ...gap });
  }
  return merged;
}
