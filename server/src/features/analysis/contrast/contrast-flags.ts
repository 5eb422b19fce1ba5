import type { ContrastMember } from '@limpid/contract/analysis/contrast';
import { formatLocalDate } from '@limpid/contract/local-time';
import type { App } from '../../../platform/app.ts';
import { groupByBounds } from '../../data/data.api.ts';
import { type FlaggedHours, summariseFlags } from '../../quality/quality.api.ts';
import { readFlaggedHours } from '../flags/read-flagged-hours.ts';
import type { MeasuredMember, MemberPeriod } from './contrast-members.ts';

type MemberFlags = Pick<ContrastMember, 'flags' | 'flagged'>;

/** The flags of the members that are sites, in the period and at each of its times. */
export async function readMemberFlags(
  deps: Pick<App, 'pool'>,
  members: readonly Pick<MeasuredMember, 'siteId' | 'zone'>[],
  slots: readonly number[],
  { granularity, bounds }: Pick<MemberPeriod, 'granularity' | 'bounds'>,
): Promise<MemberFlags[]> {
  const sites = members.flatMap(({ siteId, zone }) => (siteId === null ? [] : [{ siteId, zone }]));
  const found = new Map<number, FlaggedHours>();
  for (const group of groupByBounds(sites, granularity, bounds)) {
    const hoursOf = await readFlaggedHours(deps, group.siteIds, slots, group.bounds);
    for (const siteId of group.siteIds) found.set(siteId, hoursOf(siteId));
  }
  return members.map(({ siteId, zone }) => {
    const hours: FlaggedHours = (siteId !== null && found.get(siteId)) || new Map();
    const timeOf = (at: number) => (granularity === 'hour' ? at : Date.parse(formatLocalDate(at, zone)));
    const byTime = Map.groupBy(hours, ([at]) => timeOf(at));
    return {
      flags: summariseFlags(hours.values()),
      flagged: [...byTime].flatMap(([ts, ofTime]) => {
        const flags = summariseFlags(ofTime.map(([, marks]) => marks));
        return flags ? [{ ts, flags }] : [];
      }),
    };
  });
}
