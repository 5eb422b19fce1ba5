import { findPollutant, toTableUnit } from '@limpid/aqi/pollutant';
import {
  calibrationConfig,
  maxCalibratedSites,
  maxCalibrationReferences,
} from '@limpid/contract/calibration/config';
import { fail } from '@limpid/contract/errors';
import { fieldLabel, localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import type { StoredRow, Writer, WriteValues } from '../../../crud/definition.ts';
import type { Database } from '../../../platform/db/database.ts';
import { getAccessibleSites } from '../../data/data.api.ts';
import { findSimulatedReference } from '../references/reference.store.ts';
import { checkAutomaticRights } from './automatic-rights.ts';
import {
  type AutomaticColumns,
  type CalibratedChannel,
  listCalibratedChannels,
  listMembers,
  listSourcesToCalibrate,
} from './config.store.ts';

type ConfigValues = WriteValues<typeof calibrationConfig, AutomaticColumns>;
type StoredConfig = StoredRow<typeof calibrationConfig, AutomaticColumns>;

/** Checks a config together with what is stored of it. */
export async function prepareConfig(
  values: ConfigValues,
  { db, caller, scope, language }: Writer,
  before: StoredConfig | undefined,
): Promise<void> {
  // A config that has become invalid can still be disabled.
  const isSwitch = before !== undefined && Object.keys(values).every((name) => name === 'status');
  if (isSwitch && values.status !== '0') return;
  const stored = before ? await listMembers(db, before.configId) : undefined;
  const siteIds = [...new Set(values.siteIds ?? stored?.siteIds)];
  const channelIds = [...new Set(values.channelIds ?? stored?.channelIds)];
  const referenceIds = [...new Set(values.referenceSiteIds ?? stored?.referenceSiteIds)];
  const given = { ...before, ...values };
  if (isSwitch) return checkAutomaticRights(db, caller, { values, before, siteIds });
  if (siteIds.length === 0) fail('calibration.no_sites', {}, 'siteIds');
  if (siteIds.length > maxCalibratedSites)
    fail('calibration.many_sites', { max: maxCalibratedSites }, 'siteIds');
  await getAccessibleSites(db, scope, siteIds, 'siteIds');
  const isOwn = given.source === 'own';
  checkChannels(await listCalibratedChannels(db, channelIds), channelIds, isOwn, language);
  if (isOwn) {
    if (referenceIds.length === 0) fail('calibration.no_reference_sites', {}, 'referenceSiteIds');
    if (referenceIds.some((id) => siteIds.includes(id)))
      fail('calibration.reference_self', {}, 'referenceSiteIds');
    await getAccessibleSites(db, scope, referenceIds, 'referenceSiteIds');
  }
  await checkSource(db, given, values);
  const codes = readCodes(given.referenceCodes);
  if (Math.max(codes.length, referenceIds.length) > maxCalibrationReferences)
    fail('calibration.many_references', { max: maxCalibrationReferences }, 'referenceCodes');
  await refuseSimulated(db, siteIds, isOwn ? { codes: [], referenceIds } : { codes, referenceIds: [] });
  if (isMissing(given.rainChannelId) !== isMissing(given.maxRain))
    fail('calibration.rain', {}, isMissing(given.maxRain) ? 'maxRain' : 'rainChannelId');
  if ((given.minPairs ?? 48) > (given.windowHours ?? 168))
    fail('calibration.min_pairs', { hours: given.windowHours ?? 168 }, 'minPairs');
  if (values.referenceCodes !== undefined) values.referenceCodes = codes.join(',') || null;
  await checkAutomaticRights(db, caller, { values, before: before && { ...before, ...stored }, siteIds });
}

/** Invented values say nothing about measured ones. */
async function refuseSimulated(
  db: Database,
  siteIds: readonly number[],
  chosen: { codes: readonly string[]; referenceIds: readonly number[] },
): Promise<void> {
  const name = await findSimulatedReference(db, siteIds, chosen);
  const field = chosen.codes.length > 0 ? 'referenceCodes' : 'referenceSiteIds';
  if (name !== undefined) fail('calibration.simulated_reference', { name }, field);
}

/** A source has stations of one network; files and own sites have no source. */
async function checkSource(
  db: Database,
  { source, sourceId }: Pick<ConfigValues, 'source' | 'sourceId'>,
  values: ConfigValues,
): Promise<void> {
  if (isMissing(sourceId)) return;
  if (source === 'own' || source === 'file') {
    values.sourceId = null;
    return;
  }
  const chosen = (await listSourcesToCalibrate(db)).find(({ id }) => id === sourceId);
  if (!chosen) fail('field.choice', { label: fieldLabel(calibrationConfig, 'sourceId') }, 'sourceId');
  if (chosen.level !== source) fail('calibration.source_network', { name: chosen.name }, 'sourceId');
}

/** The station codes of a config. */
export function readCodes(text: string | null | undefined): string[] {
  const codes = (text ?? '').split(/[,，;\s]+/).filter((code) => code !== '');
  return [...new Set(codes)];
}

const isMissing = (value: unknown) => value === null || value === undefined;

function checkChannels(
  channels: readonly CalibratedChannel[],
  wanted: readonly number[],
  isOwn: boolean,
  language: Language,
): void {
  if (wanted.length === 0 || channels.length < wanted.length)
    fail('calibration.no_channels', {}, 'channelIds');
  for (const channel of channels) {
    const pollutant = findPollutant(channel.gbCode);
    const isPublished = pollutant !== undefined && toTableUnit(pollutant, 1, channel.unit ?? '') !== null;
    if (channel.dataType !== 'number' || (!isOwn && !isPublished))
      fail('calibration.channel', { name: localised({ ...channel }, 'channelName', language) }, 'channelIds');
  }
}
