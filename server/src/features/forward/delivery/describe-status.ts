import { isFailing } from './sending/health.rule.ts';
import type { TargetStatus } from './status.store.ts';
import type { TargetDelivery } from './target-delivery.ts';

interface Sending {
  delivery: TargetDelivery;
  lastSuccessAt: number | null;
  unsent: number;
  oldestUnsent: number | null;
}

/** How sending to a target goes, for screens. */
export function describeStatus(one: Sending): TargetStatus {
  const { delivery, lastSuccessAt, unsent, oldestUnsent } = one;
  return {
    targetId: delivery.target.targetId,
    state: findState(one),
    failCount: delivery.health.failures,
    lastSuccessAt,
    ...findProblem(one),
    unsent,
    oldestUnsent,
  };
}

function findState({ delivery, lastSuccessAt }: Sending): TargetStatus['state'] {
  const { target, health, problem } = delivery;
  if (target.isPaused) return 'paused';
  if (target.isOff || target.sites.size === 0) return 'off';
  if (problem !== undefined || isFailing(health)) return 'failing';
  return lastSuccessAt === null ? 'off' : 'normal';
}

function findProblem(one: Sending): Pick<TargetStatus, 'problem' | 'problemDetail'> {
  const { target, health, problem, findFailingSite } = one.delivery;
  if (problem !== undefined) return { problem: 'forward.problems.settings', problemDetail: problem };
  if (health.reason) return { problem: `forward.problems.${health.reason}`, problemDetail: health.detail };
  const failing = findFailingSite();
  if (failing)
    return {
      problem: `forward.problems.${failing.health.reason === 'unusable' ? 'unusable' : 'site'}`,
      problemDetail: `${failing.site.siteName} (${failing.site.mn}): ${failing.health.detail}`,
    };
  if (target.isOff) return { problem: 'forward.problems.disabled', problemDetail: null };
  if (target.sites.size === 0) return { problem: 'forward.problems.noSites', problemDetail: null };
  const isNew = findState(one) === 'off';
  if (!isNew && target.leftOut.length > 0)
    return { problem: 'forward.problems.codes', problemDetail: target.leftOut.join(', ') };
  return { problem: isNew ? 'forward.problems.nothingSent' : null, problemDetail: null };
}
