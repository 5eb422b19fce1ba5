import { randomBytes } from 'node:crypto';
import type { CrcMode } from '@limpid/hj212/crc';
import { createSm4 } from '@limpid/hj212/sm4';
import type { App } from '../../platform/app.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DatedCoefficient, DeviceChannel, NewPassword, SiteDevice } from '../reading/model.api.ts';
import type { StoredChannel } from '../reading/reading.api.ts';

type Tables = {
  basicChannel: {
    channelId: number;
    channelCode: string;
    gbCode: string;
    channelName: string;
    channelNameEn: string | null;
    channelNameFr: string | null;
    aliases: string[];
    slot: number;
    minValue: number | null;
    maxValue: number | null;
    dataType: string;
    unit: string | null;
    decimals: number;
  };
  basicDeviceType: {
    deviceTypeId: number;
    crcMode: CrcMode;
    firmwareCode: string | null;
    signalCode: string | null;
    referenceCode: string | null;
    referenceTemplate: string | null;
    mqttTopic: string;
    mqttAnswerTopic: string | null;
  };
  basicDeviceTypeChannel: { deviceTypeId: number; channelId: number; aliases: string[] };
  siteEntity: { entityId: number; deptId: number; zone: string; status: string };
  site: {
    siteId: number;
    siteName: string;
    entityId: number;
    mn: string;
    deviceTypeId: number;
    protocol: string;
    reportInterval: number;
    accessPassword: string | null;
    sm4Key: string | null;
    sm4Required: string;
    mqttAllowed: string;
    httpKeyHash: string | null;
    status: string;
  };
  stationPasswordChange: {
    siteId: number;
    logId: string;
    deviceSn: string;
    sealedPassword: string;
    orderedAt: Date;
  };
  siteCoefficient: { siteId: number; channelId: number; since: Date; k: number; b: number };
};

export interface DirectoryContent {
  devices: SiteDevice[];
  channels: StoredChannel[];
  /** The MQTT topics of all device types, as templates. */
  mqttTopics: string[];
}

const tables = (db: Database) => db.withTables<Tables>();

/** Reads sites, devices and channels as ingest needs them. */
export async function readDirectory({
  db,
  secrets,
  log,
}: Pick<App, 'db' | 'secrets' | 'log'>): Promise<DirectoryContent> {
  // Before the sites: a password that becomes that of its site meanwhile is then in both, not in neither.
  const changes = await readPasswordChanges(db);
  const rows = await tables(db)
    .selectFrom('site')
    .innerJoin('siteEntity', 'siteEntity.entityId', 'site.entityId')
    .innerJoin('basicDeviceType', 'basicDeviceType.deviceTypeId', 'site.deviceTypeId')
    .select(['site.siteId', 'siteName', 'mn', 'site.deviceTypeId', 'reportInterval', 'accessPassword'])
    .select(['sm4Key', 'sm4Required', 'httpKeyHash', 'site.status', 'deptId', 'zone', 'crcMode'])
    .select(['referenceCode', 'referenceTemplate'])
    .select(['firmwareCode', 'signalCode', 'site.protocol', 'mqttAllowed', 'mqttTopic', 'mqttAnswerTopic'])
    .execute();
  const channels = await tables(db).selectFrom('basicChannel').selectAll().execute();
  const byType = await readTypes(db, new Map(channels.map((channel) => [channel.channelId, channel])));
  const coefficients = await readCoefficients(db);
  const devices = rows.map((row): SiteDevice => {
    const open = (sealed: string | null) =>
      sealed === null ? null : openSealed(secrets, sealed, row.mn, log);
    const key = open(row.sm4Key);
    return {
      siteId: row.siteId,
      siteName: row.siteName,
      deptId: row.deptId,
      mn: row.mn,
      enabled: row.status === '0',
      zone: row.zone,
      interval: row.reportInterval,
      password: open(row.accessPassword),
      newPasswords: (changes.get(row.siteId) ?? [])
        .filter(({ deviceSn }) => deviceSn === row.mn)
        .map(
          ({ sealedPassword, logId, orderedAt }): NewPassword => ({
            logId: Number(logId),
            password: openSealed(secrets, sealedPassword, row.mn, log),
            orderedAt: orderedAt * 1000,
          }),
        ),
      sm4Required: row.sm4Required === 'Y',
      mqtt: {
        allowed: row.mqttAllowed === 'Y',
        topic: row.mqttTopic,
        answerTopic: row.mqttAnswerTopic || null,
      },
      httpKeyHash: row.httpKeyHash,
      check: { crc: row.crcMode, sm4: key === null ? null : createSm4(toKey(key)) },
      kind: { protocol: row.protocol, deviceTypeId: row.deviceTypeId },
      referenceRequest:
        row.referenceCode && row.referenceTemplate
          ? { code: row.referenceCode, template: row.referenceTemplate }
          : null,
      factCodes: { firmware: row.firmwareCode || null, signal: row.signalCode || null },
      channels: byType.get(row.deviceTypeId)?.channels ?? new Map(),
      ownCodes: byType.get(row.deviceTypeId)?.ownCodes ?? new Map(),
      coefficients: coefficients.get(row.siteId) ?? new Map(),
    };
  });
  const topics = await tables(db).selectFrom('basicDeviceType').select('mqttTopic').distinct().execute();
  return {
    devices,
    channels: channels.map(({ channelCode: code, ...channel }) => ({ ...channel, code })),
    mqttTopics: topics.map(({ mqttTopic }) => mqttTopic),
  };
}

async function readPasswordChanges(db: Database) {
  const rows = await tables(db)
    .selectFrom('stationPasswordChange')
    .select(['siteId', 'logId', 'deviceSn', 'sealedPassword'])
    .select((select) =>
      select
        .cast<number>(select.fn('date_part', [select.val('epoch'), 'orderedAt']), 'float8')
        .as('orderedAt'),
    )
    .orderBy('logId')
    .execute();
  return Map.groupBy(rows, ({ siteId }) => siteId);
}

/** A secret that cannot be decrypted is replaced by a random one, so that only its own station is refused. */
function openSealed(secrets: App['secrets'], sealed: string, mn: string, log: App['log']): string {
  try {
    return secrets.open(sealed);
  } catch {
    log.error(
      { mn },
      'opening station secret failed: it was sealed with another SECRET_KEY and has to be set again',
    );
    return randomBytes(32).toString('hex');
  }
}

function toKey(hex: string): Buffer {
  return Buffer.from(hex, 'hex').subarray(0, 16);
}

/** The codes of a device type: channels by every code in lower case, and its first alias of each channel. */
interface TypeCodes {
  channels: Map<string, DeviceChannel>;
  ownCodes: Map<number, string>;
}

async function readTypes(
  db: Database,
  channels: Map<number, Tables['basicChannel']>,
): Promise<Map<number, TypeCodes>> {
  const rows = await tables(db).selectFrom('basicDeviceTypeChannel').selectAll().execute();
  const types = new Map<number, TypeCodes>();
  const add = (
    deviceTypeId: number,
    channelId: number,
    names: (channel: Tables['basicChannel']) => string[],
  ) => {
    const channel = channels.get(channelId);
    const type = types.get(deviceTypeId) ?? { channels: new Map(), ownCodes: new Map() };
    const { channels: codes } = type;
    types.set(deviceTypeId, type);
    for (const name of channel ? names(channel) : []) {
      if (channel && !codes.has(name.toLowerCase())) codes.set(name.toLowerCase(), toDeviceChannel(channel));
    }
  };
  // Aliases of the device type take precedence over codes and general aliases.
  for (const row of rows) {
    add(row.deviceTypeId, row.channelId, () => row.aliases);
    const [first] = row.aliases;
    if (first !== undefined) types.get(row.deviceTypeId)?.ownCodes.set(row.channelId, first);
  }
  for (const row of rows) {
    add(row.deviceTypeId, row.channelId, ({ gbCode, channelCode, aliases }) => [
      gbCode,
      channelCode,
      ...aliases,
    ]);
  }
  return types;
}

function toDeviceChannel(channel: Tables['basicChannel']): DeviceChannel {
  const { channelId, channelCode: code, slot, minValue: min, maxValue: max } = channel;
  return { channelId, code, slot, min, max };
}

async function readCoefficients(db: Database): Promise<Map<number, Map<number, DatedCoefficient[]>>> {
  const rows = await tables(db)
    .selectFrom('siteCoefficient')
    .select(['siteId', 'channelId', 'k', 'b'])
    .select((select) =>
      select.cast<number>(select.fn('date_part', [select.val('epoch'), 'since']), 'float8').as('since'),
    )
    .orderBy('since')
    .execute();
  const sites = new Map<number, Map<number, DatedCoefficient[]>>();
  for (const { siteId, channelId, since, k, b } of rows) {
    const site = sites.get(siteId) ?? new Map<number, DatedCoefficient[]>();
    sites.set(siteId, site);
    const list = site.get(channelId) ?? [];
    site.set(channelId, [...list, { since: since * 1000, k, b }]);
  }
  return sites;
}
