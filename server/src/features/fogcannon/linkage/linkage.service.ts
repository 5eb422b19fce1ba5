import { fail } from '@limpid/contract/errors';
import { type linkageRule, maxLinkedCannons } from '@limpid/contract/fogcannon/linkage-rule';
import { localised } from '@limpid/contract/kit/resource';
import type { Requester, StoredRow, Writer, WriteValues } from '../../../crud/definition.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { SiteDirectory } from '../../reading/model.api.ts';
import { isEntityInScope } from '../../site/site.api.ts';
import { isSiteInScope } from '../cannons/cannon.store.ts';
import { checkLinkage } from './check-linkage.rule.ts';
import type { LinkageSettings } from './decide.rule.ts';
import type { Linkage } from './linkage.store.ts';
import {
  findLinkageChannel,
  type LinkableCannon,
  listLinkableCannons,
  listTargets,
} from './linkage-row.store.ts';

/** Columns beside the fields. */
export type LinkageColumns = { hasSite: boolean };
type LinkageValues = WriteValues<typeof linkageRule, LinkageColumns>;
type StoredLinkage = StoredRow<typeof linkageRule, LinkageColumns>;

/** A rule that was checked, at each of its cannons. */
export interface CompleteLinkage {
  settings: LinkageSettings;
  cannons: (LinkableCannon & { linkage: Linkage })[];
}

/** Checks a rule together with what is stored of it. */
export async function prepareLinkage(
  values: LinkageValues,
  writer: Writer,
  before: StoredLinkage | undefined,
  directory: SiteDirectory,
): Promise<void> {
  // A rule that has become invalid can still be disabled.
  if (before && Object.keys(values).every((name) => name === 'status') && values.status !== '0') return;
  // A site that was removed is replaced by a choice only, never by the switch of the rule.
  if (before?.hasSite && before.siteId === null && values.siteId === undefined)
    fail('fog_linkage.site_gone', {}, 'siteId');
  const cannonIds = values.cannonIds ?? (before ? await listTargets(writer.db, before.ruleId) : []);
  const given = { ...before, ...values, cannonIds };
  const { settings } = await completeLinkage(writer.db, writer, given, directory);
  Object.assign(values, settings, { hasSite: given.siteId !== null && given.siteId !== undefined });
}

/** The settings of a rule and its cannons; refused if the rule is not valid, or reaches further than the person. */
export async function completeLinkage(
  db: Database,
  { scope, language }: Requester,
  given: LinkageValues,
  directory: SiteDirectory,
): Promise<CompleteLinkage> {
  const settings = readSettings(given);
  const { entityId, siteId = null, cannonIds } = given;
  if (typeof entityId !== 'number' || !(await isEntityInScope(db, scope, entityId)))
    fail('scope.denied', {}, 'entityId');
  if (siteId !== null && !(await isSiteInScope(db, scope, siteId))) fail('scope.denied', {}, 'siteId');
  const wanted = [...new Set(cannonIds ?? [])];
  if (wanted.length === 0) fail('fog_linkage.no_cannons', {}, 'cannonIds');
  if (wanted.length > maxLinkedCannons)
    fail('fog_linkage.many_cannons', { max: maxLinkedCannons }, 'cannonIds');
  const cannons = await listLinkableCannons(db, entityId, wanted);
  if (cannons.length < wanted.length) fail('fog_linkage.other_entity', {}, 'cannonIds');
  const channel = await findLinkageChannel(db, given.channelId ?? 0);
  const rain =
    typeof given.rainChannelId === 'number' ? await findLinkageChannel(db, given.rainChannelId) : undefined;
  checkLinkage(settings, {
    channel: channel && {
      min: channel.minValue,
      max: channel.maxValue,
      name: localised({ ...channel }, 'channelName', language),
    },
    channelCode: channel?.gbCode ?? '',
    rainCode: rain?.gbCode,
    cannons: cannons.map(({ cannonName, siteId: own }) => ({
      name: cannonName,
      channels: listCodes(directory, siteId ?? own),
    })),
  });
  return {
    settings,
    cannons: cannons.map((cannon) => ({
      ...cannon,
      linkage: {
        ...settings,
        ruleId: 0,
        ruleName: '',
        isDryRun: true,
        channelCode: channel?.channelCode ?? '',
        channelUnit: channel?.unit ?? null,
        decimals: channel?.decimals ?? 0,
        slot: channel?.slot ?? 0,
        rainCode: rain?.channelCode ?? null,
        cannonId: cannon.cannonId,
        siteId: siteId ?? cannon.siteId ?? 0,
        jogSeconds: cannon.jogSeconds,
      },
    })),
  };
}

/** The codes that a site measures; undefined without a site. */
function listCodes(directory: SiteDirectory, siteId: number | null): ReadonlySet<string> | undefined {
  const site = siteId === null ? undefined : directory.findBySite(siteId);
  return site && new Set(site.channels.keys());
}

/** Defaults stand in for what a new rule does not say. */
function readSettings(given: LinkageValues): LinkageSettings {
  const empty = (text: string | null | undefined) => text?.trim() || null;
  return {
    basis: given.basis ?? 'realtime',
    compare: given.compare ?? 'gt',
    threshold: given.threshold ?? 0,
    deadBand: given.deadBand ?? 0,
    consecutive: given.consecutive ?? 3,
    minRunSeconds: given.minRunSeconds ?? 60,
    maxRunMinutes: given.maxRunMinutes ?? 30,
    minPauseSeconds: given.minPauseSeconds ?? 300,
    fromTime: empty(given.fromTime),
    toTime: empty(given.toTime),
    fromDay: empty(given.fromDay),
    toDay: empty(given.toDay),
    maxWind: given.maxWind ?? null,
    minTemperature: given.minTemperature ?? null,
    maxRain: given.maxRain ?? null,
  };
}
