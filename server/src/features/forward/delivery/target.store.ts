import type { CrcMode } from '@limpid/hj212/crc';
import type { Version } from '@limpid/hj212/packet';
import type { App } from '../../../platform/app.ts';
import { type PacketKind, packetKind } from '../../reading/model.api.ts';
import type { StoredChannel } from '../../reading/reading.api.ts';
import type { ForwardTarget, SiteNames } from '../target.ts';
import { type ListedFactor, nameFactors } from './name-factors.rule.ts';

interface TargetRow {
  target_id: number;
  target_name: string;
  protocol: string;
  address: string;
  status: string;
  sends_realtime: boolean;
  sends_minutes: boolean;
  sends_hours: boolean;
  sends_days: boolean;
  sends_corrected: boolean;
  all_sites: boolean;
  sites: { siteId: number; mn?: string | null; password?: string | null; systemCode?: string | null }[];
  factors: ListedFactor[];
  only_mapped: boolean;
  system_code: string;
  password: string | null;
  sm4_key: string | null;
  crc_mode: CrcMode;
  zone: string;
  wants_answer: boolean;
  answer_seconds: number;
  min_gap_ms: number;
  own_connections: boolean;
  backlog_rate: number;
  max_hours: number;
  max_rows: number;
  topic: string | null;
  username: string | null;
  header_name: string | null;
  header_value: string | null;
  ca_certificate: string | null;
  last_success_at: number | null;
  entity_status: string;
  entity_sites: { siteId: number; siteName: string; mn: string }[] | null;
}

const columns = [
  'target_id, target_name, protocol, address, target.status, sends_realtime, sends_minutes, sends_hours, sends_days',
  'sends_corrected, all_sites, sites, factors, only_mapped, system_code, password, sm4_key, crc_mode, target.zone',
  'wants_answer, answer_seconds, min_gap_ms, own_connections, backlog_rate, max_hours, max_rows, topic, username',
  'header_name, header_value, ca_certificate, entity.status as entity_status',
  'extract(epoch from last_success_at)::float8 * 1000 as last_success_at',
].join(', ');

/** In the examples of the standard; receivers that check none accept it. */
const usualPassword = '123456';

type Deps = Pick<App, 'pool' | 'secrets'>;

/**
 * All targets with their sites, also those to which nothing is sent now: what they miss meanwhile is noted. Simulated
 * sites belong only to targets of the demonstration.
 */
export async function readForwardTargets(
  { pool, secrets }: Deps,
  channels: readonly StoredChannel[],
): Promise<ForwardTarget[]> {
  const { rows } = await pool.query<TargetRow>(
    `select ${columns}, (
       select json_agg(json_build_object('siteId', site_id, 'siteName', site_name, 'mn', mn) order by site_id) from site
       where site.entity_id = target.entity_id and (target.simulated or not site.simulated)
     ) as entity_sites
     from forward_target target join site_entity entity using (entity_id)
     order by target_id`,
  );
  const open: OpenSecret = (sealed, name) => {
    try {
      return sealed === null ? undefined : secrets.open(sealed);
    } catch {
      throw new Error(`${name} cannot be decrypted`);
    }
  };
  return rows.map((row) => toTarget(row, channels, open));
}

type OpenSecret = (sealed: string | null, name: string) => string | undefined;

function toTarget(row: TargetRow, channels: readonly StoredChannel[], open: OpenSecret): ForwardTarget {
  const { last_success_at: lastSuccessAt, ...settings } = row;
  const sites = listSites(row);
  return {
    targetId: row.target_id,
    targetName: row.target_name,
    revision: JSON.stringify([
      settings,
      channels.map(({ slot, code, gbCode, unit }) => [slot, code, gbCode, unit]),
    ]),
    protocol: row.protocol,
    zone: row.zone,
    kinds: listKinds(row),
    sendsCorrected: row.sends_corrected,
    ...nameFactors(row.factors, row.only_mapped, channels),
    onlyMapped: row.only_mapped,
    isPaused: row.status !== '0',
    isOff: row.entity_status !== '0',
    lastSuccessAt,
    minGapMs: row.min_gap_ms,
    answerMs: row.answer_seconds * 1000,
    backlogRate: row.backlog_rate,
    maxHours: row.max_hours,
    maxRows: row.max_rows,
    ...openSettings(row, sites, open),
  };
}

function listKinds(row: TargetRow): PacketKind[] {
  const wanted: [boolean, PacketKind][] = [
    [row.sends_realtime, packetKind.realtime],
    [row.sends_minutes, packetKind.minute],
    [row.sends_hours, packetKind.hour],
    [row.sends_days, packetKind.day],
  ];
  return wanted.flatMap(([isWanted, kind]) => (isWanted ? [kind] : []));
}

function listSites(row: TargetRow): (SiteNames & { siteId: number; sealed: string | null })[] {
  const given = new Map(row.sites.map((site) => [site.siteId, site]));
  const found = (row.entity_sites ?? []).filter(({ siteId }) => row.all_sites || given.has(siteId));
  return found.map(({ siteId, siteName, mn }) => {
    const own = given.get(siteId);
    return {
      siteId,
      siteName,
      mn: own?.mn || mn,
      systemCode: own?.systemCode || row.system_code,
      password: undefined,
      sealed: own?.password ?? null,
    };
  });
}

/** With the passwords of sites; where a secret cannot be decrypted, nothing can be sent. */
function openSettings(
  row: TargetRow,
  sites: ReturnType<typeof listSites>,
  open: OpenSecret,
): Pick<ForwardTarget, 'sites' | 'connection'> {
  const named = (openPassword: (sealed: string | null, mn: string) => string | undefined) =>
    new Map(
      sites.map(({ siteId, sealed, ...names }) => [
        siteId,
        { ...names, password: openPassword(sealed, names.mn) },
      ]),
    );
  try {
    return {
      sites: named((sealed, mn) => open(sealed, `password of ${mn}`)),
      connection: toConnection(row, open),
    };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { sites: named(() => undefined), connection: { protocol: 'unusable', detail } };
  }
}

function toConnection(row: TargetRow, open: OpenSecret): ForwardTarget['connection'] {
  const password = open(row.password, 'password');
  const ca = row.ca_certificate || undefined;
  if (row.protocol === 'json') {
    const value = open(row.header_value, 'header value');
    const header = row.header_name && value !== undefined ? { name: row.header_name, value } : undefined;
    return { protocol: 'json', url: row.address, header, ca };
  }
  const place = splitAddress(row.address);
  if (row.protocol === 'mqtt') {
    return {
      protocol: 'mqtt',
      ...place,
      topic: row.topic ?? '',
      username: row.username || undefined,
      password,
      ca,
    };
  }
  const key = open(row.sm4_key, 'SM4 key');
  return {
    protocol: 'hj212',
    // Checked by the database.
    version: row.protocol.replace('hj212-', '') as Version,
    ...place,
    password: password ?? usualPassword,
    crc: row.crc_mode,
    sm4Key: key === undefined ? undefined : Buffer.from(key, 'hex'),
    wantsAnswer: row.wants_answer,
    ownConnections: row.own_connections,
  };
}

function splitAddress(address: string): { host: string; port: number } {
  const at = address.lastIndexOf(':');
  return { host: address.slice(0, at).replace(/^\[(.*)\]$/, '$1'), port: Number(address.slice(at + 1)) };
}
