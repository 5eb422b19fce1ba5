import { findPollutant } from '@limpid/aqi/pollutant';
import type { IssueTarget } from '@limpid/contract/calibration/issue';
import type { ProposalRefusal } from '@limpid/contract/calibration/result';
import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { SiteDevice } from '../../reading/model.api.ts';
import type { RawHour, StoredChannel } from '../../reading/reading.api.ts';
import { type CorrectionLine, joinLines, neutralLine } from '../rules/line.ts';
import { type ComparedHour, type PairLimits, pairHours } from '../rules/pair-hours.rule.ts';
import { type ProposalLimits, proposeLine } from '../rules/propose.rule.ts';
import { checkTargets, judgeTargets } from '../rules/targets.rule.ts';
import type { DeviceLine } from './in-force.store.ts';
import type { SiteReferences } from './references.ts';
import type { NewResult } from './result.store.ts';

/** What a site has measured in the window of a run. */
export interface ComparedSite {
  device: SiteDevice;
  /** Before what the platform applies, by slot. */
  raw: ReadonlyMap<number, ReadonlyMap<number, RawHour>>;
  humidity: ReadonlyMap<number, number>;
  rain: ReadonlyMap<number, number>;
  /** What the device applies itself, by channel. */
  deviceLines: ReadonlyMap<number, DeviceLine>;
  /** When the device has last got other K and B, which it applies itself, by channel. */
  deviceChanges: ReadonlyMap<number, number>;
  /** Since when the device is at the site; undefined if it always was. */
  deviceStart: number | undefined;
  references: SiteReferences;
}

export interface RunComparison {
  bounds: readonly [from: number, to: number];
  limits: PairLimits & ProposalLimits;
  target: IssueTarget;
}

type Refusal = { reason: ProposalRefusal; found?: number; limit?: number };

/** One channel of one site: pairs its hours with the reference, and proposes K and B or says why not. */
export function compareChannel(
  site: ComparedSite,
  channel: StoredChannel,
  { bounds, limits, target }: RunComparison,
): NewResult {
  const { device, references } = site;
  const { channelId, gbCode, unit, minValue, maxValue, slot } = channel;
  const inForce = device.coefficients.get(channelId)?.at(-1) ?? neutralLine;
  const onDevice = site.deviceLines.get(channelId);
  // Corrections follow each other: first that of the device, then that of the platform.
  const before = onDevice ? joinLines(onDevice, inForce) : { k: inForce.k, b: inForce.b };
  const empty = emptyResult(site, channelId, before);
  const refusal = findObstacle(site, channel, target);
  if (refusal || 'refusal' in references) return refuse(empty, refusal ?? { reason: 'noReference' });

  const reference = references.hoursOf(channel);
  if (reference.size === 0) return refuse(empty, { reason: 'noReferenceData' });
  const changedAt = Math.max(
    site.deviceStart ?? Number.NEGATIVE_INFINITY,
    site.deviceChanges.get(channelId) ?? Number.NEGATIVE_INFINITY,
  );
  const hours = toRawHours(site.raw.get(slot) ?? new Map(), onDevice, changedAt);
  const starts = findStarts(hours, reference);
  if (starts.reference !== starts.site)
    return refuse(empty, { reason: 'otherHours', found: starts.site, limit: starts.reference });
  const { pairs, dropped } = pairHours(
    {
      bounds: alignBounds(bounds, starts.site),
      site: hours,
      reference,
      humidity: site.humidity,
      rain: site.rain,
    },
    limits,
  );
  const pollutant = findPollutant(gbCode);
  const proposal = proposeLine(
    {
      pairs,
      before,
      pollutant,
      unit: unit ?? '',
      range: { min: minValue, max: maxValue },
      until: bounds[1],
    },
    limits,
  );
  const targets = pollutant && proposal.after ? checkTargets(proposal.after, pollutant, unit ?? '') : [];
  const compared: NewResult = {
    ...empty,
    pairs,
    dropped,
    method: proposal.method,
    rSquared: proposal.rSquared,
    kFitted: proposal.fitted?.k ?? null,
    bFitted: proposal.fitted?.b ?? null,
    k: proposal.proposed?.k ?? null,
    b: proposal.proposed?.b ?? null,
    limited: proposal.limited,
    before: proposal.before,
    after: proposal.after,
    targets,
    verdict: judgeTargets(targets),
  };
  return proposal.refusal ? refuse(compared, proposal.refusal) : { ...compared, decision: 'proposed' };
}

function emptyResult(
  { device, references }: ComparedSite,
  channelId: number,
  before: CorrectionLine,
): NewResult {
  return {
    siteId: device.siteId,
    channelId,
    references: references.names ?? [],
    referenceSiteIds: references.siteIds ?? [],
    referenceKm: references.km ?? null,
    pairs: [],
    dropped: {},
    method: null,
    rSquared: null,
    kFitted: null,
    bFitted: null,
    kBefore: before.k,
    bBefore: before.b,
    k: null,
    b: null,
    limited: false,
    before: null,
    after: null,
    targets: [],
    verdict: null,
    decision: 'refused',
    reason: null,
    found: null,
    limit: null,
  };
}

const refuse = (result: NewResult, { reason, found, limit }: Refusal): NewResult => ({
  ...result,
  decision: 'refused',
  reason,
  found: found ?? null,
  limit: limit ?? null,
});

/** Why a channel cannot be compared, whatever has been measured. */
function findObstacle(
  site: ComparedSite,
  { channelId }: StoredChannel,
  target: IssueTarget,
): Refusal | undefined {
  const isMeasured = [...site.device.channels.values()].some((one) => one.channelId === channelId);
  if (!isMeasured) return { reason: 'notMeasured' };
  const onDevice = site.deviceLines.get(channelId);
  if (onDevice?.isInDoubt) return { reason: 'deviceUnsettled' };
  // K and B that are written replace those of the device, so these have to be known.
  if (target === 'device' && !onDevice) return { reason: 'deviceUnread' };
  return 'refusal' in site.references ? site.references.refusal : undefined;
}

/** Removes K and B that the device has applied. Before their last change it, or another device, has measured with others. */
function toRawHours(
  hours: ReadonlyMap<number, RawHour>,
  line: DeviceLine | undefined,
  changedAt: number,
): ReadonlyMap<number, ComparedHour> {
  const { k, b } = line ?? neutralLine;
  const first = Math.max(line?.since ?? changedAt, changedAt);
  return new Map(
    [...hours].map(([at, hour]): [number, ComparedHour] => {
      if ('without' in hour) return [at, hour];
      if (at < first || k === 0) return [at, { without: 'coefficients' }];
      return [at, { raw: (hour.raw - b) / k }];
    }),
  );
}

const minutesPast = (at: number) => (at % HOUR_MS) / MINUTE_MS;

/**
 * How many minutes past the full hour (UTC) the hours of both sides begin: in zones with a half-hour at half past. The same
 * for both if any hour of the reference begins with one of the site.
 */
function findStarts(
  hours: ReadonlyMap<number, unknown>,
  reference: ReadonlyMap<number, unknown>,
): { site: number; reference: number } {
  const [first] = hours.keys();
  const ofReference = [...new Set([...reference.keys()].map(minutesPast))];
  const site = first === undefined ? (ofReference[0] ?? 0) : minutesPast(first);
  return { site, reference: ofReference.includes(site) ? site : (ofReference[0] ?? site) };
}

const alignBounds = ([from, to]: readonly [number, number], minutes: number): readonly [number, number] => [
  from + minutes * MINUTE_MS,
  to + minutes * MINUTE_MS,
];
