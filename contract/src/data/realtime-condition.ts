import Type from 'typebox';

/** The states of a site in real-time data, in the order of a list that is sorted by them. */
export const realtimeStates = ['on', 'stale', 'off', 'silent', 'stopped'] as const;
export type RealtimeState = (typeof realtimeStates)[number];

interface SiteContact {
  /** Disabled by a person. */
  isStopped: boolean;
  isOnline: boolean;
  /** The station has been in contact at least once. */
  wasHeard: boolean;
  hasValue: boolean;
  hasFreshValue: boolean;
}

/**
 * `stale`: the station is in contact and none of its values is fresh; `off`: no contact; `silent`: never any contact;
 * `stopped`: disabled, whatever it sends.
 */
export function judgeRealtimeState(site: SiteContact): RealtimeState {
  if (site.isStopped) return 'stopped';
  if (site.isOnline) return site.hasFreshValue ? 'on' : 'stale';
  return site.hasValue || site.wasHeard ? 'off' : 'silent';
}

/**
 * What real-time data can be narrowed to. Disabled sites meet none of these.
 * - `above`: the newest value of the channel with the site's own limit is fresh, valid and, as displayed, above it.
 * - `flagged`: a fresh value has another flag than N, is out of range or is not valid, or a data rule has flagged the
 *   newest hours of a channel with a value.
 * - `late`: the state `stale`.
 * - `silent`: the states `off` and `silent`.
 */
export const realtimeConditions = ['above', 'flagged', 'late', 'silent'] as const;
export type RealtimeCondition = (typeof realtimeConditions)[number];

const count = Type.Integer();

/** The number of sites that match the search, and of those that meet each condition. */
export const realtimeCounts = Type.Object({
  all: count,
  above: count,
  flagged: count,
  late: count,
  silent: count,
  /** The sites above their limit, so that a screen notices new ones on pages that it does not show. */
  aboveIds: Type.Array(Type.Integer()),
});
