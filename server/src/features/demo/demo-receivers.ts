import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A server on the loopback address that a feature of the demo talks to. */
export interface DemoReceiver {
  port: number;
  close(): void;
}

async function listen(server: Server): Promise<DemoReceiver> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    // Senders that break off are no fault of the receiver.
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // The address of a server on a port is an object.
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

export function startHttpServer(answer: RequestListener): Promise<DemoReceiver> {
  return listen(createHttpServer(answer));
}

/** Receives calls of webhooks and of SMS gateways, and keeps none. */
export function startHttpReceiver(): Promise<DemoReceiver> {
  return startHttpServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
}

/** Receives mail (RFC 5321), without TLS and without a login. */
export function startMailReceiver(): Promise<DemoReceiver> {
  return listen(
    createServer((socket) => {
      const reply = (text: string) => socket.write(`${text}\r\n`);
      let isText = false;
      reply('220 demo');
      createInterface({ input: socket }).on('line', (line) => {
        const command = line.slice(0, 4).toUpperCase();
        if (isText) {
          if (line !== '.') return;
          isText = false;
          reply('250 accepted');
        } else if (command === 'DATA') {
          isText = true;
          reply('354 go on');
        } else if (command === 'QUIT') {
          reply('221 bye');
          socket.end();
        } else {
          reply('250 demo');
        }
      });
    }),
  );
}
