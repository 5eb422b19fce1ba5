import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import { basisOf, type EvaluatedRule } from './evaluated-rule.ts';

/** Rules whose values begin within this time are read together. */
const togetherMs = 6 * HOUR_MS;
/** About so many values are in memory at once, however old the first of them are. */
const valuesAtOnce = 500_000;
/** Stations send real-time values at this interval or more slowly. */
const stepMs = { realtime: 5 * SECOND_MS, minute: MINUTE_MS, hour: HOUR_MS };

/** Divides rules at sites into portions that are read and evaluated at once. */
export function* planPortions<T extends { rule: EvaluatedRule; start: number }>(
  tasks: readonly T[],
  until: number,
): Generator<T[]> {
  const groups = Map.groupBy(tasks, ({ start }) => Math.floor((until - start) / togetherMs));
  for (const group of groups.values()) {
    let portion: T[] = [];
    let values = 0;
    for (const task of group) {
      const added = (until - task.start) / stepMs[basisOf(task.rule)] + 1;
      if (portion.length > 0 && values + added > valuesAtOnce) {
        yield portion;
        [portion, values] = [[], 0];
      }
      portion.push(task);
      values += added;
    }
    if (portion.length > 0) yield portion;
  }
}
