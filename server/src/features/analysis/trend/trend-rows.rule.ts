import type {
  LongTermTrend,
  PeriodVariation,
  PollutionTrend,
} from '@limpid/contract/analysis/pollution-trend';
import type { FlagSummary } from '@limpid/contract/quality/flag-mark';

/** A mean of a group, a month, or the slope. What does not apply is null. */
export interface TrendRow {
  part: 'byHour' | 'byWeekHour' | 'byWeekday' | 'byMonth' | 'months' | 'slope';
  from: string | null;
  to: string | null;
  group: string | number | null;
  count: number;
  mean: number | null;
  lower: number | null;
  upper: number | null;
  valid: boolean | null;
  line: number | null;
  adjusted: number | null;
  levels: readonly (number | null)[];
  flags: FlagSummary | null;
}

const noLevels = Array.from({ length: 7 }, () => null);
const noMonth = { valid: null, line: null, adjusted: null, levels: noLevels };

/** Everything that the screen shows as rows of one table: variations, months, slope. */
export function listTrendRows({ period, compared, longTerm }: PollutionTrend): TrendRow[] {
  return [
    ...listGroups(period),
    ...(compared ? listGroups(compared) : []),
    ...listMonths(longTerm),
    ...listSlope(longTerm),
  ];
}

function listGroups({ from, to, flagged, ...variation }: PeriodVariation): TrendRow[] {
  return (['byHour', 'byWeekHour', 'byWeekday', 'byMonth'] as const).flatMap((part) =>
    variation[part].map(({ group, ...mean }) => ({
      part,
      from,
      to,
      group: part === 'byWeekHour' ? nameWeekHour(group) : group,
      ...mean,
      ...noMonth,
      flags: flagged[part].find((one) => one.group === group)?.flags ?? null,
    })),
  );
}

/** `1 08:00` for Mondays at eight. */
function nameWeekHour(group: number): string {
  return `${Math.floor(group / 24) + 1} ${String(group % 24).padStart(2, '0')}:00`;
}

function listMonths({ months, trend }: LongTermTrend): TrendRow[] {
  return months.map(({ month, mean, validDays, valid, levels, withoutIndex, flags }, n) => ({
    part: 'months',
    from: null,
    to: null,
    group: month,
    count: validDays,
    mean,
    lower: null,
    upper: null,
    valid,
    line: trend?.line[n] ?? null,
    adjusted: trend?.adjusted[n] ?? null,
    levels: [...levels, withoutIndex],
    flags,
  }));
}

function listSlope({ months, trend }: LongTermTrend): TrendRow[] {
  if (!trend) return [];
  const [from = null, to = null] = [months[0]?.month, months.at(-1)?.month];
  const { count, slope: mean, lower, upper } = trend;
  return [{ part: 'slope', from, to, group: null, count, mean, lower, upper, ...noMonth, flags: null }];
}
