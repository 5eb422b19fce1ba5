import type { Packet } from '@limpid/hj212/packet';
import type { Pool } from '../../platform/db/transaction.ts';
import type { SiteDevice } from '../reading/model.api.ts';
import { readClockDrift, readFact } from './device-facts.rule.ts';
import { type StationContact, upsertContacts } from './station-activity.store.ts';

/** The last contact with each station, collected between two flushes. */
export interface Contacts {
  recordPacket(siteId: number, at: number, address: string, version: string): void;
  recordData(siteId: number, ts: number): void;
  /** Records what a packet says about its device; its contact was recorded before. */
  recordFacts(device: SiteDevice, packet: Packet, at: number): void;
  flush(pool: Pool): Promise<void>;
}

const nothingKnown = {
  lastData: null,
  address: null,
  version: null,
  firmware: null,
  signal: null,
  clockDrift: null,
};

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
    existing.firmware = next.firmware ?? existing.firmware;
    existing.signal = next.signal ?? existing.signal;
    existing.clockDrift = next.clockDrift ?? existing.clockDrift;
  }

  return {
    recordPacket: (siteId, lastSeen, address, version) =>
      merge({ ...nothingKnown, siteId, lastSeen, address, version }),
    recordData(siteId, ts) {
      const existing = waiting.get(siteId);
      if (existing) existing.lastData = Math.max(existing.lastData ?? 0, ts);
      else merge({ ...nothingKnown, siteId, lastSeen: 0, lastData: ts });
    },
    recordFacts({ siteId, zone, factCodes }, packet, at) {
      const contact = waiting.get(siteId);
      if (!contact) return;
      const drift = readClockDrift(packet, zone, at);
      // Packets that waited for a connection make the clock look late, so the largest value is right.
      if (drift !== null) contact.clockDrift = Math.max(contact.clockDrift ?? -Infinity, drift);
      contact.firmware = readFact(packet.cp, factCodes.firmware) ?? contact.firmware;
      contact.signal = readFact(packet.cp, factCodes.signal) ?? contact.signal;
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
