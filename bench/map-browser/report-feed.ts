import { once } from 'node:events';
import { HOUR_MS } from '@limpid/contract/durations';
import { WebSocket } from 'ws';
import { type LiveFrame, livePath, liveProtocol } from '../../contract/src/live.ts';
import { packetKind } from '../../server/src/features/reading/reading.ts';
import { reportSites } from '../http/map.ts';
import { benchOrigin } from '../http/requests.ts';
import type { MapInstallation } from './installation.ts';

/** The first value of the watched site, higher than those of all others, so that the site is first in the list. */
export const firstWatchedValue = 1000;

export interface ReportFeed {
  /** When each value of the watched site was stored, by the value. */
  sentAt: ReadonlyMap<number, number>;
  /** Number of site reports, those of the watched site included. */
  reports(): number;
  end(): Promise<void>;
}

/** Lets this many sites report every second, in turn, and the watched site every second. */
export function startFeed({ gateway, sites }: MapInstallation, perSecond: number): ReportFeed {
  const sentAt = new Map<number, number>();
  const others = sites - 1;
  let reports = 0;
  let from = 1;
  let value = firstWatchedValue;
  let isOver = false;
  const reportWitness = () =>
    new Promise<void>((done) => {
      const ts = Math.floor(Date.now() / 1000) * 1000;
      const place = { siteId: sites, kind: packetKind.realtime, ts, hour: ts - (ts % HOUR_MS) };
      gateway.services.ingest.pipeline.push(
        { ...place, rank: ts * 2, slots: [1], values: [value], marks: [] },
        () => done(),
      );
    });
  async function feed(): Promise<void> {
    const start = performance.now();
    for (let second = 0; !isOver; second++) {
      await Promise.all([reportSites(gateway, others, from, perSecond - 1), reportWitness()]);
      sentAt.set(value, Date.now());
      value += 1;
      reports += perSecond;
      from = ((from + perSecond - 2) % others) + 1;
      const rest = start + (second + 1) * 1000 - performance.now();
      await new Promise((done) => setTimeout(done, Math.max(0, rest)));
    }
  }
  const feeding = feed();
  return {
    sentAt,
    reports: () => reports,
    end() {
      isOver = true;
      return feeding;
    },
  };
}

export interface Listener {
  updates(): number;
  /** When each value of the watched site was received, by the value. */
  receivedAt: ReadonlyMap<number, number>;
  end(): void;
}

/** The reference: a socket that subscribes to all sites and renders nothing. */
export async function listenBaseline({ sites, tokens }: MapInstallation): Promise<Listener> {
  const address = `${benchOrigin.replace('http', 'ws')}/prod-api${livePath}100`;
  const socket = new WebSocket(address, [liveProtocol, tokens.all]);
  await once(socket, 'open');
  socket.send(JSON.stringify({ show: ['site'] }));
  const heardAt = new Map<number, number>();
  let news = 0;
  socket.on('message', (data) => {
    // The server writes its frames by the same contract.
    const frame = JSON.parse(data.toString()) as LiveFrame;
    if (frame.kind !== 'message' || frame.topic !== 'site' || !Array.isArray(frame.payload)) return;
    news += frame.payload.length;
    for (const item of frame.payload) {
      if (!('values' in item) || item.siteId !== sites) continue;
      const value = item.values['PM2.5'] ?? 0;
      if (!heardAt.has(value)) heardAt.set(value, Date.now());
    }
  });
  return { updates: () => news, receivedAt: heardAt, end: () => socket.terminate() };
}
