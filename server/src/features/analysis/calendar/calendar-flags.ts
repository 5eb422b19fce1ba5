import { dayBounds, formatLocalDate } from '@limpid/contract/local-time';
import type { FlagSummary } from '@limpid/contract/quality/flag-mark';
import type { App } from '../../../platform/app.ts';
import { summariseFlags } from '../../quality/quality.api.ts';
import { readFlaggedHours } from '../flags/read-flagged-hours.ts';

/** The flagged hours of each date at a site, from the first to the last one. */
export async function readDayFlags(
  deps: Pick<App, 'pool'>,
  { siteId, zone }: { siteId: number; zone: string },
  slots: readonly number[],
  dates: readonly string[],
): Promise<(day: string) => FlagSummary | null> {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return () => null;
  const bounds = [dayBounds(first, zone)[0], dayBounds(last, zone)[1]] as const;
  const hours = (await readFlaggedHours(deps, [siteId], slots, bounds))(siteId);
  const byDay = Map.groupBy(hours, ([at]) => formatLocalDate(at, zone));
  return (day) => summariseFlags((byDay.get(day) ?? []).map(([, flags]) => flags));
}
