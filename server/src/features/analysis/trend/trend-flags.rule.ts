import type { PeriodVariation } from '@limpid/contract/analysis/pollution-trend';
import type { FlagSummary, RuleFlag } from '@limpid/contract/quality/flag-mark';
import { type FlaggedHours, summariseFlags } from '../../quality/quality.api.ts';
import { locateHour } from '../local-hours.ts';
import { weekdayOf } from './pollution-trend.rule.ts';

type Located = ReturnType<typeof locateHour> & { flags: readonly RuleFlag[] };

/** The flagged hours of a period, and those of each hour of day, hour of the week, weekday and month. */
export function describePeriodFlags(
  hours: FlaggedHours,
  zone: string,
): Pick<PeriodVariation, 'flags' | 'flagged'> {
  const located = locate(hours, zone);
  const groupBy = (groupOf: (hour: Located) => number) =>
    [...summariseBy(located, groupOf)]
      .map(([group, flags]) => ({ group, flags }))
      .toSorted((a, b) => a.group - b.group);
  const weekday = ({ day }: Located) => weekdayOf(new Date(day));
  return {
    flags: summariseFlags(hours.values()),
    flagged: {
      byHour: groupBy(({ hour }) => hour),
      byWeekHour: groupBy((one) => (weekday(one) - 1) * 24 + one.hour),
      byWeekday: groupBy(weekday),
      byMonth: groupBy(({ day }) => Number(day.slice(5, 7))),
    },
  };
}

/** The flagged hours of each month, such as `2026-11`. */
export function describeMonthFlags(hours: FlaggedHours, zone: string): ReadonlyMap<string, FlagSummary> {
  return summariseBy(locate(hours, zone), ({ day }) => day.slice(0, 7));
}

const locate = (hours: FlaggedHours, zone: string) =>
  [...hours].map(([at, flags]): Located => ({ ...locateHour(at, zone), flags }));

function summariseBy<K>(hours: readonly Located[], keyOf: (hour: Located) => K): Map<K, FlagSummary> {
  const summaries = [...Map.groupBy(hours, keyOf)].map(
    ([key, found]) => [key, summariseFlags(found.map(({ flags }) => flags))] as const,
  );
  return new Map(summaries.flatMap(([key, flags]) => (flags ? [[key, flags]] : [])));
}
