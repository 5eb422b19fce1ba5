import type { ReadingSource } from '../../reading/reading.api.ts';
import type { TestedSite } from './prefilter.rule.ts';
import { listTests } from './reading-tests.rule.ts';
import { readLines } from './signals.ts';

/**
 * The rules on readings at each site whose alarm stored values can raise. The lowest and highest value of a channel answer
 * for all of its rules, so that many rules cost little more than one.
 */
export async function findRaisable(
  readings: ReadingSource,
  sites: readonly (TestedSite & { siteId: number })[],
  bounds: readonly [from: number, to: number],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const found = new Map(sites.map(({ siteId }) => [siteId, new Set<number>()]));
  for (const basis of ['realtime', 'minute'] as const) {
    const tested = sites.flatMap(({ siteId, tests }) =>
      tests?.[basis] ? [{ siteId, tests: tests[basis] }] : [],
    );
    if (tested.length === 0) continue;
    const slots = new Set(
      [...new Set(tested.map(({ tests }) => tests))].flatMap(({ bySlot }) => Object.keys(bySlot)),
    );
    const lines = await readLines(
      readings,
      basis,
      tested.map(({ siteId }) => siteId),
      bounds,
      [...slots].map(Number),
    );
    for (const { siteId, tests } of tested) {
      for (const [slot, { values }] of lines.get(siteId) ?? []) {
        const ofSlot = tests.bySlot[slot];
        if (!ofSlot || values.length === 0) continue;
        const [low, high] = [Math.min(...values), Math.max(...values)];
        for (const { ruleId, canRaise } of listTests(ofSlot))
          if (canRaise(low, high)) found.get(siteId)?.add(ruleId);
      }
    }
  }
  return found;
}
