import type { RefusalReason } from '@limpid/contract/ingest/refusal';
import { readFactors } from '@limpid/hj212/factors';
import type { Packet } from '@limpid/hj212/packet';
import type { Pool } from '../../platform/db/transaction.ts';
import {
  type RefusalCount,
  type UnknownStation,
  upsertRefusals,
  upsertUnknownStations,
} from './station-activity.store.ts';

/** Refusals and unknown stations, collected between two flushes. */
export interface Refusals {
  /** `mn` is empty if the sender is not a known station. */
  count(mn: string, reason: RefusalReason, at: number, address: string, detail?: string): void;
  recordUnknown(packet: Packet, at: number, address: string): void;
  flush(pool: Pool): Promise<void>;
}

const maxUnknown = 1000;
const maxCodes = 50;
const maxCode = 32;
const maxDetail = 200;

/** Replaces control characters, which the database cannot store. */
function toText(sent: string, most: number): string {
  return sent.slice(0, most).replace(/\p{Cc}/gu, '\ufffd');
}

export function openRefusals(): Refusals {
  let counts = new Map<string, RefusalCount>();
  let unknown = new Map<string, UnknownStation>();

  function addCount(next: RefusalCount): void {
    const key = `${next.reason} ${next.mn}`;
    const existing = counts.get(key);
    counts.set(key, existing ? { ...next, count: existing.count + next.count } : next);
  }

  function addUnknown(next: UnknownStation): void {
    const existing = unknown.get(next.mn);
    // The newest contact is last, so the oldest is dropped first.
    unknown.delete(next.mn);
    unknown.set(
      next.mn,
      existing
        ? {
            ...next,
            packets: existing.packets + next.packets,
            firstSeen: existing.firstSeen,
            // A heartbeat carries no codes: the known ones stay.
            codes: next.codes.length > 0 ? next.codes : existing.codes,
          }
        : next,
    );
    if (unknown.size > maxUnknown) unknown.delete(unknown.keys().next().value ?? '');
  }

  return {
    count: (mn, reason, lastSeen, address, detail) =>
      addCount({
        mn,
        reason,
        lastSeen,
        address,
        detail: detail ? toText(detail, maxDetail) : null,
        count: 1,
      }),
    recordUnknown(packet, at, address) {
      const { mn, st, version, cp } = packet;
      const codes = [...new Set(readFactors(cp).map(({ code }) => toText(code, maxCode)))].slice(0, maxCodes);
      addUnknown({
        mn: mn ?? '',
        system: st,
        version,
        codes,
        address,
        packets: 1,
        firstSeen: at,
        lastSeen: at,
      });
    },
    async flush(pool) {
      const [takenCounts, takenUnknown] = [counts, unknown];
      counts = new Map();
      unknown = new Map();
      try {
        if (takenCounts.size > 0) await upsertRefusals(pool, [...takenCounts.values()]);
        takenCounts.clear();
        if (takenUnknown.size > 0) await upsertUnknownStations(pool, [...takenUnknown.values()], maxUnknown);
      } catch (error) {
        const [newerCounts, newerUnknown] = [counts, unknown];
        counts = takenCounts;
        unknown = takenUnknown;
        for (const note of newerCounts.values()) addCount(note);
        for (const note of newerUnknown.values()) addUnknown(note);
        throw error;
      }
    },
  };
}
