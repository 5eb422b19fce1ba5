import { afterFailure, type Health, healthy, isFailing } from './health.rule.ts';

interface SiteHealth {
  health: Health;
  /** Of current data alone, which do not pause because missed readings are refused. */
  live: Health;
  /** When the first failure since its last success was. */
  since: number;
  /** Readings that were set aside since. */
  parks: number;
}

/** What the sites of one target tell about it: one that is refused alone slows only itself. */
export interface SiteHealths {
  isReady(siteId: number, now: number, lane: 'live' | 'backlog'): boolean;
  accept(siteId: number, now: number): void;
  fail(siteId: number, failure: Parameters<typeof afterFailure>[1], lane: 'live' | 'backlog'): void;
  /** Whether other sites were accepted since the site fails. */
  isAlone(siteId: number): boolean;
  /** Whether the site was accepted after a moment. */
  wasAcceptedAfter(siteId: number, at: number): boolean;
  /** Whether any site was. */
  hasAcceptedAfter(at: number): boolean;
  /** How often a reading of the site is tried before it is set aside. */
  park(siteId: number): void;
  countTries(siteId: number): number;
  /** The first site that fails although others are accepted. */
  findAlone(): { siteId: number; health: Health } | undefined;
}

const triesUntilParked = 3;
/** Where nothing of a site is accepted, few of its readings are tried. */
const [parksUntilPatient, patientTries] = [3, 10];

export function openSiteHealths(): SiteHealths {
  const failing = new Map<number, SiteHealth>();
  const acceptedAt = new Map<number, number>();
  let lastAcceptedAt = Number.NEGATIVE_INFINITY;

  const isAlone = (siteId: number) =>
    lastAcceptedAt > (failing.get(siteId)?.since ?? Number.POSITIVE_INFINITY);

  return {
    isReady(siteId, now, lane) {
      const known = failing.get(siteId);
      return !known || (lane === 'live' ? known.live : known.health).retryAt <= now;
    },
    accept(siteId, now) {
      failing.delete(siteId);
      acceptedAt.set(siteId, now);
      lastAcceptedAt = now;
    },
    fail(siteId, failure, lane) {
      const known = failing.get(siteId) ?? { health: healthy, live: healthy, since: failure.now, parks: 0 };
      const live = lane === 'live' ? afterFailure(known.live, failure) : known.live;
      failing.set(siteId, { ...known, live, health: afterFailure(known.health, failure) });
    },
    isAlone,
    wasAcceptedAfter: (siteId, at) => (acceptedAt.get(siteId) ?? Number.NEGATIVE_INFINITY) > at,
    hasAcceptedAfter: (at) => lastAcceptedAt > at,
    park(siteId) {
      const known = failing.get(siteId);
      if (known) known.parks += 1;
    },
    countTries: (siteId) =>
      (failing.get(siteId)?.parks ?? 0) < parksUntilPatient ? triesUntilParked : patientTries,
    findAlone() {
      for (const [siteId, { health }] of failing)
        if (isFailing(health) && isAlone(siteId)) return { siteId, health };
      return undefined;
    },
  };
}
