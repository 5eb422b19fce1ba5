import { once } from 'node:events';
import net from 'node:net';
import type { TestConnection } from './connection.ts';

/** A proxy to the database that a test can cut, as if the database server had been stopped. */
export interface DatabaseProxy {
  connection: TestConnection;
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Accepts connections but forwards nothing, as if the database's processes were stopped by SIGSTOP. */
  freeze(): void;
  thaw(): void;
  /** The next statement with this text is executed, and its connection is cut before the answer. */
  loseAnswer(text: string): void;
}

export async function openProxy(target: TestConnection): Promise<DatabaseProxy> {
  const sockets = new Set<net.Socket>();
  let frozen = false;
  let lost: string | undefined;
  const server = net.createServer((near) => {
    const far = target.host.startsWith('/')
      ? net.connect(`${target.host}/.s.PGSQL.${target.port}`)
      : net.connect(target.port, target.host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    let isLost = false;
    near.on('data', (chunk) => {
      far.write(chunk);
      if (lost === undefined || !chunk.includes(lost)) return;
      isLost = true;
      lost = undefined;
    });
    far.on('data', (chunk) => {
      if (isLost) near.destroy();
      else near.write(chunk);
    });
    if (frozen) for (const socket of [near, far]) socket.pause();
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  };
  const port = await listen(0);
  return {
    connection: { ...target, host: '127.0.0.1', port },
    async cut() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    restore: async () => void (await listen(port)),
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    loseAnswer(text) {
      lost = text;
    },
    thaw() {
      frozen = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
