import { roundHalfEven } from '@limpid/aqi/decimal';
import type { SiteIndices, SiteState, SiteUpdate } from '@limpid/contract/map/site-update';
import { isOnline } from '@limpid/contract/site/online';
import { type LatestValues } from '../ingest/ingest.api.ts';
import { presentReading } from '../reading/reading.api.ts';
import type { MapChannel, MapSiteRow } from './registry.store.ts';

/** A value that is older than its site's newest one, not valid, or flagged other than N. */
interface ValueException {
  channel: number;
  ts: number | null;
  flag: string | null;
  /** The number that was sent, where it is outside the range of the channel. */
  outOfRange: number | null;
}

/** A site as maps show it. */
export interface MapSiteState extends MapSiteRow {
  deptId: number;
  /** Time of the station's last contact; 0 if never. */
  lastSeen: number;
  state: SiteState;
  ts: number | null;
  /** In the order of the channels that maps show. */
  values: readonly (number | null)[];
  exceptions: readonly ValueException[];
}

type Measured = Pick<MapSiteState, 'ts' | 'values' | 'exceptions'>;

/** Rounds the value that all other responses contain, so that maps and lists show the same number. */
function round(value: number, decimals: number): number {
  return roundHalfEven(presentReading(value), decimals);
}

/** The newest values as maps show them: with the decimals of their channel, null where not valid. */
export function readMeasured(newest: LatestValues, channels: readonly MapChannel[]): Measured {
  const ts = Object.values(newest).reduce<number | null>(
    (latest, one) => Math.max(latest ?? one.ts, one.ts),
    null,
  );
  const exceptions: ValueException[] = [];
  const values = channels.map(({ channelCode, decimals }, channel) => {
    const found = newest[channelCode];
    if (!found) return null;
    if (found.ts !== ts || found.flag !== 'N' || found.value === null) {
      exceptions.push({
        channel,
        ts: found.ts === ts ? null : found.ts,
        flag: found.flag === 'N' ? null : found.flag,
        outOfRange: found.outOfRange === undefined ? null : round(found.outOfRange, decimals),
      });
    }
    return found.value === null ? null : round(found.value, decimals);
  });
  return { ts, values, exceptions };
}

export function isSameMeasured(one: Measured, other: Measured): boolean {
  return (
    one.ts === other.ts &&
    one.values.length === other.values.length &&
    one.values.every((value, channel) => value === other.values[channel]) &&
    one.exceptions.length === other.exceptions.length &&
    one.exceptions.every(({ channel, ts, flag, outOfRange }, place) => {
      const exception = other.exceptions[place];
      return (
        exception?.channel === channel &&
        exception.ts === ts &&
        exception.flag === flag &&
        exception.outOfRange === outOfRange
      );
    })
  );
}

export function findState(
  { stopped, lastSeen, interval }: Pick<MapSiteState, 'stopped' | 'lastSeen' | 'interval'>,
  now: Date,
): SiteState {
  if (stopped) return 'stopped';
  return isOnline(lastSeen, interval, now.getTime()) ? 'on' : 'off';
}

/** The live update of a site; with its indices if they are given. */
export function describeUpdate(
  site: MapSiteState,
  channels: readonly MapChannel[],
  index?: SiteIndices | null,
): SiteUpdate {
  const { siteId, state, ts, values, exceptions } = site;
  const codeOf = (channel: number) => channels[channel]?.channelCode ?? '';
  const at = exceptions.flatMap(({ channel, ts: channelTs }) =>
    channelTs === null ? [] : [[codeOf(channel), channelTs]],
  );
  const flags = exceptions.flatMap(({ channel, flag }) => (flag === null ? [] : [[codeOf(channel), flag]]));
  const outOfRange = exceptions.flatMap(({ channel, outOfRange: number }) =>
    number === null ? [] : [[codeOf(channel), number]],
  );
  const invalid = exceptions.flatMap(({ channel }) =>
    values[channel] === null ? [[codeOf(channel), null]] : [],
  );
  const valid = values.flatMap((value, channel) => (value === null ? [] : [[codeOf(channel), value]]));
  return {
    siteId,
    state,
    ts,
    values: Object.fromEntries([...valid, ...invalid]),
    ...(at.length > 0 && { at: Object.fromEntries(at) }),
    ...(flags.length > 0 && { flags: Object.fromEntries(flags) }),
    ...(outOfRange.length > 0 && { outOfRange: Object.fromEntries(outOfRange) }),
    ...(index !== undefined && { index }),
  };
}
