/** At most one tone in this time, however many sites exceed their limits. */
const toneGapMs = 4000;

/** Decides when a tone announces sites that have come above their limit. */
export interface ExceedanceWatch {
  /** Takes the sites that are above their limit now; returns whether to play a tone. */
  update(siteIds: readonly number[], now: number): boolean;
  /** Forgets all sites: the next ones are not new. */
  reset(): void;
}

export function makeExceedanceWatch(gapMs = toneGapMs): ExceedanceWatch {
  let known: ReadonlySet<number> | undefined;
  let isDue = false;
  let lastTone = Number.NEGATIVE_INFINITY;
  return {
    update(siteIds, now) {
      const before = known;
      known = new Set(siteIds);
      if (before && siteIds.some((siteId) => !before.has(siteId))) isDue = true;
      if (!isDue || now - lastTone < gapMs) return false;
      isDue = false;
      lastTone = now;
      return true;
    },
    reset() {
      known = undefined;
      isDue = false;
    },
  };
}
