import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { answerCommand, encodeAnswer } from '@limpid/hj212/answers';
import { createDecoder } from '@limpid/hj212/decoder';
import type { Packet } from '@limpid/hj212/packet';

/** A platform that accepts every packet and answers data while `answers` is true. */
export interface TestPlatform {
  address: { host: string; port: number };
  packets: Packet[];
  refusals: string[];
  answers: boolean;
  sockets: Set<Socket>;
  close(): Promise<void>;
}

export async function openPlatform(key?: Uint8Array): Promise<TestPlatform> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const decoder = createDecoder({ key });
    socket.on('data', (chunk) => {
      for (const one of decoder.push(chunk)) {
        if (!one.ok) platform.refusals.push(one.reason);
        else {
          platform.packets.push(one.packet);
          if (platform.answers) socket.write(encodeAnswer(one.packet, { cn: answerCommand.data }));
        }
      }
    });
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  const platform: TestPlatform = {
    address: { host: '127.0.0.1', port },
    packets: [],
    refusals: [],
    answers: true,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return platform;
}
