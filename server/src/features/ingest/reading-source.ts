import type { App } from '../../platform/app.ts';
import type { Connection } from '../../platform/db/transaction.ts';
import type { Directory } from './directory.ts';
import type { ReadingSource, Series } from './ingest.api.ts';
import { eachMinute } from './roll-up.rule.ts';
import { readPeriods, readSamples } from './roll-up.store.ts';
import { type Plan, planSlots } from './roll-up-plan.rule.ts';

/** Stored readings as other features ask for them, packed or not. */
export function openReadingSource({ pool }: Pick<App, 'pool'>, directory: Directory): ReadingSource {
  async function use<V>(work: (connection: Connection) => Promise<V>): Promise<V> {
    const connection = await pool.connect();
    try {
      return await work(connection);
    } finally {
      connection.release();
    }
  }
  return {
    findChannel: (code) => directory.channels().find((channel) => channel.code === code),
    channels: () => directory.channels(),
    newestOf: () => ({}),
    minutes: (siteIds, bounds, slots) =>
      use(async (connection) => {
        const plan = planSlots(directory.channels());
        const found = new Map<number, Map<number, Series>>();
        await readSamples(connection, siteIds, bounds, [2011, 2051], withSpeed(slots, plan), (siteId, samples) => {
          const bySlot = slots.map((slot): [number, Series] => {
            const series: Series = { at: [], values: [] };
            eachMinute(samples, slot, plan.averagings.get(slot) ?? { by: 'mean' }, ({ at, value }) => {
              series.at.push(at);
              series.values.push(value);
            });
            return [slot, series];
          });
          found.set(siteId, new Map(bySlot));
        });
        return found;
      }),
    periods: (table, siteIds, bounds, slots) =>
      use((connection) => readPeriods(connection, table, siteIds, bounds, slots)),
  };
}

/** A direction is weighed by the speed of its moment. */
function withSpeed(slots: readonly number[], { averagings }: Plan): number[] {
  const speeds = slots.flatMap((slot) => {
    const averaging = averagings.get(slot);
    return averaging?.by === 'direction' && averaging.speed !== null ? [averaging.speed] : [];
  });
  return [...new Set([...slots, ...speeds])].toSorted((a, b) => a - b);
}
