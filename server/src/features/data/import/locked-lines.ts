import { formatLocalTime } from '@limpid/contract/local-time';
import type { Database } from '../../../platform/db/database.ts';
import { listLockedEntities } from '../../reading/locks/locks.api.ts';
import type { ReadLine } from './history-import.service.ts';
import type { ReadEntry, RowProblem } from './history-rows.rule.ts';

/** Takes the values of locked months out of their lines, and says so there. */
export async function takeOutLocked(db: Database, lines: ReadLine[]): Promise<ReadLine[]> {
  const entries = lines.flatMap((line) => line.entries);
  if (entries.length === 0) return lines;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { ts } of entries) [first, last] = [Math.min(first, ts), Math.max(last, ts)];
  const sites = new Set(entries.map(({ site }) => site.siteId));
  const locked = Map.groupBy(await listLockedEntities(db, [...sites], [first, last]), ({ siteId }) => siteId);
  if (locked.size === 0) return lines;
  const problemOf = ({ site, ts, line }: ReadEntry): RowProblem | undefined => {
    const lock = locked.get(site.siteId)?.find(({ since, until }) => ts >= since && ts < until);
    if (!lock) return undefined;
    const params = { entity: lock.entityName, month: lock.month, time: formatLocalTime(ts, site.zone) };
    return { line, column: null, key: 'locked', params };
  };
  return lines.map((line) => {
    const found = line.entries.map((entry) => ({ entry, problem: problemOf(entry) }));
    // Stations of one entity share the reason.
    const problems = new Map(
      found.flatMap(({ problem }) => (problem ? [[JSON.stringify(problem.params), problem] as const] : [])),
    );
    if (problems.size === 0) return line;
    const free = found.flatMap(({ entry, problem }) => (problem ? [] : [entry]));
    return { ...line, entries: free, problems: [...line.problems, ...problems.values()] };
  });
}
