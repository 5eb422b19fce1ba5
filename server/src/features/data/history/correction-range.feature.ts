import {
  type CorrectedRange,
  correctRange,
  maxRangeValues,
  undoWholeCorrection,
} from '@limpid/contract/data/correction';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { floorToHour } from '@limpid/contract/local-time';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import {
  listStandingChanges,
  type ReadingSource,
  type ReadingWriter,
  type ReadRemarks,
  type SiteChanges,
  type StoredChannel,
  type ValueChange,
  type ValueStep,
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

/** The places of one site that a request changes, of one step. */
interface SitePlaces {
  siteId: number;
  zone: string;
  step: ValueStep;
  places: readonly ValuePlace[];
}

const maxRangeDays = 31;

/** Corrects or restores all values of channels within periods of sites, and restores whole corrections. */
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

  /** All stored places of a range: minutes, and hours of a channel without any minute. */
  async function findPlaces(
    { siteId, periods, channels: codes }: CorrectedRange,
    zone: string,
    isUndone: boolean,
  ): Promise<SitePlaces[]> {
    const channels = findChannels(source, codes);
    const listAll = async (step: ValueStep, within = periods) => {
      const places: ValuePlace[] = [];
      for (const period of within) {
        places.push(...(await listPlaces(siteId, channels, step, period, isUndone)));
        if (places.length > maxRangeValues) fail('correction.many', { most: maxRangeValues }, 'periods');
      }
      return places;
    };
    const keyOf = ({ ts, channel }: ValuePlace) => `${channel.slot} ${floorToHour(ts, zone)}`;
    const minutes = await listAll('minute');
    const withMinutes = new Set(minutes.map(keyOf));
    // Minutes after the end of a period may be all that an hour has, so only whole hours are looked at beside minutes.
    const whole = periods.map(({ from, to }) => ({ from, to: Math.max(from, to - HOUR_MS + 1) }));
    const found = await listAll('hour', minutes.length > 0 ? whole : periods);
    const hours = found.filter((place) => !withMinutes.has(keyOf(place)));
    return [
      { siteId, zone, step: 'minute' as const, places: minutes },
      { siteId, zone, step: 'hour' as const, places: hours },
    ].filter(({ places }) => places.length > 0);
  }

  route(app, correctRange, async ({ caller, scope, body }) => {
    const { ranges, value, undo = false, reason } = body;
    if ((value === undefined) === !undo) fail('correction.value_or_undo', {}, 'value');
    for (const { periods } of ranges) checkPeriods(periods);
    const siteIds = ranges.map(({ siteId }) => siteId);
    if (new Set(siteIds).size < siteIds.length) fail('correction.twice', {}, 'ranges');
    const sites = await getAccessibleSites(app.db, scope, siteIds);
    const found: SitePlaces[] = [];
    let count = 0;
    for (const range of ranges) {
      const zone = sites.find(({ siteId }) => siteId === range.siteId)?.zone ?? '';
      found.push(...(await findPlaces(range, zone, undo)));
      count = found.reduce((sum, { places }) => sum + places.length, 0);
      if (count > maxRangeValues) fail('correction.many', { most: maxRangeValues }, 'ranges');
    }
    if (count === 0) fail(undo ? 'correction.nothing_to_undo' : 'correction.nothing', {}, 'periods');
    const changes = await planChanges(found, undo ? undefined : (value ?? null));
    return { changed: await writer.change(changes, { operName: caller.userName, reason }) };
  });

  route(app, undoWholeCorrection, async ({ caller, scope, params, body }) => {
    const standing = await listStandingChanges(app.db, params.correctionId);
    if (standing.length === 0) fail('correction.nothing_to_undo');
    const sites = await getAccessibleSites(
      app.db,
      scope,
      standing.map(({ siteId }) => siteId),
      'correctionId',
    );
    const found = sites.flatMap(({ siteId, zone }): SitePlaces[] => {
      const ofSite = standing.filter((change) => change.siteId === siteId);
      const channels = new Map(
        findChannels(
          source,
          ofSite.map(({ channelCode }) => channelCode),
        ).map((channel) => [channel.code, channel]),
      );
      return [...Map.groupBy(ofSite, ({ step }) => step)].map(([step, changes]) => ({
        siteId,
        zone,
        step,
        places: changes.flatMap(({ ts, channelCode }) => {
          const channel = channels.get(channelCode);
          return channel ? [{ ts, channel }] : [];
        }),
      }));
    });
    const changes = await planChanges(found, undefined);
    return { changed: await writer.change(changes, { operName: caller.userName, reason: body.reason }) };
  });

  /** The changes that set all places to a value; undefined withdraws their corrections. */
  async function planChanges(
    sites: readonly SitePlaces[],
    value: number | null | undefined,
  ): Promise<SiteChanges[]> {
    const now = app.clock.now().getTime();
    const oldest = await writer.findOldest();
    const requested: ValueChange['requested'] =
      value === undefined ? { withdrawn: true } : { value: value === null ? null : Math.fround(value) };
    return sites.map(({ siteId, zone, step, places }) => ({
      siteId,
      step,
      values: places.map(({ ts, channel }, index): ValueChange => {
        checkChange({ index, ts, channel, value }, { granularity: step, zone, now, oldest });
        return { ts, slot: channel.slot, requested };
      }),
    }));
  }
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
