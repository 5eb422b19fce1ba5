import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { makeFrame } from '../gateway/sockets.ts';

/** A value far above those of all other frames. */
const highValue = 900;
const tickMs = 20;
/** The gateway accepts so many connections of one address at a time before their first packet. */
const connectedAtOnce = 100;

export interface StationLoad {
  frames(): number;
  acknowledged(): number;
  /** Lets the next frame of a station have a high value; resolves with the moment at which it is written. */
  exceed(station: number): Promise<number>;
  /** By station, when its high value was acknowledged, which follows its commit. */
  storedAt: ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

/** Stations on sockets of their own that report once a second each, spread evenly over it. */
export async function startStations(
  port: number,
  count: number,
  mnOf: (station: number) => string,
  codes: readonly string[],
): Promise<StationLoad> {
  const sockets: Socket[] = [];
  const exceeding = new Map<number, (at: number) => void>();
  /** Stations whose next acknowledgement is that of their high value. */
  const awaited = new Map<number, number>();
  const storedAt = new Map<number, number>();
  let [frames, acknowledged, isOver] = [0, 0, false];

  function report(station: number): void {
    const written = exceeding.get(station);
    exceeding.delete(station);
    const at = Date.now();
    sockets[station]?.write(makeFrame(mnOf(station), at, codes, written && highValue));
    frames += 1;
    if (written) awaited.set(station, frames);
    written?.(at);
  }

  async function connectStation(station: number): Promise<void> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    sockets[station] = socket;
    socket.on('data', (chunk) => {
      for (let at = chunk.indexOf('CN=9014'); at >= 0; at = chunk.indexOf('CN=9014', at + 1))
        acknowledged += 1;
      if (awaited.delete(station)) storedAt.set(station, Date.now());
    });
    report(station);
    await once(socket, 'data');
  }

  for (let from = 0; from < count; from += connectedAtOnce)
    await Promise.all(
      Array.from({ length: Math.min(connectedAtOnce, count - from) }, (_, n) => connectStation(from + n)),
    );

  async function send(): Promise<void> {
    const start = performance.now();
    for (let sent = 0; !isOver; ) {
      const due = Math.floor(((performance.now() - start) / 1000) * count);
      while (sent < due) report(sent++ % count);
      await wait(tickMs);
    }
  }
  const sending = send();
  return {
    frames: () => frames,
    acknowledged: () => acknowledged,
    exceed: (station) => new Promise((done) => exceeding.set(station, done)),
    storedAt,
    async stop() {
      isOver = true;
      await sending;
      for (const socket of sockets) socket.destroy();
    },
  };
}
