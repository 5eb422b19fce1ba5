import type { RulePlace, WatchedState } from './alarm-state.store.ts';

/** The rules that have a state at a site, each with the moment up to which every value matters. */
export interface WatchedStates {
  find(siteId: number): ReadonlyMap<number, number> | undefined;
  /** Those for which every value matters, however new. */
  open(): RulePlace[];
  /** Watches a rule from the value on that can open its state, before the evaluation says so. */
  mark(state: WatchedState): void;
  /** Takes over states that were evaluated; undefined for those that were removed. */
  update(changed: readonly (RulePlace & { watchedUntil: number | undefined })[]): void;
  /** Takes over what is stored; younger marks stay. */
  replace(stored: readonly WatchedState[], now: number): void;
}

export function makeWatchedStates(): WatchedStates {
  let bySite = new Map<number, Map<number, number>>();
  let marks = new Map<number, Map<number, number>>();

  function add(to: Map<number, Map<number, number>>, { siteId, ruleId, watchedUntil }: WatchedState): void {
    let ofSite = to.get(siteId);
    if (!ofSite) to.set(siteId, (ofSite = new Map()));
    ofSite.set(ruleId, Math.max(watchedUntil, ofSite.get(ruleId) ?? watchedUntil));
  }

  /** Marks whose evaluation may not be stored yet. */
  function listYoung(now: number): WatchedState[] {
    return [...marks].flatMap(([siteId, ofSite]) =>
      [...ofSite].flatMap(([ruleId, watchedUntil]) =>
        watchedUntil > now ? [{ siteId, ruleId, watchedUntil }] : [],
      ),
    );
  }

  return {
    find: (siteId) => bySite.get(siteId),
    open: () =>
      [...bySite].flatMap(([siteId, rules]) =>
        [...rules].flatMap(([ruleId, until]) => (until === Infinity ? [{ siteId, ruleId }] : [])),
      ),
    mark(state) {
      if (bySite.get(state.siteId)?.get(state.ruleId) === Infinity) return;
      add(marks, state);
      add(bySite, state);
    },
    update(changed) {
      for (const { siteId, ruleId, watchedUntil } of changed) {
        bySite.get(siteId)?.delete(ruleId);
        if (watchedUntil !== undefined) add(bySite, { siteId, ruleId, watchedUntil });
      }
    },
    replace(stored, now) {
      const young = listYoung(now);
      [bySite, marks] = [new Map(), new Map()];
      for (const state of stored) add(bySite, state);
      for (const state of young) {
        add(bySite, state);
        add(marks, state);
      }
    },
  };
}
