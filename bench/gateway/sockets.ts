import { once } from 'node:events';
import { connect } from 'node:net';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import type { RunningApp } from '../../server/src/roles/app.ts';
import { startGateway } from '../../server/src/roles/gateway.ts';
import { encodeStationFrame } from './station-frame.ts';

export interface SocketFigures {
  framesPerSecond: number;
  connections: number;
}

/** Senders, each of a site of its own. */
export const connections = 50;
const perConnection = Number(process.env['BENCH_FRAMES'] ?? 100_000) / connections;
const window = 40;
const measured = 12;

/**
 * Frames of 12 channels that request an acknowledgement, which follows their commit. The senders share this process.
 * Every round has times of its own.
 */
export async function measureSockets(running: RunningApp, sites: number, round = 0): Promise<SocketFigures> {
  const gateway = await startGateway(
    { ...running.app, config: { ...running.app.config, gatewayPort: 0 } },
    running.services.ingest,
  );
  const senders = makeSenders(listCodes(running), 0, sites, round);
  const start = performance.now();
  await Promise.all(senders.map((frames) => send(gateway.port, frames)));
  const seconds = (performance.now() - start) / 1000;
  await gateway.close();
  return { framesPerSecond: (connections * perConnection) / seconds, connections };
}

/** The frames of each sender, by sites from the given one on. */
export function makeSenders(
  codes: readonly string[],
  firstSite: number,
  sites: number,
  round: number,
): Buffer[][] {
  const base =
    Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 26 * HOUR_MS - round * perConnection * SECOND_MS;
  return Array.from({ length: connections }, (_, number) => {
    const mn = `BENCH${(firstSite + number) % sites}`;
    return Array.from({ length: perConnection }, (_, n) => makeFrame(mn, base + n * SECOND_MS, codes));
  });
}

/** The codes that frames have values of. */
export function listCodes({ services }: RunningApp): string[] {
  return services.ingest.directory
    .channels()
    .slice(0, measured)
    .map(({ gbCode }) => gbCode);
}

/** A real-time frame; all values are below 90 but the first, if one is given. */
export function makeFrame(mn: string, at: number, codes: readonly string[], first?: number): Buffer {
  const values = codes.map((_, n) => (n === 0 ? first : undefined) ?? (Math.floor(at / 1000) + n * 7) % 90);
  return encodeStationFrame(mn, at, codes, values);
}

/** Keeps a window of unacknowledged frames; resolves when every frame has been acknowledged. */
async function send(port: number, frames: readonly Buffer[]): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let sent = 0;
  let answered = 0;
  const push = () => {
    while (sent < frames.length && sent - answered < window) socket.write(frames[sent++] ?? '');
  };
  const done = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      for (let at = chunk.indexOf('CN=9014'); at >= 0; at = chunk.indexOf('CN=9014', at + 1)) answered++;
      if (answered === frames.length) resolve();
      else push();
    });
  });
  push();
  await done;
  socket.destroy();
}
