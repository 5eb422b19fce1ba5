import { once } from 'node:events';
import { createServer } from 'node:net';
import type { CloseReason } from '@limpid/contract/device/device-page';
import type { StationHeader } from '@limpid/hj212/commands';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { readNetwork } from '../platform/http/address.rule.ts';
import type { RecordedFrame } from './frame-ring.ts';
import { AccessGuard, type Block } from './guard.ts';
import { type GatewayLimits, gatewayLimits } from './limits.ts';
import { StationSession } from './session.ts';
import type { StationPort } from './station-port.ts';

export interface GatewayOptions {
  port: number;
  host: string;
  stationPort: StationPort;
  clock: Clock;
  log: FastifyBaseLogger;
  limits?: Partial<GatewayLimits>;
  /** Connections that one address may have before each has sent an accepted packet. */
  maxUnproven(): number;
  /** A station has connected here; other gateways close their old connection of it. */
  onClaim(mn: string): void;
  /** Wrong passwords went over a limit; other gateways apply the block as well. */
  onBlock(block: Block): void;
  /** These stations are no longer served by a connection, which may stay for others. */
  onDisconnect(session: StationSession, mns: Iterable<string>, why: CloseReason): void;
  onFault(error: unknown): void;
}

interface ServingConnection {
  number: number;
  connectedAt: number;
}

export interface Gateway {
  port: number;
  sessions(): Iterable<StationSession>;
  /** Closes the connection of that number, if it is here. */
  disconnect(number: number, why: CloseReason): boolean;
  /** The connection of a station, since when it serves it and how the station presents itself; undefined if it is not here. */
  findConnection(mn: string): (ServingConnection & { header: StationHeader }) | undefined;
  /** Closes the connection of a station that has sent nothing since this time, although it should have reported. */
  closeIfDead(mn: string, since: number): void;
  /** Later commands to the station carry this password. */
  changePassword(mn: string, pw: string): void;
  /** Sends a frame to a station; false if this connection does not serve it any more. */
  send(mn: string, frame: Buffer, connection: ServingConnection): boolean;
  /** Ends the service of a station that is connected here, and its connection unless other stations use it. */
  release(mn: string, why: CloseReason): void;
  /** The last frames of a station, oldest first; undefined if it is not connected here. */
  listFrames(mn: string): RecordedFrame[] | undefined;
  /** Another gateway has blocked a sender. */
  applyBlock(block: Block): void;
  close(): Promise<void>;
}

/** Listens for stations and hands their packets to the station port, which interprets and stores them. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { stationPort, clock, log } = options;
  const limits = { ...gatewayLimits, ...options.limits };
  const sessions = new Map<number, StationSession>();
  const stations = new Map<string, StationSession>();
  /** Sessions without an accepted packet, by network. */
  const unproven = new Map<string, Set<StationSession>>();
  let last = 0;

  function addUnproven(session: StationSession): void {
    const others = unproven.get(session.network);
    if (others) others.add(session);
    else unproven.set(session.network, new Set([session]));
  }
  function removeUnproven(session: StationSession): void {
    const others = unproven.get(session.network);
    others?.delete(session);
    if (others?.size === 0) unproven.delete(session.network);
  }
  const guard = new AccessGuard(limits.guesses, (block) => {
    log.warn({ ...block, until: new Date(block.until) }, 'too many wrong passwords, sender blocked');
    options.onBlock(block);
  });

  const context = {
    stationPort,
    limits,
    guard,
    now: () => clock.now().getTime(),
    claim(session: StationSession, mn: string) {
      const before = stations.get(mn);
      stations.set(mn, session);
      removeUnproven(session);
      options.onClaim(mn);
      if (!before || before === session) return;
      log.warn(
        { mn, before: before.address, now: session.address },
        'station reconnected, closing old connection',
      );
      release(before, mn, 'again');
    },
    withdraw(session: StationSession, mn: string, why: CloseReason) {
      options.onDisconnect(session, [mn], why);
      if (stations.get(mn) === session) stations.delete(mn);
      if (session.stations.size === 0) addUnproven(session);
    },
    onClose(session: StationSession, why: CloseReason) {
      if (!sessions.delete(session.number)) return;
      options.onDisconnect(session, session.stations.keys(), why);
      removeUnproven(session);
      for (const mn of session.stations.keys()) if (stations.get(mn) === session) stations.delete(mn);
      log.debug({ mn: session.mn, address: session.address, why }, 'station disconnected');
    },
    onFault: options.onFault,
  };

  // A paused connection still fills its read buffer, so the buffer is small.
  const server = createServer({ highWaterMark: 16 * 1024 }, (socket) => {
    const address = socket.remoteAddress ?? '?';
    const isFull = sessions.size >= limits.connections;
    if (isFull || (unproven.get(readNetwork(address))?.size ?? 0) >= options.maxUnproven()) {
      if (isFull) log.warn({ address }, 'too many stations, connection refused');
      stationPort.recordRefusal({ address, mn: '' }, 'connections', undefined);
      socket.destroy();
      return;
    }
    last++;
    const session = new StationSession(socket, last, context);
    sessions.set(last, session);
    addUnproven(session);
  });
  // All sessions are paused or resumed at once: with thousands of stations, one more chunk of each would exceed memory.
  // The first ones fill the queue, so the order starts at a random session.
  stationPort.onFullChange(() => {
    const all = [...sessions.values()];
    const first = Math.floor(Math.random() * all.length);
    for (const session of [...all.slice(first), ...all.slice(0, first)]) session.regulate();
  });
  const sweep = setInterval(() => {
    const now = context.now();
    for (const session of sessions.values()) {
      const fault = session.findFault(now);
      if (!fault) continue;
      log.info({ mn: session.mn, address: session.address, fault }, 'station connection closed');
      session.close(fault);
    }
  }, limits.sweep);
  server.listen({ port: options.port, host: options.host, backlog: 4096 });
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    sessions: () => sessions.values(),
    disconnect(number, why) {
      const session = sessions.get(number);
      session?.close(why);
      return session !== undefined;
    },
    applyBlock: (block) => guard.applyBlock(block, context.now()),
    findConnection(mn) {
      const session = stations.get(mn);
      const header = session?.headers.get(mn);
      const connectedAt = session?.servedSince.get(mn);
      if (!session || !header || connectedAt === undefined) return undefined;
      return { number: session.number, connectedAt, header };
    },
    closeIfDead(mn, since) {
      const session = stations.get(mn);
      if (session && session.lastSeen < since && session.isOverdue(context.now())) session.close('silent');
    },
    changePassword(mn, pw) {
      const headers = stations.get(mn)?.headers;
      const header = headers?.get(mn);
      if (header) headers?.set(mn, { ...header, pw });
    },
    send(mn, frame, { number, connectedAt }) {
      const session = stations.get(mn);
      const isSame = session?.number === number && session.servedSince.get(mn) === connectedAt;
      return isSame && session.send(mn, frame);
    },
    listFrames: (mn) => stations.get(mn)?.frames.list(mn),
    release(mn, why) {
      const session = stations.get(mn);
      if (session) release(session, mn, why);
    },
    async close() {
      clearInterval(sweep);
      const closed = once(server, 'close');
      server.close();
      for (const session of sessions.values()) session.close('stopped');
      await closed;
    },
  };
}

/** Ends the service of a station that has connected elsewhere; other stations of its connection stay. */
function release(session: StationSession, mn: string, why: CloseReason): void {
  if (session.stations.size > 1) session.withdraw(mn, why);
  else session.close(why);
}
