import { correctRange, maxRangeValues } from '@limpid/contract/data/correction';
import { DAY_MS, MINUTE_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import type {
  ReadingSource,
  ReadingWriter,
  ReadRemarks,
  StoredChannel,
  ValueChange,
  ValueStep,
} from '../../reading/reading.api.ts';
import { checkChange } from '../correction.rule.ts';
import { findChannels } from '../series.service.ts';
import { getAccessibleSites } from '../site-access.store.ts';

interface Services {
  readings: ReadingSource;
  readRemarks: ReadRemarks;
  writer: ReadingWriter;
}

interface Period {
  from: number;
  to: number;
}

/** A stored value by the start of its step. */
interface ValuePlace {
  ts: number;
  channel: StoredChannel;
}

const maxRangeDays = 31;

/** Corrects or restores all values of channels within periods. */
export function addRangeCorrections(app: App, { readings: source, readRemarks, writer }: Services): void {
  async function listPlaces(
    siteId: number,
    channels: readonly StoredChannel[],
    step: ValueStep,
    { from, to }: Period,
    isUndone: boolean,
  ): Promise<ValuePlace[]> {
    const slots = channels.map(({ slot }) => slot);
    const bounds =
      step === 'minute'
        ? ([Math.ceil(from / MINUTE_MS) * MINUTE_MS, Math.ceil(to / MINUTE_MS) * MINUTE_MS] as const)
        : ([from, to] as const);
    if (isUndone) {
      const remarks = await readRemarks(siteId, step, bounds, slots);
      return channels.flatMap((channel) =>
        [...(remarks.get(channel.slot) ?? [])].flatMap(([ts, { edited }]) =>
          edited ? [{ ts, channel }] : [],
        ),
      );
    }
    const found = (
      step === 'minute'
        ? await source.minutes(1, [siteId], bounds, slots)
        : await source.means('hour', [siteId], bounds, slots)
    ).get(siteId);
    return channels.flatMap((channel) => {
      const { at = [], outOfRange } = found?.get(channel.slot) ?? {};
      return [...new Set([...at, ...(outOfRange?.at ?? [])])].map((ts) => ({ ts, channel }));
    });
  }

  route(app, correctRange, async ({ caller, scope, body }) => {
    const { siteId, periods, value, undo = false, reason } = body;
    if ((value === undefined) === !undo) fail('correction.value_or_undo', {}, 'value');
    checkPeriods(periods);
    const channels = findChannels(source, body.channels);
    const [site] = await getAccessibleSites(app.db, scope, [siteId]);
    const listAll = async (step: ValueStep) => {
      const places: ValuePlace[] = [];
      for (const period of periods) {
        places.push(...(await listPlaces(siteId, channels, step, period, undo)));
        if (places.length > maxRangeValues) fail('correction.many', { most: maxRangeValues }, 'periods');
      }
      return places;
    };
    const minutes = await listAll('minute');
    const granularity: ValueStep = minutes.length > 0 ? 'minute' : 'hour';
    const places = minutes.length > 0 ? minutes : await listAll('hour');
    const now = app.clock.now().getTime();
    const limits = { granularity, zone: site?.zone ?? '', now, oldest: await writer.findOldest() };
    const requested: ValueChange['requested'] = undo
      ? { withdrawn: true }
      : { value: value == null ? null : Math.fround(value) };
    const changes = places.map(({ ts, channel }, index): ValueChange => {
      checkChange({ index, ts, channel, value }, limits);
      return { ts, slot: channel.slot, requested };
    });
    if (changes.length === 0) fail(undo ? 'correction.nothing_to_undo' : 'correction.nothing', {}, 'periods');
    const author = { operName: caller.userName, reason };
    return { changed: await writer.change(siteId, granularity, changes, author) };
  });
}

/** Refuses periods that are reversed, overlap each other, or are too long together. */
function checkPeriods(periods: readonly Period[]): void {
  const ordered = periods.toSorted((one, other) => one.from - other.from);
  let days = 0;
  for (const [place, { from, to }] of ordered.entries()) {
    if (to <= from) fail('series.reversed', {}, 'periods');
    if (from < (ordered[place - 1]?.to ?? 0)) fail('correction.twice', {}, 'periods');
    days += (to - from) / DAY_MS;
  }
  if (days > maxRangeDays) fail('series.long', { days: maxRangeDays }, 'periods');
}
