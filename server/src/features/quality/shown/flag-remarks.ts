import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { RuleFlag } from '@limpid/contract/quality/flag-mark';
import type { App } from '../../../platform/app.ts';
import type { ReadRemarks } from '../../reading/reading.api.ts';
import { readFlagMarks } from './flag-marks.store.ts';

/** Days have no flags of their own. */
const stepMs = { minute: MINUTE_MS, five: 5 * MINUTE_MS, hour: HOUR_MS, day: null } as const;

/** Adds the flags of data rules to the remarks on hours, and on every step within them. */
export function withFlags({ pool }: Pick<App, 'pool'>, readRemarks: ReadRemarks): ReadRemarks {
  return async (siteId, step, bounds, slots) => {
    const remarks = await readRemarks(siteId, step, bounds, slots);
    const length = stepMs[step];
    if (length === null) return remarks;
    const [from, to] = bounds;
    // The hour of the first step may have begun before it.
    const ofSite = (await readFlagMarks(pool, [siteId], [from - HOUR_MS + length, to])).get(siteId);
    if (!ofSite) return remarks;
    return new Map(
      slots.map((slot) => {
        const ofSlot = new Map(remarks.get(slot));
        for (const [at, flags] of listSteps(ofSite.get(slot), length))
          if (at >= from && at < to) ofSlot.set(at, { ...ofSlot.get(at), flags });
        return [slot, ofSlot];
      }),
    );
  };
}

function* listSteps(
  hours: ReadonlyMap<number, RuleFlag[]> | undefined,
  length: number,
): Generator<[number, RuleFlag[]]> {
  for (const [hour, flags] of hours ?? [])
    for (let at = hour; at < hour + HOUR_MS; at += length) yield [at, flags];
}
