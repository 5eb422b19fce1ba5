import { formatDigits } from '@limpid/contract/local-time';
import type { App } from '../../../platform/app.ts';
import { listLastQns } from './device-log.store.ts';

/** How many earlier QNs of a station are remembered, to tell late answers from those of the command in flight. */
const rememberedQns = 50;

/** The QNs of requests to stations. */
export interface RequestNumbers {
  /** A QN that this process has not used yet. */
  make(zone: string): string;
  /** A QN for a request that is no command: answers to it are not taken for those of a command. */
  reserve(station: { siteId: number; zone: string }): string;
  /** Answers with this QN are late from now on. */
  retire(siteId: number, qn: string): void;
  isEarlier(siteId: number, qn: string): boolean;
  /** Adds, once, the QNs that other processes, or this one before a restart, have used. */
  recall(siteId: number): Promise<void>;
  /** The next `recall` reads the log again: the station may have been connected to another process. */
  expire(siteId: number): void;
}

export function openRequestNumbers({ pool, clock }: Pick<App, 'pool' | 'clock'>): RequestNumbers {
  const earlier = new Map<number, string[]>();
  const recalled = new Set<number>();
  let last = 0;

  function make(zone: string): string {
    last = Math.max(clock.now().getTime(), last + 1);
    return formatDigits(last, zone, 17);
  }

  function retire(siteId: number, qn: string): void {
    earlier.set(siteId, [qn, ...(earlier.get(siteId) ?? [])].slice(0, rememberedQns));
  }

  return {
    make,
    retire,
    reserve({ siteId, zone }) {
      const qn = make(zone);
      retire(siteId, qn);
      return qn;
    },
    isEarlier: (siteId, qn) => earlier.get(siteId)?.includes(qn) ?? false,
    async recall(siteId) {
      if (recalled.has(siteId)) return;
      const logged = await listLastQns(pool, siteId, rememberedQns);
      const known = new Set([...(earlier.get(siteId) ?? []), ...logged]);
      earlier.set(siteId, [...known].slice(0, rememberedQns));
      recalled.add(siteId);
    },
    expire: (siteId) => recalled.delete(siteId),
  };
}
