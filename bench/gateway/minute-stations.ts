import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { MINUTE_MS } from '@limpid/contract/durations';
import { encodeStationFrame } from './station-frame.ts';

/** The gateway accepts so many connections of one address at a time before their first packet. */
const connectedAtOnce = 100;

/** A message to the process of the stations: the minute to report. */
export interface MinuteOrder {
  at: number;
}

/**
 * Stations with one socket each, in a separate process, so that the cost of sending is not counted. For every message
 * each station reports that minute; the process answers when all reports are acknowledged.
 */
if (import.meta.main) {
  const [port = '', count = '', ...codes] = process.argv.slice(2);
  const sockets: Socket[] = [];
  let waiting = 0;
  let onAnswered = () => {};

  function report(station: number, at: number): void {
    const values = codes.map((_, index) => listValue(station, index + 1, at));
    sockets[station]?.write(encodeStationFrame(`BENCH${station}`, at, codes, values));
    waiting += 1;
  }

  async function connectStation(station: number, at: number): Promise<void> {
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    sockets[station] = socket;
    let rest = '';
    socket.on('data', (chunk) => {
      const text = rest + chunk.toString('latin1');
      const answers = text.split('CN=9014');
      rest = (answers.at(-1) ?? '').slice(-10);
      waiting -= answers.length - 1;
      if (waiting === 0) onAnswered();
    });
    report(station, at);
    await once(socket, 'data');
  }

  process.on('message', ({ at }: MinuteOrder) => {
    void (async () => {
      const stations = Array.from({ length: Number(count) }, (_, station) => station);
      const answered = new Promise<void>((done) => {
        onAnswered = done;
      });
      if (sockets.length === 0) {
        for (let from = 0; from < stations.length; from += connectedAtOnce)
          await Promise.all(
            stations.slice(from, from + connectedAtOnce).map((station) => connectStation(station, at)),
          );
      } else {
        for (const station of stations) report(station, at);
        await answered;
      }
      process.send?.('acknowledged');
    })();
  });
  process.on('disconnect', () => process.exit());
}

/** Values that, like measured ones, change little from one minute to the next; the same in every run. */
export function listValue(station: number, slot: number, at: number): number {
  return ((station * 7 + slot * 13 + at / MINUTE_MS) % 500) / 10;
}
