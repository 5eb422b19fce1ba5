import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '@limpid/contract/durations';
import { answerCommand, encodeAnswer } from '@limpid/hj212/answers';
import { createDecoder } from '@limpid/hj212/decoder';
import { encodePacket } from '@limpid/hj212/encode';
import type { Packet } from '@limpid/hj212/packet';
import { makeFrame } from './sockets.ts';

const tickMs = 20;
/** The gateway accepts so many connections of one address at a time before their first packet. */
const connectedAtOnce = 100;

/** Stations on sockets of their own that report at a common rate and answer what they are asked. */
export interface AnsweringStations {
  frames(): number;
  acknowledged(): number;
  /** Reports per second of all stations together; 0 for none. */
  setRate(perSecond: number): void;
  stop(): Promise<void>;
}

export async function startAnsweringStations(
  port: number,
  mns: readonly string[],
  codes: readonly string[],
): Promise<AnsweringStations> {
  const sockets: Socket[] = [];
  // Every frame of a station has a second of its own.
  const base = Math.floor((Date.now() - DAY_MS) / MINUTE_MS) * MINUTE_MS;
  const counts = new Uint32Array(mns.length);
  let [frames, acknowledged, rate, isOver] = [0, 0, 0, false];

  function report(station: number): void {
    const count = counts[station] ?? 0;
    counts[station] = count + 1;
    sockets[station]?.write(makeFrame(mns[station] ?? '', base + count * 1000, codes));
    frames += 1;
  }

  async function connectStation(station: number): Promise<void> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    sockets[station] = socket;
    const decoder = createDecoder();
    socket.on('data', (chunk) => {
      for (const one of decoder.push(chunk)) {
        if (!one.ok) continue;
        if (one.packet.cn === answerCommand.data) acknowledged += 1;
        else socket.write(Buffer.concat(answer(one.packet)));
      }
    });
    report(station);
    await once(socket, 'data');
  }

  for (let from = 0; from < mns.length; from += connectedAtOnce)
    await Promise.all(mns.slice(from, from + connectedAtOnce).map((_, n) => connectStation(from + n)));

  async function send(): Promise<void> {
    let last = performance.now();
    let [due, turn] = [0, 0];
    while (!isOver) {
      const now = performance.now();
      due += ((now - last) / 1000) * rate;
      last = now;
      for (; due >= 1; due--) report(turn++ % mns.length);
      await wait(tickMs);
    }
  }
  const sending = send();
  return {
    frames: () => frames,
    acknowledged: () => acknowledged,
    setRate(perSecond) {
      rate = perSecond;
    },
    async stop() {
      isOver = true;
      await sending;
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Acceptance, the value and the result. */
function answer(request: Packet): Buffer[] {
  const { qn, cn, mn } = request;
  const items = [[{ name: 'RtdInterval', value: '30' }]];
  return [
    encodeAnswer(request, { cn: answerCommand.request, result: 1 }),
    encodePacket({ version: '2017', qn, st: '22', cn, pw: '123456', mn: mn ?? '', items }),
    encodeAnswer(request, { cn: answerCommand.execution, result: 1 }),
  ];
}
