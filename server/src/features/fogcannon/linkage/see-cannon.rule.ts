import { MINUTE_MS } from '@limpid/contract/durations';
import type { LinkedCannon } from './decide.rule.ts';
import type { Linkage, LinkageState, LinkedCannonFacts } from './linkage.store.ts';

/** An order that came to nothing is not repeated sooner. */
const retryMs = MINUTE_MS;

/** A cannon as a rule sees it; a dry run sees the run that it would have ordered. */
export function seeCannon(
  { ruleId, isDryRun }: Pick<Linkage, 'ruleId' | 'isDryRun'>,
  facts: LinkedCannonFacts,
  state: Pick<LinkageState, 'startedAt' | 'endedAt' | 'orderedAt'>,
  now: number,
): LinkedCannon {
  const isOwn = !isDryRun && facts.runRuleId === ruleId;
  const lastEndAt = Math.max(facts.lastEndAt ?? 0, (isDryRun ? state.endedAt : null) ?? 0);
  const orderedAt = state.orderedAt ?? Number.NEGATIVE_INFINITY;
  const hasFailed = orderedAt > (facts.lastEndAt ?? 0) && Math.abs(now - orderedAt) < retryMs;
  return {
    ownRunSince: isDryRun ? state.startedAt : isOwn ? facts.runSince : null,
    isTaken: facts.isOrdered || (facts.runId !== null && !isOwn),
    lastEndAt: lastEndAt > 0 ? lastEndAt : null,
    manualUntil: facts.manualUntil,
    isUnreachable: facts.isLinkDown || (!isDryRun && facts.runId === null && hasFailed),
  };
}
