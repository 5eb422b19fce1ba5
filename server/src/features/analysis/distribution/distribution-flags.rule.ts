import type { Distribution } from '@limpid/contract/analysis/distribution';
import { type FlaggedHours, summariseFlags } from '../../quality/quality.api.ts';
import { locateHour } from '../local-hours.ts';
import type { describeDistribution } from './distribution.rule.ts';

/** Adds the flagged hours to each date of a heat map; of two equal hours of autumn, the flags of both. */
export function flagHeatMap(
  heat: ReturnType<typeof describeDistribution>['heat'],
  hours: FlaggedHours,
  zone: string,
): Distribution['heat'] {
  const located = [...hours].map(([at, flags]) => ({ ...locateHour(at, zone), flags }));
  const byDay = Map.groupBy(located, ({ day }) => day);
  return heat.map((row) => {
    const byHour = Map.groupBy(byDay.get(row.day) ?? [], ({ hour }) => hour);
    const flagged = [...byHour].flatMap(([hour, found]) => {
      const flags = summariseFlags(found.map((one) => one.flags));
      return flags ? [{ hour, flags }] : [];
    });
    return { ...row, flagged };
  });
}
