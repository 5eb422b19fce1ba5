import type { ReadingSource } from '../../reading/reading.api.ts';
import { eachRaisable, type TestedSite } from './prefilter.rule.ts';
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
      const filled = [...(lines.get(siteId) ?? [])].filter(([, { values }]) => values.length > 0);
      const ofSite = filled.map(([slot]) => slot);
      const add = (ruleId: number) => found.get(siteId)?.add(ruleId);
      for (const pick of [Math.min, Math.max])
        eachRaisable(tests, { slots: ofSite, values: filled.map(([, { values }]) => pick(...values)) }, add);
    }
  }
  return found;
}
