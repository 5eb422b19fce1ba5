import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A broker on a real socket that ignores the receive maximum: it sends everything at once. */
export interface FloodingBroker {
  url: string;
  /** Numbers of the messages that were acknowledged. */
  acknowledged: Set<number>;
  readonly pings: number;
  readonly connections: number;
  /** Whether the last connection ended with a DISCONNECT. */
  readonly isDisconnected: boolean;
  /** Sends one more message to every subscriber; returns its number. */
  publish(message: BrokerMessage): number;
  close(): Promise<void>;
}

interface BrokerMessage {
  topic: string;
  payload: string;
}

const packetType = { connect: 1, puback: 4, subscribe: 8, unsubscribe: 10, pingreq: 12, disconnect: 14 };

/** A broker that sends all messages at QoS 1 to every subscriber at once, without waiting for acknowledgements. */
export async function startFloodingBroker(messages: readonly BrokerMessage[]): Promise<FloodingBroker> {
  const flood = Buffer.concat(messages.map((message, index) => encodePublish(message, index + 1)));
  const acknowledged = new Set<number>();
  const sockets = new Set<Socket>();
  const subscribers = new Set<Socket>();
  let last = messages.length;
  let [pings, connections, isDisconnected] = [0, 0, false];

  function answer(socket: Socket, type: number, body: Buffer): void {
    switch (type) {
      case packetType.connect:
        connections++;
        socket.write(Buffer.from([0x20, 3, 0, 0, 0]));
        break;
      case packetType.subscribe:
        socket.write(Buffer.from([0x90, 4, body[0] ?? 0, body[1] ?? 0, 0, 1]));
        socket.write(flood);
        subscribers.add(socket.once('close', () => subscribers.delete(socket)));
        break;
      case packetType.unsubscribe:
        socket.write(Buffer.from([0xb0, 4, body[0] ?? 0, body[1] ?? 0, 0, 0]));
        break;
      case packetType.puback:
        acknowledged.add(body.readUInt16BE(0));
        break;
      case packetType.pingreq:
        pings++;
        socket.write(Buffer.from([0xd0, 0]));
        break;
      case packetType.disconnect:
        isDisconnected = true;
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    let bytes = Buffer.of();
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (let packet = takePacket(bytes); packet; packet = takePacket(bytes)) {
        bytes = packet.rest;
        answer(socket, packet.type, packet.body);
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return {
    url: `mqtt://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    acknowledged,
    get pings() {
      return pings;
    },
    get connections() {
      return connections;
    },
    get isDisconnected() {
      return isDisconnected;
    },
    publish(message) {
      for (const socket of subscribers) socket.write(encodePublish(message, last + 1));
      return ++last;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function takePacket(bytes: Buffer): { type: number; body: Buffer; rest: Buffer<ArrayBuffer> } | undefined {
  let [length, shift, start] = [0, 0, 1];
  for (let byte = 128; byte >= 128; shift += 7, start++) {
    const next = bytes[start];
    if (next === undefined) return undefined;
    byte = next;
    length += (byte & 127) << shift;
  }
  if (bytes.length < start + length) return undefined;
  const rest = Buffer.from(bytes.subarray(start + length));
  return { type: (bytes[0] ?? 0) >> 4, body: bytes.subarray(start, start + length), rest };
}

/** PUBLISH of MQTT 5 at QoS 1 without properties. */
function encodePublish({ topic, payload }: BrokerMessage, number: number): Buffer {
  const [name, content] = [Buffer.from(topic), Buffer.from(payload)];
  const body = Buffer.concat([
    Buffer.from([name.length >> 8, name.length & 255]),
    name,
    Buffer.from([number >> 8, number & 255, 0]),
    content,
  ]);
  const head = [0x32];
  let length = body.length;
  for (; length > 127; length >>= 7) head.push((length & 127) | 128);
  return Buffer.concat([Buffer.from([...head, length]), body]);
}
