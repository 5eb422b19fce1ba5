import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { answerCommand, encodeAnswer } from '@limpid/hj212/answers';
import { createDecoder } from '@limpid/hj212/decoder';
import { readExchange, readFields } from '@limpid/hj212/fields';
import type { Packet } from '@limpid/hj212/packet';

interface RelayedData {
  mn: string;
  dataTime: string;
  qn: string;
  /** Of the backlog. */
  isReissued: boolean;
}

export interface Relay {
  readonly port: number;
  /** Everything that was sent, repeats and refused packets included, in its order. */
  readonly sent: RelayedData[];
  /** Packets of these MNs are refused and not passed on. */
  readonly refused: Set<string>;
  /** While it is set, answers are lost. */
  losesAnswers: boolean;
  /** Pieces of answers that were lost. */
  readonly lost: number;
  close(): Promise<void>;
}

const wrongPassword = 3;

/** Passes frames on to a receiver and its answers back, takes note of them, and breaks off when the receiver does. */
export async function startRelay(receiverPort: number): Promise<Relay> {
  const sent: RelayedData[] = [];
  const refused = new Set<string>();
  const sockets = new Set<Socket>();
  let lost = 0;
  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');

  function serve(sender: Socket): void {
    const receiver = connect(receiverPort, '127.0.0.1');
    for (const [socket, other] of [
      [sender, receiver],
      [receiver, sender],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true).on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    receiver.on('data', (chunk) => {
      if (relay.losesAnswers) lost += 1;
      else sender.write(chunk);
    });
    let rest = Buffer.alloc(0);
    sender.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const frame = rest.subarray(0, end + 2);
        rest = rest.subarray(end + 2);
        for (const found of createDecoder().push(frame)) if (found.ok) pass(found.packet, frame);
      }
    });

    function pass(packet: Packet, frame: Buffer): void {
      const { mn, cp, rf } = packet;
      const dataTime = readFields(cp).find(({ name }) => name === 'DataTime')?.value ?? '';
      sent.push({ mn: mn ?? '', dataTime, qn: readExchange(packet) ?? '', isReissued: rf === true });
      if (refused.has(mn ?? ''))
        sender.write(encodeAnswer(packet, { cn: answerCommand.request, result: wrongPassword }));
      else receiver.write(frame);
    }
  }

  const relay: Relay = {
    port: (server.address() as AddressInfo).port,
    sent,
    refused,
    losesAnswers: false,
    get lost() {
      return lost;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return relay;
}
