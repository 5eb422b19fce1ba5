import { choice, flag, id, longText, ref, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

/**
 * Reasons why data of a station was not stored. The list is closed: counters, screens and documentation use these
 * names. The first ten are about bytes that are not a packet of HJ 212.
 */
export const refusalReasons = [
  'noise',
  'header',
  'length',
  'crc',
  'encrypted',
  'sm4',
  'utf8',
  'segment',
  'command',
  'incomplete',
  'mn',
  'unregistered',
  'stopped',
  'password',
  'blocked',
  'throttled',
  'connections',
  'plain',
  'mqtt',
  'topic',
  'json',
  'unsupported',
  'unknownCommand',
  'time',
  'future',
  'old',
  'factors',
  'channel',
  'value',
  'empty',
  'storage',
] as const;

export type RefusalReason = (typeof refusalReasons)[number];

/** Refused packets, counted by station and reason. */
export const refusal = resource({
  path: '/ingest/refusal',
  permission: 'ingest:refusal',
  texts: 'ingest.refusal',
  id: 'refusalId',
  name: 'siteName',
  key: ['mn', 'reason'],
  order: [{ by: 'lastSeen', desc: true }],
  without: ['query', 'add', 'edit', 'export', 'import'],
  fields: {
    refusalId: { ...id(), notIn: ['table'] },
    mn: text({ max: 64, search: 'like', notIn: ['table'], readOnly: true }),
    siteName: text({ max: 100, search: 'like', readOnly: true }),
    deptId: ref({ notIn: ['table'], readOnly: true }),
    reason: choice(refusalReasons, { search: 'exact', readOnly: true }),
    detail: longText({ max: 200, readOnly: true }),
    address: text({ max: 64, notIn: ['table'], readOnly: true }),
    today: { kind: 'integer', readOnly: true, notIn: ['table'] },
    count: { kind: 'integer', readOnly: true },
    lastSeen: { kind: 'dateTime', readOnly: true },
    simulated: flag({ default: false, notIn: ['table'], readOnly: true }),
  },
});
