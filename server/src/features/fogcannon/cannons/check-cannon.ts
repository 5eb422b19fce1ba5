import { AppError, fail } from '@limpid/contract/errors';
import { fogCannon } from '@limpid/contract/fogcannon/cannon';
import { fieldLabel } from '@limpid/contract/kit/resource';
import type { StoredRow, Writer, WriteValues } from '../../../crud/definition.ts';
import { findProgramCommandProblem } from '../../device/device.api.ts';
import { checkCoordinates, isEntityInScope } from '../../site/site.api.ts';
import { isSendable } from '../drivers/dtu-registration.rule.ts';
import { type CannonFacts, readSettings } from '../drivers/settings.rule.ts';
import { endLostRun, isRegistrationElsewhere, isSiteInScope, lockOpenWork } from './cannon.store.ts';
import { type CannonNetwork, refuseUsedAddress } from './check-address.ts';

/** Columns beside the fields. */
export type CannonColumns = { hasSite: boolean };
type Values = WriteValues<typeof fogCannon, CannonColumns>;
type Stored = StoredRow<typeof fogCannon, CannonColumns>;

/** Refuses a cannon that could not be switched, or that reaches further than the person who saves it. */
export async function checkCannon(
  values: Values,
  writer: Writer,
  before: Stored | undefined,
  network: CannonNetwork,
): Promise<void> {
  const { db, scope, clock, caller } = writer;
  const isStatusOnly = before && Object.keys(values).every((name) => name === 'status');
  if (isStatusOnly) return;
  const merged = mergeFacts(values, before);
  const isMoved = before && (await checkOpenWork(before, merged, writer));
  // A site that was removed is replaced by a choice only.
  if (before?.hasSite && before.siteId === null && values.siteId === undefined)
    fail('fog.site_gone', {}, 'siteId');
  checkCoordinates(values, before);
  const settings = readSettings(merged);
  refuseLeak(values, before, merged);
  if (typeof values.dtuPassword === 'string' && !isSendable(values.dtuPassword))
    fail('fog.dtu_password', { label: fieldLabel(fogCannon, 'dtuPassword') }, 'dtuPassword');
  const { entityId, siteId } = merged;
  if (typeof entityId !== 'number' || !(await isEntityInScope(db, scope, entityId)))
    fail('scope.denied', {}, 'entityId');
  if (typeof siteId === 'number' && !(await isSiteInScope(db, scope, siteId)))
    fail('scope.denied', {}, 'siteId');
  if (merged.driver === 'modbusDtu' && merged.registration) {
    const place = { registration: merged.registration, entityId };
    if (await isRegistrationElsewhere(db, place))
      fail('fog.registration_taken', { registration: merged.registration }, 'registration');
  }
  const isKept = before?.entityId === entityId && !hasOtherSettings(before, merged);
  await refuseUsedAddress(settings, { cannonId: before?.cannonId, entityId, isKept }, writer, network);
  if (merged.driver === 'hj212') await checkCommands(merged, writer);
  values.hasSite = typeof siteId === 'number';
  if (isMoved) await endLostRun(db, before.cannonId, { at: clock.now(), endedBy: caller.userName });
}

/**
 * Refuses a change while the relay may be on: with other settings it could not be switched off any more. Returns whether
 * somebody has confirmed that it is left behind.
 */
async function checkOpenWork(before: Stored, merged: CannonFacts, { db, clock }: Writer): Promise<boolean> {
  const open = await lockOpenWork(db, before.cannonId, clock.now());
  const isMoved = hasOtherSettings(before, merged);
  if (isMoved && open.isGivenUp && (open.isRunning || open.isOff)) return true;
  const params = { name: before.cannonName };
  if (isMoved && open.isLinkLost && (open.isRunning || open.isOff)) fail('fog.relay_open', params);
  if (open.isRunning || open.isStarting) fail('fog.running', params);
  if (isMoved && open.isOff) fail('fog.relay_open', params);
  return false;
}

function hasOtherSettings(before: Stored, merged: CannonFacts): boolean {
  const read = (facts: CannonFacts) => {
    try {
      return JSON.stringify(readSettings(facts));
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  };
  return read(before) !== read(merged);
}

function mergeFacts(values: Values, before: Stored | undefined): CannonFacts {
  const merged: Record<string, unknown> = { ...before, ...values };
  for (const name of ['password', 'dtuPassword'] as const) {
    const given = values[name];
    merged[name] = typeof given === 'string' ? given : given === false ? null : (before?.[name] ?? null);
  }
  return merged;
}

const addressFields = ['brokerUrl', 'tokenUrl', 'onUrl', 'offUrl', 'jogUrl', 'stateUrl'] as const;

/** A stored password must not be sent to a server that somebody else enters: it is typed in again. */
function refuseLeak(values: Values, before: Stored | undefined, merged: CannonFacts): void {
  if (!before?.password || typeof values.password === 'string' || merged.password === null) return;
  const known = new Set(addressFields.map((name) => serverOf(before[name])));
  const isNew = addressFields.some((name) => !known.has(serverOf(merged[name])));
  if (isNew || before.driver !== merged.driver)
    fail('fog.password_again', { label: fieldLabel(fogCannon, 'password') }, 'password');
}

function serverOf(address: string | null | undefined): string {
  const url = URL.parse(address ?? '');
  return url ? `${url.protocol}//${url.host}` : '';
}

/** A cannon must not order what the person who saves it may not order for its station. */
async function checkCommands(merged: CannonFacts, { db, caller }: Writer): Promise<void> {
  for (const name of ['onCommandId', 'offCommandId', 'jogCommandId'] as const) {
    const commandId = merged[name];
    if (commandId === null || commandId === undefined) continue;
    const label = fieldLabel(fogCannon, name);
    switch (await findProgramCommandProblem(db, caller, { commandId, siteId: merged.siteId ?? 0 })) {
      case 'command':
        return fail('fog.command', { label }, name);
      case 'critical':
        return fail('fog.command_critical', { label }, name);
      case 'right':
        return fail('auth.forbidden', {}, name);
      case 'site':
        return fail('device_order.site_gone', {}, 'siteId');
      case 'device':
        return fail('fog.command_device', { label }, name);
    }
  }
}
