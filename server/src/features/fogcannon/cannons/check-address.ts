import { isIP } from 'node:net';
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
  type AddressBook,
  findAddressConflict,
  findCannonAddress,
  findCannonHost,
  findIngestTopic,
  isSameBroker,
} from './cannon-address.rule.ts';

/** The broker of the installation, and how hosts are looked up. */
export interface CannonNetwork {
  ownBroker: string | undefined;
  findAddresses(host: string): Promise<string[]>;
}

/** Refuses a cannon at a relay or topic of another cannon, or at a topic where devices publish. */
export async function refuseUsedAddress(
  settings: DriverSettings,
  { cannonId, entityId, isKept }: { cannonId: number | undefined; entityId: number; isKept: boolean },
  { db, caller }: Writer,
  network: CannonNetwork,
): Promise<void> {
  const { ownBroker } = network;
  const seen = computeScope(caller, `${fogCannon.permission}:list`);
  const listOthers = () => listOtherCannons(db, cannonId ?? null, settings.driver, seen);
  // Before others have to wait for this one.
  const addressesOf = await lookUpHosts([settings, ...(await listOthers()).map(readComplete)], network);
  const address = findCannonAddress(settings, ownBroker, addressesOf);
  if (!address) return;
  await lockCannons(db);
  if (settings.driver === 'mqtt') {
    // At the broker of the installation devices and relays share one account.
    const isOwn = isAtOwnBroker(settings, ownBroker, addressesOf);
    const found = isOwn && findIngestTopic(settings, await listDeviceTopics(db));
    if (found)
      fail(
        'fog.topic_ingest',
        { label: fieldLabel(fogCannon, found.field), topic: found.topic },
        found.field,
      );
  }
  for (const other of await listOthers()) {
    const stored = readComplete(other);
    const taken = stored && findCannonAddress(stored, ownBroker, addressesOf);
    const isSameEntity = other.entityId === entityId;
    const field = taken && findAddressConflict(address, taken, { isSameEntity });
    // Boards that entities shared before stay as they are.
    if (field === 'host' && isKept) continue;
    if (field === 'host') fail('fog.board_taken', {}, field);
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
    if (settings?.driver !== 'mqtt' || !isAtOwnBroker(settings, ownBroker, () => [])) continue;
    const found = findIngestTopic(settings, templates);
    if (found) return found.topic;
  }
  return undefined;
}

function isAtOwnBroker(
  { brokerUrl }: MqttSettings,
  ownBroker: string | undefined,
  addressesOf: AddressBook,
): boolean {
  return brokerUrl === null || isSameBroker(brokerUrl, ownBroker, addressesOf);
}

/** The addresses of the hosts that cannons are reached at, as far as they can be found now. */
async function lookUpHosts(
  cannons: readonly (DriverSettings | undefined)[],
  { ownBroker, findAddresses }: CannonNetwork,
): Promise<AddressBook> {
  const own = URL.parse(ownBroker ?? '')?.hostname;
  const hosts = new Set(
    [own, ...cannons.map((one) => one && findCannonHost(one, ownBroker))].filter(
      (host) => host !== undefined && isIP(host) === 0,
    ),
  );
  const found = new Map(
    await Promise.all([...hosts].map(async (host) => [host, await findAddresses(host ?? '')] as const)),
  );
  return (host) => found.get(host) ?? [];
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
