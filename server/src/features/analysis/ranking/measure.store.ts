import { minValidHours, minValidSeconds } from '@limpid/aqi/validity';
import { type RawBuilder, sql } from 'kysely';
import type { StoredChannel } from '../../reading/reading.api.ts';

/** The criterion of a ranking: the index, or a slot whose values are averaged arithmetically or, for sound, by energy. */
export type Measure = 'index' | { slot: number; by: 'mean' | 'level' };

export function toMeasure(channel: StoredChannel | undefined): Measure {
  if (!channel) return 'index';
  return { slot: channel.slot, by: channel.dataType === 'level' ? 'level' : 'mean' };
}

/** An hour counts with 45 valid minutes, a day with twenty valid hours. */
export const minCovered = { hour: minValidSeconds, day: minValidHours };

/** A channel over several days, cast to `real` so that equal means are equal in every stored digit. */
export function averageDays({ slot, by }: Exclude<Measure, 'index'>): RawBuilder<unknown> {
  const [mean, covered] = [sql.ref(`a${slot}`), sql.ref(`c${slot}`)];
  const valid = sql`filter (where ${covered} >= ${minCovered.day})`;
  const average =
    by === 'level' ? sql`10 * log(avg(power(10, ${mean} / 10.0)) ${valid})` : sql`avg(${mean}) ${valid}`;
  return sql`(${average})::real as value, (count(${mean}) ${valid})::integer as counted`;
}

/**
 * Of the doubtful sites, those that measure all pollutants: their device type has a channel for each, and each has a
 * value on a day after the first date and up to the second one. Their incomplete indices are withheld.
 */
export function selectComplete(
  doubtful: RawBuilder<unknown>,
  [after, upTo]: readonly [RawBuilder<unknown>, RawBuilder<unknown>],
  slots: readonly number[],
): RawBuilder<unknown> {
  return sql`select site_id from reading_day
    where day > ${after} and day <= ${upTo}
      and site_id in (select site_id from site where site_id in (${doubtful}) and device_type_id in (${typesWithAll(slots)}))
    group by site_id having ${measureAll(slots)}`;
}

/** The device types that have a channel for every slot. */
function typesWithAll(slots: readonly number[]): RawBuilder<unknown> {
  return sql`select device_type_id from basic_device_type_channel join basic_channel using (channel_id)
    where slot = any(${[...slots]}::integer[]) group by device_type_id having count(*) = ${slots.length}::integer`;
}

/** Whether a site has values of every slot; false without slots. */
function measureAll(slots: readonly number[]): RawBuilder<unknown> {
  const measured = slots.map((slot) => sql`bool_or(${sql.ref(`c${slot}`)} > 0)`);
  return measured.length === 0 ? sql`false` : sql.join(measured, sql` and `);
}
