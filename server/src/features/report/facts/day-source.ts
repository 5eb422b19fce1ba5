import type { IndexPollutant } from '@limpid/aqi/pollutant';
import { datesBetween } from '@limpid/contract/local-time';
import { type JoinedValues, joinValues, openJoinedValues } from './join-days.rule.ts';
import type { ReportDay } from './report-day.ts';

/** A site or a reference station. */
export interface DayUnit {
  key: string;
  code: string;
  name: string;
  measures: ReadonlySet<IndexPollutant>;
  /** The date of its first stored day; null without any, empty where it is not looked for. */
  firstDay: string | null;
}

type Dates = readonly [first: string, last: string];

/** Where the days of a report come from: own sites or reference stations. */
export interface DaySource {
  units: readonly DayUnit[];
  read(units: readonly DayUnit[], dates: Dates): Promise<ReadonlyMap<string, readonly ReportDay[]>>;
  /** The share of valid units that a mean of all of them needs. */
  minValidPercent: number;
}

/** A year of this many sites is a few megabytes. */
const unitsAtOnce = 20;

/**
 * Reads the days of all units, a few units at a time, and returns those of all of them together. `visit` receives the
 * days of each unit in the order of the units.
 */
export async function readAllDays(
  { units, read, minValidPercent }: DaySource,
  dates: Dates,
  visit: (unit: DayUnit, days: readonly ReportDay[]) => void = () => undefined,
): Promise<ReportDay[]> {
  const [only] = units;
  if (units.length === 1 && only) {
    const days = (await read(units, dates)).get(only.key) ?? [];
    visit(only, days);
    return [...days];
  }
  const joined: JoinedValues = openJoinedValues(datesBetween(...dates));
  for (let from = 0; from < units.length; from += unitsAtOnce) {
    const some = units.slice(from, from + unitsAtOnce);
    const found = await read(some, dates);
    for (const unit of some) {
      const days = found.get(unit.key) ?? [];
      visit(unit, days);
      joined.add(days);
    }
  }
  return joinValues(joined, (pollutant) => ({
    ableOn: countAble(units.filter(({ measures }) => measures.has(pollutant))),
    minPercent: minValidPercent,
  }));
}

/** How many of the units had begun to measure by a day: one that came later does not make the days before it invalid. */
function countAble(units: readonly DayUnit[]): (day: string) => number {
  const starts = units.flatMap(({ firstDay }) => firstDay ?? []).toSorted();
  return (day) => starts.filter((start) => start <= day).length;
}
