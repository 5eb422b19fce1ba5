import { setTimeout as wait } from 'node:timers/promises';
import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { findCoefficientChanges, findDeviceWrites, listSetOnSite } from '@limpid/contract/site/coefficients';
import { site } from '@limpid/contract/site/site';
import type { SheetImport, StoredRow, Writer, WriteValues } from '../../crud/definition.ts';
import { makeNameReader } from '../../crud/read-name.ts';
import type { App } from '../../platform/app.ts';
import type { Database } from '../../platform/db/database.ts';
import {
  doubtDeviceCoefficients,
  forgetDevice,
  forgetDeviceCoefficients,
  listAppliedByPlatform,
  listDeviceCoefficients,
  noteCoefficientChange,
  orderCoefficients,
  removePasswordChanges,
  takesCoefficients,
} from '../device/device.api.ts';
import { excludeWritersOfLocked } from '../reading/locks/locks.api.ts';
import { removeReadings } from '../reading/reading.api.ts';
import { markSiteHoursDirty } from '../rollup/rollup.api.ts';
import { refuseSiteMove } from '../system/system.api.ts';
import { checkCoefficients } from './coefficients.rule.ts';
import { insertCoefficients, listCurrentCoefficients } from './coefficients.store.ts';
import { checkCoordinates } from './coordinates.rule.ts';
import { findDepartment, isEntityInScope, listEntities } from './entity.store.ts';
import {
  countChannels,
  countSensorTypes,
  findReferenceStation,
  findSiteByMn,
  listDeviceTypes,
  removeContact,
  replaceSensorTypes,
} from './site.store.ts';

type SiteValues = WriteValues<typeof site>;
type StoredSite = StoredRow<typeof site>;

export async function prepareSite(
  values: SiteValues,
  writer: Writer,
  before: StoredSite | undefined,
): Promise<void> {
  checkCoordinates(values, before);
  checkAccess(values, before);
  await checkEntity(writer, values, before);
  await refuseTakenMn(writer, values, before);
  await checkParts(writer, values);
  const { referenceStationCode: code } = values;
  if (code && code !== before?.referenceStationCode) await checkReferenceStation(writer, code, before);
}

async function checkReferenceStation({ db }: Writer, code: string, before: StoredSite | undefined) {
  const station = await findReferenceStation(db, code, before?.siteId);
  if (!station) fail('site.reference_station', { code }, 'referenceStationCode');
  if (station.invented) fail('site.reference_simulated', { code }, 'referenceStationCode');
}

/** A password or key can be required only if it is set. */
function checkAccess(values: SiteValues, before: StoredSite | undefined): void {
  const isRequired = (name: 'passwordRequired' | 'sm4Required') => (values[name] ?? before?.[name]) === 'Y';
  if (isRequired('passwordRequired') && !keepsSecret(values, before, 'accessPassword'))
    fail('site.password_needed', {}, 'accessPassword');
  if (isRequired('sm4Required') && !keepsSecret(values, before, 'sm4Key'))
    fail('site.sm4_key_needed', {}, 'sm4Key');
}

/** Whether the secret is set after the write: a text sets it, `false` removes it, anything else leaves it. */
function keepsSecret(
  values: SiteValues,
  before: StoredSite | undefined,
  name: 'accessPassword' | 'sm4Key',
): boolean {
  const given = values[name];
  if (typeof given === 'string') return true;
  return given !== false && typeof before?.[name] === 'string';
}

/** Refuses an entity outside the caller's data scope. */
async function checkEntity(
  writer: Writer,
  values: SiteValues,
  before: StoredSite | undefined,
): Promise<void> {
  const { db, scope } = writer;
  const { entityId } = values;
  if (typeof entityId !== 'number' || entityId === before?.entityId) return;
  if (!(await isEntityInScope(db, scope, entityId))) fail('scope.denied', {}, 'entityId');
  if (!before) return;
  const from = await findDepartment(db, before.entityId);
  await refuseSiteMove(writer, { from, to: await findDepartment(db, entityId) }, 'entityId');
}

/** The error names the other site only if it is in the caller's data scope. */
async function refuseTakenMn(
  { db, scope }: Writer,
  values: SiteValues,
  before: StoredSite | undefined,
): Promise<void> {
  const { mn } = values;
  if (typeof mn !== 'string') return;
  const other = await findSiteByMn(db, scope, mn);
  if (!other || other.siteId === before?.siteId) return;
  if (other.isReached) fail('site.mn_taken', { mn, name: other.siteName }, 'mn');
  fail('field.taken', { label: fieldLabel(site, 'mn') }, 'mn');
}

async function checkParts({ db }: Writer, values: SiteValues): Promise<void> {
  const given = values.coefficients;
  if (given) {
    checkCoefficients(given);
    const existing = await countChannels(
      db,
      given.map(({ channelId }) => channelId),
    );
    if (existing < given.length)
      fail('field.choice', { label: fieldLabel(site, 'coefficients') }, 'coefficients');
  }
  const sensors = distinct(values.sensorTypeIds);
  if (sensors && (await countSensorTypes(db, sensors)) < sensors.length)
    fail('field.choice', { label: fieldLabel(site, 'sensorTypeIds') }, 'sensorTypeIds');
}

/** Saves the sensor types and the coefficients. */
export async function saveSiteParts(
  app: Pick<App, 'clock' | 'secrets' | 'siteMnChecks'>,
  siteId: number,
  given: SiteValues,
  writer: Writer,
  before: StoredSite | undefined,
): Promise<void> {
  const { db } = writer;
  const sensors = distinct(given.sensorTypeIds);
  if (sensors) await replaceSensorTypes(db, siteId, sensors);
  if (typeof given.accessPassword === 'string' || given.accessPassword === false)
    await removePasswordChanges(db, siteId);
  const isMoved = before && given.entityId !== undefined && given.entityId !== before.entityId;
  if (isMoved) {
    await excludeWritersOfLocked(db, siteId);
    // Another entity may have another time zone.
    await markSiteHoursDirty(db, [siteId]);
  }
  const row = { ...before, ...given };
  const hasNewMn = row.mn !== before?.mn;
  if (isMoved || hasNewMn)
    for (const check of app.siteMnChecks) await check(db, { siteId, field: hasNewMn ? 'mn' : 'entityId' });
  if (before && hasNewMn) {
    await forgetDevice(db, siteId, app.clock.now());
    await removeContact(db, siteId);
  }
  await saveCoefficients(app, siteId, row, writer, before);
}

/**
 * Either the platform or the device applies K and B, never both. The platform goes on until a device that gets them by
 * command has confirmed them; other devices are set on site.
 */
async function saveCoefficients(
  app: Pick<App, 'clock' | 'secrets'>,
  siteId: number,
  row: Pick<SiteValues, 'coefficientPlace' | 'mn' | 'protocol' | 'coefficients'>,
  { db, caller, language, isImport }: Pick<Writer, 'db' | 'caller' | 'language' | 'isImport'>,
  before: StoredSite | undefined,
): Promise<void> {
  const wanted = row.coefficients ?? [];
  const byPlatform = row.coefficientPlace === 'device' ? [] : wanted;
  const isCommanded = await takesCoefficients(db, siteId);
  if (!isCommanded) {
    await forgetDeviceCoefficients(db, siteId, app.clock.now());
    const changed = findCoefficientChanges(listAtDevice(row), listAtDevice(before));
    const channelIds = changed.map(({ channelId }) => channelId);
    await noteCoefficientChange(db, siteId, channelIds, app.clock.now());
  }
  const onDevice = await listDeviceCoefficients(db, siteId);
  const writes = isCommanded ? findDeviceWrites(row, before, onDevice) : [];
  // Nobody has confirmed the rows of a sheet one by one.
  if (isImport && writes.length > 0) fail('site.coefficient_import', {}, 'coefficientPlace');
  await orderCoefficients(app, db, { siteId, changes: writes, caller, language });
  // Until it says what it has, a device that was set on site has what people have set.
  await doubtDeviceCoefficients(db, siteId, listSetOnSite(row, before));
  const held = (await listDeviceCoefficients(db, siteId)).map((one) => one.held);
  const applied = isCommanded ? listAppliedByPlatform(wanted, held) : byPlatform;
  const changes = findCoefficientChanges(applied, await listCurrentCoefficients(db, siteId));
  await insertCoefficients(db, siteId, changes, { since: app.clock.now(), updateBy: caller.userName });
}

/** K and B that people set at the device of a site that gets no commands. */
function listAtDevice(row: Pick<SiteValues, 'coefficientPlace' | 'coefficients'> | undefined) {
  return row?.coefficientPlace === 'device' ? (row.coefficients ?? []) : [];
}

const sweepDelaysMs = [1000, 4000, 25_000];

/** Repeats the removal: batches in progress may store readings and hours after their sites were removed. */
export async function sweepReadings(
  db: Database,
  siteIds: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  for (const delayMs of sweepDelaysMs) {
    await wait(delayMs, undefined, { signal }).catch(() => undefined);
    await removeReadings(db, siteIds);
    if (signal.aborted) return;
  }
}

/** A sheet names the entity and the device type by code or name. */
export async function makeSiteSheetImport({ db, scope }: Writer): Promise<SheetImport<typeof site>> {
  return {
    readers: {
      entityId: makeNameReader(site, 'entityId', await listEntities(db, scope)),
      deviceTypeId: makeNameReader(site, 'deviceTypeId', await listDeviceTypes(db)),
    },
  };
}

function distinct(ids: readonly number[] | null | undefined): number[] | undefined {
  return ids ? [...new Set(ids)] : undefined;
}
