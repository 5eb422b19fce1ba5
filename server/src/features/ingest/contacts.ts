import type { Pool } from '../../platform/db/transaction.ts';
import { type StationContact, upsertContacts } from './station-activity.store.ts';

/** The last contact with each station, collected between two flushes. */
export interface Contacts {
  recordPacket(siteId: number, at: number, address: string, version: string): void;
  recordData(siteId: number, ts: number): void;
  flush(pool: Pool): Promise<void>;
}

export function openContacts(): Contacts {
  let waiting = new Map<number, StationContact>();

  function merge(next: StationContact): void {
    const existing = waiting.get(next.siteId);
    if (!existing) {
      waiting.set(next.siteId, next);
      return;
    }
    existing.lastSeen = Math.max(existing.lastSeen, next.lastSeen);
    existing.lastData = Math.max(existing.lastData ?? 0, next.lastData ?? 0) || null;
    existing.address = next.address ?? existing.address;
    existing.version = next.version ?? existing.version;
  }

  return {
    recordPacket: (siteId, lastSeen, address, version) =>
      merge({ siteId, lastSeen, lastData: null, address, version }),
    recordData(siteId, ts) {
      const existing = waiting.get(siteId);
      if (existing) existing.lastData = Math.max(existing.lastData ?? 0, ts);
      else merge({ siteId, lastSeen: 0, lastData: ts, address: null, version: null });
    },
    async flush(pool) {
      if (waiting.size === 0) return;
      const taken = waiting;
      waiting = new Map();
      try {
        await upsertContacts(pool, [...taken.values()]);
      } catch (error) {
        const newer = waiting;
        waiting = taken;
        for (const contact of newer.values()) merge(contact);
        throw error;
      }
    },
  };
}
