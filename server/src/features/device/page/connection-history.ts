import type { CloseReason } from '@limpid/contract/device/device-page';
import { SECOND_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import { runInBackground } from '../../../platform/background.ts';
import { repeat } from '../../../platform/repeat.ts';
import type { SiteDevice } from '../../reading/model.api.ts';
import { type EndedConnection, insertConnections, upsertFrames } from './device-page.store.ts';
import { describeFrame, type WireFrame } from './frame-view.rule.ts';
import { framesWanted } from './frames-wanted.ts';

/** A connection as the gateway has it. */
interface StationConnection {
  address: string;
  version: string | null;
  connectedAt: number;
  packets: number;
  /** Since when it serves each station. */
  servedSince: { get(mn: string): number | undefined };
  frames: { list(mn: string): WireFrame[] };
}

/** Connections of this process that have ended, and the last frames of its stations. */
interface ConnectionHistory {
  /** These stations are no longer served by the connection. */
  record(connection: StationConnection, mns: Iterable<string>, reason: CloseReason): void;
  /** Stores what was recorded since the last call. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface HistoryOptions {
  directory: {
    findByMn(mn: string): SiteDevice | undefined;
    findBySite(siteId: number): SiteDevice | undefined;
  };
  /** The frames of a station that is connected here. */
  listFrames(mn: string): WireFrame[] | undefined;
}

const flushMs = 5 * SECOND_MS;
/** Bounds the memory while the database is unavailable. */
const mostEnded = 20_000;
const batch = 500;

type Deps = Pick<App, 'pool' | 'clock' | 'bus' | 'log' | 'background' | 'errorLog'>;

export function openConnectionHistory(
  app: Deps,
  { directory, listFrames }: HistoryOptions,
): ConnectionHistory {
  let ended: EndedConnection[] = [];
  let frames = new Map<number, { device: SiteDevice; list: WireFrame[] }>();

  async function flush(): Promise<void> {
    const [taken, shown] = [ended, [...frames.values()]];
    ended = [];
    frames = new Map();
    for (let at = 0; at < taken.length; at += batch)
      await insertConnections(app.pool, taken.slice(at, at + batch));
    for (let at = 0; at < shown.length; at += batch)
      await upsertFrames(app.pool, shown.slice(at, at + batch).map(describe), app.clock.now());
  }

  const unsubscribe = app.bus.subscribe(framesWanted, ({ siteId }) => {
    const device = directory.findBySite(siteId);
    const list = device && listFrames(device.mn);
    if (!list) return;
    runInBackground(app, () => upsertFrames(app.pool, [describe({ device, list })], app.clock.now()));
  });
  const stop = repeat(flushMs, flush, (error) =>
    app.log.warn({ err: error }, 'storing ended connections failed'),
  );
  return {
    record(connection, mns, reason) {
      const { address, version, packets } = connection;
      const endedAt = app.clock.now().getTime();
      for (const mn of mns) {
        const device = directory.findByMn(mn);
        if (!device || ended.length >= mostEnded) continue;
        const { siteId } = device;
        const connectedAt = connection.servedSince.get(mn) ?? connection.connectedAt;
        ended.push({ siteId, address, version, connectedAt, endedAt, packets, reason });
        frames.set(siteId, { device, list: connection.frames.list(mn) });
      }
    },
    flush,
    async close() {
      unsubscribe();
      await stop();
      await flush().catch((error: unknown) =>
        app.log.warn({ err: error }, 'storing ended connections failed'),
      );
    },
  };
}

function describe({ device, list }: { device: SiteDevice; list: readonly WireFrame[] }) {
  return { siteId: device.siteId, frames: list.map((frame) => describeFrame(frame, device.check)) };
}
