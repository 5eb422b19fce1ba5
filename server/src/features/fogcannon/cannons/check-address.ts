import { AppError, fail } from '@limpid/contract/errors';
import { fogCannon } from '@limpid/contract/fogcannon/cannon';
import { fieldLabel } from '@limpid/contract/kit/resource';
import type { Writer } from '../../../crud/definition.ts';
import { computeScope } from '../../../platform/auth/scope.rule.ts';
import type { Database } from '../../../platform/db/database.ts';
import { readSettings } from '../drivers/settings.rule.ts';
import type { DriverSettings, MqttSettings } from '../drivers/settings.ts';
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
  const address = findCannonAddress(settings, ownBroker);
  if (!address) return;
  await lockCannons(db);
  if (settings.driver === 'mqtt') {
    // At the broker of the installation devices and relays share one account.
    const found = isAtOwnBroker(settings, ownBroker) && findIngestTopic(settings, await listDeviceTopics(db));
    if (found)
      fail(
        'fog.topic_ingest',
        { label: fieldLabel(fogCannon, found.field), topic: found.topic },
        found.field,
      );
  }
  const seen = computeScope(caller, `${fogCannon.permission}:list`);
  for (const other of await listOtherCannons(db, cannonId ?? null, settings.driver, seen)) {
    const taken = readAddress(other, ownBroker);
    const isSameEntity = other.entityId === entityId;
    const field = taken && findAddressConflict(address, taken, { isSameEntity });
    if (field && other.isSeen) fail('fog.address_taken', { name: other.cannonName }, field);
    if (field) fail('fog.address_taken_hidden', {}, field);
  }
}

/** A topic of a cannon at the broker of the installation that devices would use with one of these templates. */
export async function findCannonTopic(
  db: Database,
  templates: readonly string[],
  ownBroker: string | undefined,
): Promise<string | undefined> {
  await lockCannons(db);
  for (const cannon of await listOtherCannons(db, null, 'mqtt', { all: true })) {
    const settings = readComplete(cannon);
    if (settings?.driver !== 'mqtt' || !isAtOwnBroker(settings, ownBroker)) continue;
    const found = findIngestTopic(settings, templates);
    if (found) return found.topic;
  }
  return undefined;
}

function isAtOwnBroker({ brokerUrl }: MqttSettings, ownBroker: string | undefined): boolean {
  return brokerUrl === null || isSameBroker(brokerUrl, ownBroker);
}

function readAddress(other: OtherCannon, ownBroker: string | undefined): CannonAddress | undefined {
  const settings = readComplete(other);
  return settings && findCannonAddress(settings, ownBroker);
}

/** Undefined for a cannon whose settings are not complete. */
function readComplete(cannon: OtherCannon): DriverSettings | undefined {
  try {
    return readSettings(cannon);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
