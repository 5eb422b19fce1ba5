import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import { encodeModbusRequest, type ModbusRequest } from '@limpid/modbus/pdu';
import { encodeRtu, findRtuResponse } from '@limpid/modbus/rtu';
import type { FastifyBaseLogger } from 'fastify';
import { FailureCounts } from '../../../platform/failure-counts.rule.ts';
import { readNetwork } from '../../../platform/http/address.rule.ts';
import { resetConnection } from '../../../platform/outbound/connect.ts';
import { DriverError } from './driver.ts';
import { type DtuAccount, type DtuLogin, readRegistration } from './dtu-registration.rule.ts';
import { readModbusAnswer } from './modbus-tcp.ts';
import type { ModbusExchange } from './relay.ts';
import { makeTurns } from './turns.ts';

/** A registration that comes in pieces is complete after this silence. */
const quietMs = 300;
const registrationMs = 10 * SECOND_MS;
const maxRegistrationBytes = 512;
/** More than any answer; heartbeats before it are dropped. */
const maxBufferedBytes = 1024;
const maxWaiting = 100;
/** So many wrong passwords of a registration from one address lock it there, for as long as they count. */
const guessLimits = { limit: 5, windowMs: 15 * MINUTE_MS, maxKeys: 10_000 };

/** A DTU that was disconnected: also one that sent nothing, or too many wrong passwords. */
type RefusedDtu =
  | Exclude<DtuLogin, { kind: 'known' }>
  | { kind: 'silent' }
  | { kind: 'locked'; registration: string };

interface Options {
  host: string;
  port: number;
  timeoutMs: number;
  log: FastifyBaseLogger;
  /** The monotonic clock of the machine. */
  now(): number;
  /** The registrations of cannons. */
  listAccounts: () => readonly DtuAccount[];
  /** A DTU was refused and disconnected. */
  onRefused: (login: RefusedDtu, address: string) => void;
  onConnected: (registration: string) => void;
  onDisconnected: (registration: string) => void;
}

interface Dtu {
  socket: Socket;
  takeTurn: ReturnType<typeof makeTurns>;
  /** Takes the bytes that arrive while an answer is awaited. */
  receive: ((bytes: Uint8Array) => void) | undefined;
}

export interface DtuPort {
  port: number;
  exchangeWith(registration: string): ModbusExchange;
  close(): Promise<void>;
}

/** Listens for DTUs: they dial in, say who they are, and then pass bytes on to the boards behind them. */
export async function openDtuPort(options: Options): Promise<DtuPort> {
  const { host, port, timeoutMs, log } = options;
  const dtus = new Map<string, Dtu>();
  const waiting = new Set<Socket>();
  const guesses = new FailureCounts(guessLimits);
  const server = createServer({ keepAlive: true }, (socket) => {
    socket.on('error', () => undefined);
    if (waiting.size >= maxWaiting) return socket.destroy();
    waiting.add(socket);
    admit(socket)
      .catch((error: unknown) => log.warn({ err: error }, 'admitting DTU failed'))
      .finally(() => waiting.delete(socket));
  });

  async function admit(socket: Socket): Promise<void> {
    const address = socket.remoteAddress ?? '';
    const bytes = await readFirst(socket);
    const login = bytes.length === 0 ? ({ kind: 'silent' } as const) : judge(bytes, address);
    if (login.kind !== 'known') {
      log.warn({ address, reason: login.kind }, 'DTU refused');
      options.onRefused(login, address);
      socket.destroy();
      return;
    }
    connect(login.registration, socket);
  }

  function judge(bytes: Uint8Array, address: string): DtuLogin | RefusedDtu {
    const login = readRegistration(bytes, options.listAccounts());
    if (login.kind === 'unknown') return login;
    const { registration } = login;
    const key = `${registration} ${readNetwork(address)}`;
    if (login.kind === 'password') guesses.add(key, options.now());
    return guesses.blockedUntil(key, options.now()) > 0 ? { kind: 'locked', registration } : login;
  }

  function connect(registration: string, socket: Socket): void {
    const dtu: Dtu = { socket, takeTurn: makeTurns(), receive: undefined };
    const before = dtus.get(registration);
    if (before) resetConnection(before.socket);
    dtus.set(registration, dtu);
    socket.on('data', (bytes) => dtu.receive?.(bytes));
    socket.on('close', () => {
      if (dtus.get(registration) !== dtu) return;
      dtus.delete(registration);
      options.onDisconnected(registration);
    });
    // It may have gone while it was read.
    if (socket.destroyed) dtus.delete(registration);
    else options.onConnected(registration);
  }

  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    exchangeWith: (registration) => (unit, request, beforeSending) => {
      const dtu = dtus.get(registration);
      if (!dtu) throw new DriverError('fog.dtu_missing', { registration });
      return dtu.takeTurn(async () => {
        beforeSending?.();
        const frame = encodeRtu(unit, encodeModbusRequest(request));
        const pdu = await askDtu(dtu, frame, (bytes) => findRtuResponse(bytes, unit, request), {
          unit,
          timeoutMs,
        }).catch((error: unknown) => {
          // The DTU dials in again. An unanswered reading does no harm late, and boards without power are read often.
          if (isStart(request)) resetConnection(dtu.socket);
          throw error;
        });
        return readModbusAnswer(request, pdu);
      });
    },
    async close() {
      for (const socket of [...waiting, ...[...dtus.values()].map((dtu) => dtu.socket)])
        resetConnection(socket);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether a request closes a relay. */
function isStart(request: ModbusRequest): boolean {
  return request.kind === 'writeCoil' ? request.isOn : request.kind.startsWith('write');
}

/** The first bytes of a connection, complete after a short silence; none if nothing comes. */
async function readFirst(socket: Socket): Promise<Uint8Array> {
  let bytes = new Uint8Array();
  let changed = Promise.withResolvers<void>();
  const collect = (more: Uint8Array) => {
    bytes = Uint8Array.of(...bytes, ...more).subarray(0, maxRegistrationBytes);
    changed.resolve();
  };
  socket.on('data', collect);
  const deadline = AbortSignal.timeout(registrationMs);
  const closed = once(socket, 'close', { signal: deadline }).catch(() => undefined);
  await Promise.race([changed.promise, closed]);
  for (let length = -1; length !== bytes.length && !deadline.aborted; ) {
    length = bytes.length;
    changed = Promise.withResolvers();
    await Promise.race([changed.promise, wait(quietMs, undefined, { ref: false }), closed]);
  }
  socket.off('data', collect);
  return bytes;
}

async function askDtu(
  dtu: Dtu,
  frame: Uint8Array,
  find: (bytes: Uint8Array) => Uint8Array | undefined,
  { unit, timeoutMs }: { unit: number; timeoutMs: number },
): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const lost = () => reject(new DriverError('fog.disconnected', {}, { mayHaveArrived: true }));
  const timer = setTimeout(
    () =>
      reject(new DriverError('fog.no_answer', { unit, seconds: timeoutMs / 1000 }, { mayHaveArrived: true })),
    timeoutMs,
  );
  let received = new Uint8Array();
  dtu.receive = (bytes) => {
    received = Uint8Array.of(...received, ...bytes).slice(-maxBufferedBytes);
    const pdu = find(received);
    if (pdu) resolve(pdu);
  };
  dtu.socket.once('close', lost);
  if (dtu.socket.destroyed) lost();
  else dtu.socket.write(frame);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    dtu.receive = undefined;
    dtu.socket.off('close', lost);
  }
}
