import { timingSafeEqual } from 'node:crypto';
import type { App } from '../../platform/app.ts';
import { runInBackground } from '../../platform/background.ts';
import { busReconnected } from '../../platform/bus.ts';
import type { SiteDevice, SiteDirectory } from '../reading/model.api.ts';
import { type DirectoryContent, readDirectory } from './directory.store.ts';

/** Finds devices also by what they show when they report. */
export interface Directory extends SiteDirectory {
  findByMn(mn: string): SiteDevice | undefined;
  /** By the SHA-256 of the key it shows. */
  findByKey(hash: Buffer): SiteDevice | undefined;
}

/** Told by whoever changes a site, an entity, a kind of device or a channel. */
const changed = 'site.changed';

export async function openDirectory(
  app: Pick<App, 'db' | 'bus' | 'secrets' | 'background' | 'log' | 'errorLog'>,
): Promise<Directory> {
  let current = index(await readDirectory(app));
  let stale = false;
  let reading: Promise<void> | undefined;

  /** One reading at a time; what changes meanwhile is read once more. */
  function refresh(): Promise<void> {
    stale = true;
    reading ??= readAll().finally(() => (reading = undefined));
    return reading;
  }
  async function readAll(): Promise<void> {
    while (stale) {
      stale = false;
      current = index(await readDirectory(app));
    }
  }
  for (const topic of [changed, busReconnected] as const) {
    app.bus.subscribe(topic, () => runInBackground(app, refresh));
  }
  return {
    // Devices are asked for by what they send: letters of either case.
    findByMn: (mn) => current.byMn.get(mn) ?? current.byMn.get(mn.toUpperCase()),
    findBySite: (siteId) => current.bySite.get(siteId),
    findByKey: (hash) =>
      current.byKey.get(hash.toString('hex', 0, prefixBytes))?.find((device) => hasKey(device, hash)),
    findBySlot: (slot) => current.bySlot.get(slot),
    channels: () => current.channels,
    refresh,
  };
}

/** Found by its beginning, compared as a whole: how long that takes tells nothing about the rest. */
const prefixBytes = 4;

function hasKey({ httpKeyHash }: SiteDevice, hash: Buffer): boolean {
  const known = Buffer.from(httpKeyHash ?? '', 'hex');
  return known.length === hash.length && timingSafeEqual(known, hash);
}

function index({ devices, channels }: DirectoryContent) {
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
  };
}
