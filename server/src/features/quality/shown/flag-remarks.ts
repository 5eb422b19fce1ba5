import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { dayBounds, formatLocalDate } from '@limpid/contract/local-time';
import type { RuleFlag } from '@limpid/contract/quality/flag-mark';
import type { App } from '../../../platform/app.ts';
import type { SiteDirectory } from '../../reading/model.api.ts';
import type { ReadRemarks } from '../../reading/reading.api.ts';
import { readFlagMarks } from './flag-marks.store.ts';
import { joinChannels, summariseFlags } from './summarise-flags.rule.ts';

const stepMs = { minute: MINUTE_MS, five: 5 * MINUTE_MS, hour: HOUR_MS } as const;

/** Adds the flags of data rules to the remarks on hours and every step within them, and counts them for days. */
export function withFlags(
  { pool }: Pick<App, 'pool'>,
  directory: SiteDirectory,
  readRemarks: ReadRemarks,
): ReadRemarks {
  return async (siteId, step, bounds, slots) => {
    const remarks = await readRemarks(siteId, step, bounds, slots);
    if (step === 'day') {
      const ofSite = (await readFlagMarks(pool, [siteId], bounds, slots)).get(siteId);
      const zone = directory.findBySite(siteId)?.zone;
      return ofSite && zone !== undefined ? addDayFlags(remarks, ofSite, zone) : remarks;
    }
    const length = stepMs[step];
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

/** Days begin at midnight on the clock of the site. */
function addDayFlags(
  remarks: Awaited<ReturnType<ReadRemarks>>,
  flags: ReadonlyMap<number, ReadonlyMap<number, RuleFlag[]>>,
  zone: string,
): Awaited<ReturnType<ReadRemarks>> {
  const added = new Map(remarks);
  for (const [slot, hours] of flags) {
    const ofSlot = new Map(remarks.get(slot));
    const standing = joinChannels([hours]);
    for (const [day, found] of Map.groupBy(
      standing,
      ([at]) => dayBounds(formatLocalDate(at, zone), zone)[0],
    )) {
      const flagged = summariseFlags(found.map(([, marks]) => marks));
      if (flagged) ofSlot.set(day, { ...ofSlot.get(day), flagged });
    }
    added.set(slot, ofSlot);
  }
  return added;
}

function* listSteps(
  hours: ReadonlyMap<number, RuleFlag[]> | undefined,
  length: number,
): Generator<[number, RuleFlag[]]> {
  for (const [hour, flags] of hours ?? [])
    for (let at = hour; at < hour + HOUR_MS; at += length) yield [at, flags];
}
