import type { Pool } from '../../platform/db/transaction.ts';
import { type Contact, upsertContacts } from './notes.store.ts';

/** When each station was last heard, gathered between two writings. */
export interface Contacts {
  heard(siteId: number, at: number, address: string, version: string): void;
  stored(siteId: number, ts: number): void;
  flush(pool: Pool): Promise<void>;
}

export function openContacts(): Contacts {
  let waiting = new Map<number, Contact>();

  function note(next: Contact): void {
    const known = waiting.get(next.siteId);
    if (!known) {
      waiting.set(next.siteId, next);
      return;
    }
    known.lastSeen = Math.max(known.lastSeen, next.lastSeen);
    known.lastData = Math.max(known.lastData ?? 0, next.lastData ?? 0) || null;
    known.address = next.address ?? known.address;
    known.version = next.version ?? known.version;
  }

  return {
    heard: (siteId, lastSeen, address, version) =>
      note({ siteId, lastSeen, lastData: null, address, version }),
    stored(siteId, ts) {
      const known = waiting.get(siteId);
      if (known) known.lastData = Math.max(known.lastData ?? 0, ts);
      else note({ siteId, lastSeen: 0, lastData: ts, address: null, version: null });
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
        for (const contact of newer.values()) note(contact);
        throw error;
      }
    },
  };
}
