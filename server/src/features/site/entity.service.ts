import { fail } from '@limpid/contract/errors';
import { fieldLabel, localised } from '@limpid/contract/kit/resource';
import { entity } from '@limpid/contract/site/entity';
import { findAddressProblem, maxAddresses, splitAddresses } from '@limpid/contract/site/forward-address';
import { zoneOfDifference } from '@limpid/contract/site/time-difference';
import type { SheetImport, StoredRow, Writer, WriteValues } from '../../crud/definition.ts';
import { makeNameReader } from '../../crud/read-name.ts';
import type { App } from '../../platform/app.ts';
import { attachFiles, detachFiles } from '../../platform/files/files.ts';
import { markSiteHoursDirty } from '../rollup/rollup.api.ts';
import { isDepartmentEnabled, refuseSiteMove } from '../system/system.api.ts';
import { checkCoordinates } from './coordinates.rule.ts';
import { isDatabaseZone, listDepartments, listSiteIds, lockEntity } from './entity.store.ts';

type EntityValues = WriteValues<typeof entity>;
type StoredEntity = StoredRow<typeof entity>;

export async function prepareEntity(
  values: EntityValues,
  writer: Writer,
  before: StoredEntity | undefined,
): Promise<void> {
  checkCoordinates(values, before);
  checkForwarding(values, before);
  await checkDepartment(writer, values, before);
  await resolveZone(writer, values, before);
}

/** A new zone takes precedence; otherwise a changed time difference is translated to a zone. */
async function resolveZone(
  { db }: Writer,
  values: EntityValues,
  before: StoredEntity | undefined,
): Promise<void> {
  const { zone, timeDifference } = values;
  delete values.zone;
  delete values.timeDifference;
  if (typeof zone === 'string' && zone !== before?.zone) {
    if (!(await isDatabaseZone(db, zone)) || !isRuntimeZone(zone)) fail('entity.zone', { zone }, 'zone');
    values.zone = zone;
  } else if (typeof timeDifference === 'number' && timeDifference !== before?.timeDifference) {
    const found = zoneOfDifference(timeDifference);
    if (found === undefined) fail('entity.time_difference', { hours: timeDifference }, 'timeDifference');
    values.zone = found;
  }
}

/** Whether Node knows the time zone: its list differs from the database's. */
function isRuntimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function checkForwarding(values: EntityValues, before: StoredEntity | undefined): void {
  const { forwardAddress, forwardProtocol } = { ...before, ...values };
  const isUntouched =
    forwardAddress === before?.forwardAddress && forwardProtocol === before?.forwardProtocol;
  if (!forwardAddress || isUntouched) return;
  const problem = findAddressProblem(forwardAddress, String(forwardProtocol));
  if (problem) fail(problem.key, { address: problem.address, limit: maxAddresses }, 'forwardAddress');
  values.forwardAddress = splitAddresses(forwardAddress).join('#');
}

/** An entity may stay in a disabled department. */
async function checkDepartment(
  writer: Writer,
  values: EntityValues,
  before: StoredEntity | undefined,
): Promise<void> {
  const { deptId } = values;
  if (typeof deptId !== 'number' || deptId === before?.deptId) return;
  if (!(await isDepartmentEnabled(writer.db, deptId)))
    fail('field.choice', { label: fieldLabel(entity, 'deptId') }, 'deptId');
  if (!before) return;
  await refuseSiteMove(writer, { from: before.deptId, to: deptId }, 'deptId');
}

/**
 * Attaches the file, changes the forwarding targets, and marks the hours of all sites for roll-up if the time zone has
 * changed.
 */
export async function saveEntityParts(
  { clock, forwardAddressFollowers }: Pick<App, 'clock' | 'forwardAddressFollowers'>,
  entityId: number,
  given: EntityValues,
  { db, caller }: Writer,
  before: StoredEntity | undefined,
): Promise<void> {
  const { file } = given;
  if (file !== undefined && file !== (before?.file ?? null)) {
    if (typeof file === 'string') await attachFiles(db, [file], 'attachment', caller, 'file');
    if (before) await releaseFile({ clock }, before, db);
  }
  const after = readForwarding({ ...before, ...given });
  const hasMoved =
    after.forwardAddress !== (before?.forwardAddress || null) ||
    after.forwardProtocol !== before?.forwardProtocol;
  const change = { entityId, before: before && readForwarding(before), after, userName: caller.userName };
  for (const follow of hasMoved ? forwardAddressFollowers : []) await follow(db, change);
  if (before && given.zone !== undefined && given.zone !== before.zone)
    await markSiteHoursDirty(db, await listSiteIds(db, entityId));
}

function readForwarding({
  forwardAddress,
  forwardProtocol,
}: Pick<EntityValues, 'forwardAddress' | 'forwardProtocol'>) {
  return { forwardAddress: forwardAddress || null, forwardProtocol: String(forwardProtocol) };
}

export async function refuseUsedEntity(
  row: StoredEntity,
  { db, language }: Writer,
  uses: App['entityUses'],
): Promise<void> {
  await lockEntity(db, row.entityId);
  for (const { count, problem } of uses) {
    const found = await count(db, row.entityId);
    if (found > 0) fail(problem, { name: localised(row, 'entityName', language), count: found });
  }
}

export async function releaseFile(
  { clock }: Pick<App, 'clock'>,
  row: StoredEntity,
  db: Writer['db'],
): Promise<void> {
  if (row.file !== null) await detachFiles(db, clock, [row.file]);
}

/** A sheet names the department by name or path. */
export async function makeEntitySheetImport({ db, scope }: Writer): Promise<SheetImport<typeof entity>> {
  const departments = await listDepartments(db, scope);
  return { readers: { deptId: makeNameReader(entity, 'deptId', departments) } };
}
