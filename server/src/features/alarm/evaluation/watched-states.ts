import type { RulePlace, WatchedState } from './alarm-state.store.ts';

/** The rules that have a state at a site, each with the moment up to which every value matters. */
export interface WatchedStates {
  find(siteId: number): ReadonlyMap<number, number> | undefined;
  /** Those for which every value matters, however new. */
  open(): { siteId: number; ruleId: number }[];
  /** Watches a rule from the value on that can open its state, before the evaluation says so. */
  mark(state: WatchedState): void;
  /** Takes over states that were evaluated; undefined for those that were removed. */
  update(changed: readonly (RulePlace & { watchedUntil: number | undefined })[]): void;
  /** Takes over what is stored; younger marks stay. */
  replace(stored: readonly WatchedState[], now: number): void;
}

export function makeWatchedStates(): WatchedStates {
  let bySite = new Map<number, Map<number, number>>();
  let marks: WatchedState[] = [];

  function watch({ siteId, ruleId, watchedUntil }: WatchedState): void {
    const ofSite = bySite.get(siteId) ?? new Map<number, number>();
    bySite.set(siteId, ofSite);
    ofSite.set(ruleId, Math.max(watchedUntil, ofSite.get(ruleId) ?? watchedUntil));
  }

  return {
    find: (siteId) => bySite.get(siteId),
    open: () =>
      [...bySite].flatMap(([siteId, rules]) =>
        [...rules].flatMap(([ruleId, until]) => (until === Infinity ? [{ siteId, ruleId }] : [])),
      ),
    mark(state) {
      if (bySite.get(state.siteId)?.get(state.ruleId) === Infinity) return;
      marks.push(state);
      watch(state);
    },
    update(changed) {
      for (const { siteId, ruleId, watchedUntil } of changed) {
        bySite.get(siteId)?.delete(ruleId);
        if (watchedUntil !== undefined) watch({ siteId, ruleId, watchedUntil });
      }
    },
    replace(stored, now) {
      marks = marks.filter(({ watchedUntil }) => watchedUntil > now);
      bySite = new Map();
      for (const state of [...stored, ...marks]) watch(state);
    },
  };
}
