import { AppError, fail } from '@limpid/contract/errors';
import { fogCannon } from '@limpid/contract/fogcannon/cannon';
import { fieldLabel } from '@limpid/contract/kit/resource';
import type { Writer } from '../../../crud/definition.ts';
import { computeScope } from '../../../platform/auth/scope.rule.ts';
import { readSettings } from '../drivers/settings.rule.ts';
import type { DriverSettings } from '../drivers/settings.ts';
import { listDeviceTopics, listOtherCannons, lockCannons, type OtherCannon } from './cannon.store.ts';
import {
  type CannonAddress,
  findAddressConflict,
  findCannonAddress,
  findIngestTopic,
  isSameBroker,
} from './cannon-address.rule.ts';

/** Refuses a cannon at a relay or topic of another cannon, or at a topic where devices publish. */
export async function refuseUsedAddress(
  settings: DriverSettings,
  { cannonId, entityId }: { cannonId: number | undefined; entityId: number },
  { db, caller }: Writer,
  ownBroker: string | undefined,
): Promise<void> {
  if (settings.driver === 'mqtt') {
    // At the broker of the installation devices and relays share one account.
    const isOwn = settings.brokerUrl === null || isSameBroker(settings.brokerUrl, ownBroker);
    const found = isOwn && findIngestTopic(settings, await listDeviceTopics(db));
    if (found)
      fail(
        'fog.topic_ingest',
        { label: fieldLabel(fogCannon, found.field), topic: found.topic },
        found.field,
      );
  }
  const address = findCannonAddress(settings, ownBroker);
  if (!address) return;
  await lockCannons(db);
  const seen = computeScope(caller, `${fogCannon.permission}:list`);
  for (const other of await listOtherCannons(db, cannonId ?? null, settings.driver, seen)) {
    const taken = readAddress(other, ownBroker);
    const isSameEntity = other.entityId === entityId;
    const field = taken && findAddressConflict(address, taken, { isSameEntity });
    if (field && other.isSeen) fail('fog.address_taken', { name: other.cannonName }, field);
    if (field) fail('fog.address_taken_hidden', {}, field);
  }
}

/** Undefined for a cannon whose settings are not complete. */
function readAddress(other: OtherCannon, ownBroker: string | undefined): CannonAddress | undefined {
  try {
    return findCannonAddress(readSettings(other), ownBroker);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
