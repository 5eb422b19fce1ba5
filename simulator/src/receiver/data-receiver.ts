import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { answerCommand, encodeAnswer } from '@limpid/hj212/answers';
import { createDecoder } from '@limpid/hj212/decoder';

/** `slow` answers after some seconds; `away` ends every connection. */
export const receiverModes = ['normal', 'slow', 'away'] as const;
export type ReceiverMode = (typeof receiverModes)[number];

export interface DataReceiver {
  readonly port: number;
  /** Packets of data that were answered. */
  readonly accepted: number;
  setMode(mode: ReceiverMode): void;
  close(): Promise<void>;
}

const maxConnections = 100;

/**
 * A platform that stations and other platforms send data to by HJ 212, on the loopback address. It acknowledges each packet
 * that asks for it and stores none. A connection holds one chunk and one unfinished frame: nothing more is read until what
 * was read is answered.
 */
export async function openDataReceiver({ slowMs = 4000 } = {}): Promise<DataReceiver> {
  const sockets = new Set<Socket>();
  let mode: ReceiverMode = 'normal';
  let accepted = 0;

  async function serve(socket: Socket): Promise<void> {
    const decoder = createDecoder();
    for await (const chunk of socket as AsyncIterable<Uint8Array>) {
      const found = decoder.push(chunk);
      if (mode === 'slow') await wait(slowMs, undefined, { ref: false });
      const answers = found.flatMap((one) =>
        one.ok && one.packet.wantsAnswer ? [encodeAnswer(one.packet, { cn: answerCommand.data })] : [],
      );
      accepted += answers.length;
      if (answers.length > 0) await write(socket, Buffer.concat(answers));
    }
  }

  const server = createServer((socket) => {
    // Senders that break off are no fault of the receiver.
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    sockets.add(socket);
    if (mode === 'away') socket.resetAndDestroy();
    else serve(socket).catch(() => socket.destroy());
  });
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  // A TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;

  function endConnections(): void {
    for (const socket of sockets) socket.resetAndDestroy();
  }

  return {
    port,
    get accepted() {
      return accepted;
    },
    setMode(next) {
      mode = next;
      // The port stays taken, so that no other program gets the data meanwhile.
      if (mode === 'away') endConnections();
    },
    async close() {
      endConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Ends when the socket has handed on all bytes; fails when it closes before. */
function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
