import { timingSafeEqual } from 'node:crypto';
import type { App } from '../../platform/app.ts';
import { runInBackground } from '../../platform/background.ts';
import { busReconnected } from '../../platform/bus.ts';
import { makeRefresh } from '../../platform/refresh.ts';
import type { SiteDevice, SiteDirectory } from '../reading/model.api.ts';
import { siteChanged } from '../reading/model.api.ts';
import { type DirectoryContent, readDirectory } from './directory.store.ts';

/** Finds devices also by MN and HTTP key. */
export interface Directory extends SiteDirectory {
  findByMn(mn: string): SiteDevice | undefined;
  /** Finds a device by the SHA-256 of its HTTP key. */
  findByKey(hash: Buffer): SiteDevice | undefined;
  /** The MQTT topics of all device types, as templates. */
  mqttTopics(): readonly string[];
}

export async function openDirectory(
  app: Pick<App, 'db' | 'bus' | 'secrets' | 'background' | 'log' | 'errorLog'>,
): Promise<Directory> {
  let current = buildIndexes(await readDirectory(app));
  const refresh = makeRefresh(async () => {
    current = buildIndexes(await readDirectory(app));
  });
  for (const topic of [siteChanged, busReconnected] as const) {
    app.bus.subscribe(topic, () => runInBackground(app, refresh));
  }
  return {
    // Stations send their MN in upper or lower case.
    findByMn: (mn) => current.byMn.get(mn) ?? current.byMn.get(mn.toUpperCase()),
    findBySite: (siteId) => current.bySite.get(siteId),
    findByKey: (hash) =>
      current.byKey.get(hash.toString('hex', 0, prefixBytes))?.find((device) => hasKey(device, hash)),
    findBySlot: (slot) => current.bySlot.get(slot),
    channels: () => current.channels,
    mqttTopics: () => current.mqttTopics,
    refresh,
  };
}

/** Keys are found by this prefix and then compared in constant time. */
const prefixBytes = 4;

function hasKey({ httpKeyHash }: SiteDevice, hash: Buffer): boolean {
  const expected = Buffer.from(httpKeyHash ?? '', 'hex');
  return expected.length === hash.length && timingSafeEqual(expected, hash);
}

function buildIndexes({ devices, channels, mqttTopics }: DirectoryContent) {
  return {
    byMn: new Map(
      devices.flatMap((device) => [[device.mn.toUpperCase(), device] as const, [device.mn, device] as const]),
    ),
    bySite: new Map(devices.map((device) => [device.siteId, device])),
    byKey: Map.groupBy(
      devices.filter(({ httpKeyHash }) => httpKeyHash !== null),
      ({ httpKeyHash }) => httpKeyHash?.slice(0, prefixBytes * 2),
    ),
    bySlot: new Map(channels.map((channel) => [channel.slot, channel])),
    channels,
    mqttTopics,
  };
}
