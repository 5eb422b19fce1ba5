import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type AnswerPacket, answerCommand, encodeAnswer } from '@limpid/hj212/answers';
import type { CrcMode } from '@limpid/hj212/crc';
import { createDecoder } from '@limpid/hj212/decoder';
import { encodeUnchecked } from '@limpid/hj212/encode';
import { readExchange, readFields } from '@limpid/hj212/fields';
import type { Packet } from '@limpid/hj212/packet';

/**
 * How the receiver treats a packet: `hold` answers at `release()`, `refuse` with 9011, `refuseData` with a result in 9014,
 * `halfAnswer` closes in the middle of the answer, `flood` sends bytes without end, `deaf` reads nothing more.
 */
export type Behaviour =
  | 'accept'
  | 'twice'
  | 'never'
  | 'hold'
  | 'refuse'
  | 'refuseData'
  | 'otherCommand'
  | 'otherQn'
  | 'otherMn'
  | 'wrongCrc'
  | 'close'
  | 'halfAnswer'
  | 'flood'
  | 'deaf'
  | { afterMs: number };

interface ReceivedData {
  mn: string;
  /** 2011, 2051, 2061 or 2031. */
  kind: string;
  dataTime: string;
  qn: string;
  packet: Packet;
  /** The connection it came by, counted from 1. */
  connection: number;
}

export interface TestReceiver {
  readonly port: number;
  /** Everything that was received, repeats included, in its order. */
  readonly received: ReceivedData[];
  /** Connections so far. */
  readonly connections: number;
  /** Connections that are open now. */
  readonly open: number;
  /** Frames that could not be decoded. */
  readonly undecodable: number;
  /** How the packets from now on are treated; `accept` at first. */
  behave(behaviour: Behaviour | ((data: ReceivedData) => Behaviour)): void;
  /** Reads half of what comes next, so many times, and closes. */
  breakOff(times: number): void;
  /** Answers everything that was held, and returns how much it was. */
  release(): number;
  /** Closes all connections and accepts none until `comeBack`. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

interface ReceiverOptions {
  crc?: CrcMode;
  key?: Uint8Array;
  /** A free one if left out. */
  port?: number;
}

const noise = Buffer.alloc(64 * 1024, 'x');

/** A receiver of HJ 212 on a real socket of the loopback address, with every fault that a test asks for. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<TestReceiver> {
  const { crc = 'hj212', key } = options;
  const received: ReceivedData[] = [];
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  let behaviour: Behaviour | ((data: ReceivedData) => Behaviour) = 'accept';
  let [connections, undecodable, port, breaks] = [0, 0, options.port ?? 0, 0];
  let server: Server | undefined;

  async function listen(): Promise<void> {
    server = createServer(serve).listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  }

  function serve(socket: Socket): void {
    const connection = ++connections;
    const decoder = createDecoder({ crc, key });
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.on('data', (chunk) => {
      if (breaks > 0) {
        breaks -= 1;
        decoder.push(chunk.subarray(0, chunk.length / 2));
        socket.destroy();
        return;
      }
      for (const found of decoder.push(chunk)) {
        if (!found.ok) undecodable++;
        else if (!socket.destroyed) receive(socket, found.packet, connection);
      }
    });
  }

  function receive(socket: Socket, packet: Packet, connection: number): void {
    const fields = readFields(packet.cp);
    const data: ReceivedData = {
      mn: packet.mn ?? '',
      kind: packet.cn,
      dataTime: fields.find(({ name }) => name === 'DataTime')?.value ?? '',
      qn: readExchange(packet) ?? '',
      packet,
      connection,
    };
    received.push(data);
    treat(socket, packet, typeof behaviour === 'function' ? behaviour(data) : behaviour);
  }

  function treat(socket: Socket, packet: Packet, how: Behaviour): void {
    const say = (to: Packet, answer: AnswerPacket = { cn: answerCommand.data }) => {
      if (packet.wantsAnswer && !socket.destroyed) socket.write(encodeAnswer(to, answer, { crc }));
    };
    if (typeof how === 'object') {
      setTimeout(() => say(packet), how.afterMs);
      return;
    }
    switch (how) {
      case 'accept':
        return say(packet);
      case 'twice':
        say(packet);
        return say(packet);
      case 'never':
        return;
      case 'hold':
        return void held.push(() => say(packet));
      case 'refuse':
        return say(packet, { cn: answerCommand.request, result: 3 });
      case 'refuseData':
        return void socket.write(withResult(encodeAnswer(packet, { cn: answerCommand.data }, { crc }), crc));
      case 'otherCommand':
        return say(packet, { cn: answerCommand.notice });
      case 'otherQn':
        return say({ ...packet, qn: '20000101000000000' });
      case 'otherMn':
        return say({ ...packet, mn: 'OTHER' });
      case 'wrongCrc':
        return void socket.write(encodeAnswer(packet, { cn: answerCommand.data }, { crc: otherCrc(crc) }));
      case 'close':
        return void socket.destroy();
      case 'halfAnswer':
        return void socket.end(encodeAnswer(packet, { cn: answerCommand.data }, { crc }).subarray(0, 20));
      case 'flood':
        return flood(socket);
      case 'deaf':
        return void socket.pause();
    }
  }

  async function leave(): Promise<void> {
    const closed = server && once(server, 'close');
    server?.close();
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
    server = undefined;
  }

  await listen();
  return {
    get port() {
      return port;
    },
    received,
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
    get undecodable() {
      return undecodable;
    },
    behave(next) {
      behaviour = next;
    },
    breakOff(times) {
      breaks = times;
    },
    release() {
      const answers = held.splice(0);
      for (const answer of answers) answer();
      return answers.length;
    },
    leave,
    comeBack: listen,
    close: leave,
  };
}

function flood(socket: Socket): void {
  const pour = () => {
    while (!socket.destroyed && socket.write(noise));
  };
  socket.on('drain', pour);
  pour();
}

const otherCrc = (crc: CrcMode): CrcMode => (crc === 'modbus' ? 'hj212' : 'modbus');

/** A 9014 that says "wrong password". */
function withResult(answer: Buffer, crc: CrcMode): Buffer {
  const [found] = createDecoder({ crc }).push(answer);
  if (!found?.ok) throw new Error('not an answer');
  const { packet } = found;
  const { version, pw, mn } = packet;
  const header = { version, qn: packet.qn, st: '91', cn: packet.cn, pw, mn };
  const items = [...readFields(packet.cp), { name: 'QnRtn', value: '3' }].map((field) => [field]);
  return encodeUnchecked(header, items, { crc });
}
