import { fail } from '@limpid/contract/errors';
import type { Writer } from '../../../crud/definition.ts';
import { makeForwardConversion } from '../transport/value.rule.ts';
import { listEntitySites, listTargetChannels } from './target.store.ts';
import type { StoredTarget, TargetValues } from './target-row.ts';

/**
 * Refuses a channel that does not exist or is listed twice, one code for two channels, listed or not, and a unit that does
 * not fit. Channels that are gone are left out.
 */
export async function checkFactors(
  { db }: Writer,
  values: TargetValues,
  before: StoredTarget | undefined,
): Promise<void> {
  if (!values.factors && values.onlyMapped === undefined) return;
  const channels = await listTargetChannels(db);
  const byCode = new Map(channels.map((channel) => [channel.channelCode, channel]));
  const known = new Set(before?.factors.map(({ channelCode }) => channelCode));
  const factors = (values.factors ?? before?.factors ?? []).filter(
    ({ channelCode }) => byCode.has(channelCode) || !known.has(channelCode),
  );
  if (values.factors) values.factors = factors;
  for (const { channelCode: code, unit } of factors) {
    const channel = byCode.get(code) ?? fail('forward.channel', { code }, 'factors');
    if (unit && !makeForwardConversion(channel, unit)) fail('forward.unit', { code, unit }, 'factors');
  }
  const listed = factors.map(({ channelCode }) => channelCode);
  const twice = findTwice(listed);
  if (twice) fail('forward.channel_twice', { code: twice }, 'factors');
  const { onlyMapped } = { ...before, ...values };
  const unlisted = onlyMapped ? [] : channels.filter(({ channelCode }) => !listed.includes(channelCode));
  const codes = [
    ...factors.map(({ channelCode, code }) => code || (byCode.get(channelCode)?.gbCode ?? '')),
    ...unlisted.map(({ gbCode }) => gbCode),
  ];
  const code = findTwice(codes.map((one) => one.toLowerCase()));
  if (code) fail('forward.code_twice', { code }, 'factors');
}

/**
 * Refuses sites of another entity, and an MN that two sites would have at the receiver. Sites that are gone are left out,
 * and simulated ones at real targets, which never get them.
 */
export async function checkSites(
  { db }: Writer,
  entityId: number,
  values: TargetValues,
  before: StoredTarget | undefined,
): Promise<void> {
  const all = await listEntitySites(db, entityId);
  const sites = all.filter(({ simulated }) => before?.simulated || !simulated);
  const byId = new Map(sites.map((site) => [site.siteId, site]));
  const known = new Set([...all, ...(before?.sites ?? [])].map(({ siteId }) => siteId));
  if (values.sites)
    values.sites = values.sites.filter(({ siteId }) => byId.has(siteId) || !known.has(siteId));
  const parts = values.sites ?? before?.sites.filter(({ siteId }) => byId.has(siteId)) ?? [];
  const { allSites } = { ...before, ...values };
  if (!allSites && parts.length === 0) fail('forward.sites_needed', {}, 'sites');
  for (const { siteId } of parts) if (!byId.has(siteId)) fail('forward.site', { id: siteId }, 'sites');
  const twice = findTwice(parts.map(({ siteId }) => siteId));
  if (twice) fail('forward.site_twice', { name: byId.get(twice)?.siteName ?? twice }, 'sites');
  const renamed = new Map(parts.map(({ siteId, mn }) => [siteId, mn]));
  const sent = allSites ? sites : sites.filter(({ siteId }) => renamed.has(siteId));
  const mn = findTwice(sent.map((site) => (renamed.get(site.siteId) || site.mn).toUpperCase()));
  if (mn) fail('forward.mn_twice', { mn }, 'sites');
}

function findTwice<Value>(values: readonly Value[]): Value | undefined {
  return values.find((value, index) => values.indexOf(value) !== index);
}
