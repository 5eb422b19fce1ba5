import type { PublishedRow } from './published-row.ts';
import { SourceProblem } from './source-problem.ts';

/** So many values of one hour do not come again in another by chance. */
const leastValues = 30;

/**
 * Refuses an answer for a past hour that is about another one: of a source that ignores which hour it is asked for. It shows
 * by the times, or by all values of the newest hour under the time that was asked for.
 */
export function checkPastAnswer(
  rows: readonly PublishedRow[],
  releasedAt: number,
  newest: readonly PublishedRow[],
): void {
  if (rows.length === 0) return;
  const asked = rows.filter((row) => row.releasedAt === releasedAt);
  const [other] = rows;
  if (asked.length === 0) throw new SourceProblem('otherHour', describeHour(other?.releasedAt ?? releasedAt));
  if (repeats(asked, newest)) throw new SourceProblem('otherHour', describeHour(newest[0]?.releasedAt ?? 0));
}

function repeats(asked: readonly PublishedRow[], newest: readonly PublishedRow[]): boolean {
  const known = new Map(newest.map((row) => [row.stationCode, row]));
  let same = 0;
  for (const { stationCode, amounts } of asked) {
    for (const [pollutant, value] of Object.entries(amounts)) {
      if (Object(known.get(stationCode)?.amounts)[pollutant] !== value) return false;
      if (value !== null) same++;
    }
  }
  return same >= leastValues;
}

const describeHour = (releasedAt: number) => new Date(releasedAt).toISOString();
