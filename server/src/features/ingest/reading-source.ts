import type { App } from '../../platform/app.ts';
import { type Connection, oneMoment, transact } from '../../platform/db/transaction.ts';
import { dateOf, dayBounds } from '../../platform/zone.ts';
import type { Directory } from './directory.ts';
import type { ReadingSource, Series } from './ingest.api.ts';
import { eachStep } from './roll-up.rule.ts';
import { type Period, readPeriods, readSamples } from './roll-up.store.ts';
import { type Plan, planSlots } from './roll-up-plan.rule.ts';

const dayMs = 86_400_000;

/** Stored readings as other features ask for them, packed or not. */
export function openReadingSource({ pool }: Pick<App, 'pool'>, directory: Directory): ReadingSource {
  // A day may be packed meanwhile: what is loose and what is packed must be of one moment.
  const readOnce = <V>(work: (connection: Connection) => Promise<V>) =>
    transact(pool, work, { begin: oneMoment });
  return {
    channels: () => directory.channels(),
    minutes: (step, siteIds, bounds, slots) =>
      readOnce(async (connection) => {
        const plan = planSlots(directory.channels());
        const found = new Map<number, Map<number, Series>>();
        await readSamples(
          connection,
          siteIds,
          bounds,
          [2011, 2051],
          withSpeed(slots, plan),
          (siteId, samples) => {
            const bySlot = slots.map((slot): [number, Series] => {
              const series: Series = { at: [], values: [] };
              eachStep(samples, slot, plan.averagings.get(slot) ?? { by: 'mean' }, step, (at, value) => {
                series.at.push(at);
                series.values.push(value);
              });
              return [slot, series];
            });
            found.set(siteId, new Map(bySlot));
          },
        );
        return found;
      }),
    hours: (siteIds, bounds, slots) =>
      readOnce((connection) => readPeriods(connection, 'reading_hour', siteIds, bounds, slots)),
    days: (siteIds, [from, to], slots) =>
      readOnce(async (connection) => {
        const found = new Map<number, Period[]>();
        const zones = Map.groupBy(siteIds, (siteId) => directory.findBySite(siteId)?.zone ?? 'UTC');
        for (const [zone, own] of zones) {
          const dates = [dateAt(from, zone), dateAt(to - 1, zone) + dayMs] as const;
          for (const [siteId, days] of await readPeriods(connection, 'reading_day', own, dates, slots)) {
            found.set(
              siteId,
              days.map((day) => ({ ...day, at: dayBounds(nameOf(day.at), zone)[0] })),
            );
          }
        }
        return found;
      }),
  };
}

const nameOf = (midnight: number) => new Date(midnight).toISOString().slice(0, 10);

/** The date of a zone at a moment, as the midnight in UTC that stands for it. */
function dateAt(moment: number, zone: string): number {
  return Date.parse(dateOf(moment, zone));
}

/** A direction is weighed by the speed of its moment. */
function withSpeed(slots: readonly number[], { averagings }: Plan): number[] {
  const speeds = slots.flatMap((slot) => {
    const averaging = averagings.get(slot);
    return averaging?.by === 'direction' && averaging.speed !== null ? [averaging.speed] : [];
  });
  return [...new Set([...slots, ...speeds])].toSorted((a, b) => a - b);
}
