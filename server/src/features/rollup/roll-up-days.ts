import type { IndexPollutant } from '@limpid/aqi/pollutant';
import { isHourValid, minValidHours } from '@limpid/aqi/validity';
import { HOUR_MS } from '@limpid/contract/durations';
import { dayBounds, formatLocalDate } from '@limpid/contract/local-time';
import type { Connection } from '../../platform/db/transaction.ts';
import { isDayLocked, type SiteLocks } from '../reading/locks/locks.api.ts';
import {
  joinOutOfRange,
  packetKind,
  type Sample,
  type SiteDirectory,
  type SlotSummary,
} from '../reading/model.api.ts';
import { type PeriodSummary, readPeriods, readSamples, removeDayColumns } from '../reading/storage.api.ts';
import { type DayValues, indexDay, type PollutantSlot, toIndexValue } from './air-index.rule.ts';
import { indexForeignDay } from './foreign-index.rule.ts';
import { type Received, rollUpDay } from './roll-up.rule.ts';
import {
  type DirtyHour,
  type PeriodRow,
  removePeriods,
  replacePeriods,
  sumReceived,
} from './roll-up.store.ts';
import { trimExtents, validMean } from './roll-up-hours.ts';
import type { RollUpPlan } from './roll-up-plan.rule.ts';

const halfDay = 12 * HOUR_MS;
const sitesAtOnce = 1000;
const noneReceived: Received = { seconds: 0, values: 0, valid: 0 };

type ChangedHour = Pick<DirtyHour, 'hour' | 'sites'>;

/** The days of changed hours, by date and zone: every zone has its own midnight. Days of locked months are left out. */
function groupDays(
  directory: SiteDirectory,
  dirty: readonly ChangedHour[],
  locks: SiteLocks,
): Map<string, Set<number>> {
  const days = new Map<string, Set<number>>();
  for (const { hour, sites } of dirty) {
    for (const siteId of sites) {
      const zone = directory.findBySite(siteId)?.zone;
      if (!zone) continue;
      const date = formatLocalDate(hour, zone);
      if (isDayLocked(locks, siteId, date)) continue;
      const key = `${date} ${zone}`;
      const existing = days.get(key);
      if (existing) existing.add(siteId);
      else days.set(key, new Set([siteId]));
    }
  }
  return days;
}

/** Rebuilds the days of these hours from all their hours; a day without remaining hours is removed. */
export async function rollUpDays(
  client: Connection,
  directory: SiteDirectory,
  plan: RollUpPlan,
  { dirty, gone, locks }: { dirty: readonly ChangedHour[]; gone: readonly ChangedHour[]; locks: SiteLocks },
): Promise<void> {
  const goneDays = groupDays(directory, gone, locks);
  const days = groupDays(directory, dirty, locks);
  await removeDayColumns(client, [...new Set([...days.keys()].map((key) => key.split(' ')[0] ?? ''))]);
  for (const [key, sites] of days) {
    const [date = '', zone = ''] = key.split(' ');
    const bounds = dayBounds(date, zone);
    const all = [...sites];
    for (let from = 0; from < all.length; from += sitesAtOnce) {
      const part = all.slice(from, from + sitesAtOnce);
      const reportedDays = new Map<number, Sample>();
      // A device labels its day by the start, so the first hour is enough.
      await readSamples(
        client,
        part,
        [bounds[0], bounds[0] + HOUR_MS],
        [packetKind.day],
        plan.slots,
        (siteId, samples) => {
          const [last] = trimExtents(samples.slice(-1), plan);
          if (last) reportedDays.set(siteId, last);
        },
      );
      const hours = await readPeriods(client, 'reading_hour', part, bounds, plan.slots);
      const received = await sumReceived(client, part, bounds);
      const rows = part.flatMap((siteId): PeriodRow[] => {
        const siteHours = hours.get(siteId) ?? [];
        const sent = reportedDays.get(siteId);
        if (siteHours.length === 0 && !sent) return [];
        const day = toDay(siteId, date, bounds[0], siteHours, sent, plan);
        return [{ ...day, received: siteHours.length > 0 ? received.get(siteId) : noneReceived }];
      });
      await replacePeriods(client, 'reading_day', rows);
      const isEmpty = (siteId: number) => !hours.get(siteId)?.length && !reportedDays.has(siteId);
      const empty = part.filter((siteId) => goneDays.get(key)?.has(siteId) && isEmpty(siteId));
      await removePeriods(
        client,
        'reading_day',
        empty.map((siteId) => ({ siteId, at: noonOf(date) })),
      );
    }
  }
}

/** Noon in UTC, which has the same date in nearly every zone. */
const noonOf = (date: string) => Date.parse(`${date}T00:00:00Z`) + halfDay;

function toDay(
  siteId: number,
  date: string,
  start: number,
  hours: readonly PeriodSummary[],
  reported: Sample | undefined,
  { slots, averagings, pollutants }: RollUpPlan,
): Omit<PeriodRow, 'received'> {
  const summaries = new Map<number, SlotSummary>();
  for (const slot of slots) {
    const averaging = averagings.get(slot) ?? { by: 'mean' };
    const speedSlot = averaging.by === 'direction' ? averaging.speed : null;
    const values = hours.flatMap((hour) => {
      const summary = hour.slots.get(slot);
      const speed = speedSlot === null ? null : (hour.slots.get(speedSlot)?.mean ?? null);
      return summary ? [{ ...summary, speed }] : [];
    });
    const sent = reported?.values[slot];
    const ownMean = sent === undefined || Number.isNaN(sent) ? null : sent;
    if (values.length > 0 || ownMean !== null) {
      summaries.set(slot, rollUpDay(values, averaging, ownMean, minValidHours, reported?.extents?.get(slot)));
    }
  }
  const values = dayValues(start, hours, summaries, pollutants);
  const { ozone8h, ...index } = indexDay(date, values);
  const foreign = indexForeignDay(values, ozone8h);
  const outOfRange = joinOutOfRange(reported ? [...hours, reported.quality] : hours);
  return { siteId, at: noonOf(date), index, foreign, ozone8h, outOfRange, slots: summaries };
}

function dayValues(
  start: number,
  hours: readonly PeriodSummary[],
  summaries: ReadonlyMap<number, SlotSummary>,
  pollutants: RollUpPlan['pollutants'],
): DayValues {
  const means: DayValues['means'] = {};
  const highest: DayValues['highest'] = {};
  for (const channel of pollutants) {
    const { pollutant, slot, unit } = channel;
    const summary = summaries.get(slot);
    const mean = summary?.mean ?? null;
    means[pollutant] = {
      mean: mean === null ? null : toIndexValue(pollutant, mean, unit),
      hours: summary?.covered ?? 0,
    };
    highest[pollutant] = highestHour(hours, channel);
  }
  const listHours = (pollutant: IndexPollutant) => {
    const listed: (number | null)[] = Array.from({ length: 24 }, () => null);
    const channel = pollutants.find((one) => one.pollutant === pollutant);
    if (!channel) return listed;
    for (const hour of hours) {
      const place = Math.round((hour.at - start) / HOUR_MS);
      if (place < 24) listed[place] = validMean(hour.slots.get(channel.slot), pollutant, channel.unit);
    }
    return listed;
  };
  return { means, highest, ozone: listHours('O3'), carbonMonoxide: listHours('CO') };
}

/** The highest of the valid hours, if there are enough of them. */
function highestHour(
  hours: readonly PeriodSummary[],
  { pollutant, slot, unit }: PollutantSlot,
): number | null {
  let [count, highest] = [0, Number.NEGATIVE_INFINITY];
  for (const { slots } of hours) {
    const { mean = null, covered = 0 } = slots.get(slot) ?? {};
    if (mean === null || !isHourValid(covered, 1)) continue;
    count++;
    highest = Math.max(highest, mean);
  }
  return count < minValidHours ? null : toIndexValue(pollutant, highest, unit);
}
