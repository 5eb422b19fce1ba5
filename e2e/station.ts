import { once } from 'node:events';
import { connect } from 'node:net';
import { encodeData } from '../hj212/src/encode.ts';
import { readGatewayPort } from './server.ts';

interface Station {
  /** Sends values of this second, valid unless flagged; asks to be told when they are stored. */
  report(values: Record<string, number>, flags?: Record<string, string>): void;
  /** Everything it was sent. */
  heard(): string;
  closed: Promise<unknown>;
  end(): void;
}

/** A station on a real socket, with the clock of China. */
export async function connectStation(mn: string): Promise<Station> {
  const socket = connect(readGatewayPort(), '127.0.0.1');
  const closed = once(socket, 'close');
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk.toString();
  });
  await once(socket, 'connect');
  return {
    closed,
    heard: () => heard,
    end: () => socket.destroy(),
    report(values, flags = {}) {
      const now = new Date(Date.now() + 8 * 3_600_000).toISOString().replace(/\D/g, '');
      const items = Object.entries(values).map(([code, value]) => [
        { name: `${code}-Rtd`, value: String(value) },
        { name: `${code}-Flag`, value: flags[code] ?? 'N' },
      ]);
      const dataTime = [{ name: 'DataTime', value: now.slice(0, 14) }];
      const header = { version: '2017', qn: now, st: '22', cn: '2011', pw: '123456', mn } as const;
      const frames = encodeData({ ...header, wantsAnswer: true, items: [dataTime, ...items] });
      for (const frame of frames) socket.write(frame);
    },
  };
}
