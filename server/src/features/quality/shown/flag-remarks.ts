import type { App } from '../../../platform/app.ts';
import type { ReadRemarks } from '../../reading/reading.api.ts';
import { readFlagMarks } from './flag-marks.store.ts';

/** Adds the flags of data rules to the remarks on hours. */
export function withFlags({ pool }: Pick<App, 'pool'>, readRemarks: ReadRemarks): ReadRemarks {
  return async (siteId, step, bounds, slots) => {
    const remarks = await readRemarks(siteId, step, bounds, slots);
    if (step !== 'hour') return remarks;
    const ofSite = (await readFlagMarks(pool, [siteId], bounds)).get(siteId);
    if (!ofSite) return remarks;
    return new Map(
      slots.map((slot) => {
        const ofSlot = new Map(remarks.get(slot));
        for (const [at, flags] of ofSite.get(slot) ?? []) ofSlot.set(at, { ...ofSlot.get(at), flags });
        return [slot, ofSlot];
      }),
    );
  };
}
