import type { sendReadings } from '@limpid/contract/ingest/readings';
import type { RefusalReason } from '@limpid/contract/ingest/refusal';
import type { Input } from '@limpid/contract/kit/endpoint';
import type { Factor } from '@limpid/hj212/factors';
import { readPacketNumber } from '@limpid/hj212/numbers';
import { packetKind, type SiteDevice } from '../reading/model.api.ts';
import { parseTimestamp } from './parse-timestamp.rule.ts';
import { findKind } from './read-packet.rule.ts';
import { computeRank, type ReadingInput } from './read-values.rule.ts';

export type JsonReading = Input<typeof sendReadings>['body'][number];

/** Why a device may not send this reading; undefined if it may. */
export function findJsonFlaw(
  { mn }: JsonReading,
  device: SiteDevice,
): { reason: RefusalReason; detail?: string } | undefined {
  if (!device.enabled) return { reason: 'stopped' };
  if (device.sm4Required) return { reason: 'plain' };
  if (mn !== undefined && mn.toUpperCase() !== device.mn.toUpperCase()) return { reason: 'mn', detail: mn };
  return undefined;
}

/** Turns a JSON reading into the input of `buildReading`. */
export function readJson(given: JsonReading, { zone }: SiteDevice): ReadingInput {
  const { ts, qn, kind = '', data, flag = {} } = given;
  return {
    kind: findKind(kind) ?? packetKind.realtime,
    ts: parseTimestamp(ts, zone),
    moment: String(ts),
    rank: computeRank(qn ?? null, false),
    numeric: false,
    factors: () => Object.entries(data).map(([code, value]) => toFactor(code, value, flag)),
  };
}

function toFactor(code: string, value: number | string | null, flags: Record<string, string>): Factor {
  const number = typeof value === 'string' ? readPacketNumber(value.trim()) : value;
  const factor: Factor = { code, value: number };
  if (Object.hasOwn(flags, code)) factor.Flag = flags[code];
  return factor;
}
