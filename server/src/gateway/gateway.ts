import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Intake } from './intake.ts';
import { type GatewayLimits, gatewayLimits } from './limits.ts';
import { Session } from './session.ts';

export interface GatewayOptions {
  port: number;
  host: string;
  intake: Intake;
  clock: Clock;
  log: FastifyBaseLogger;
  limits?: Partial<GatewayLimits>;
  /** A station has come to this gateway; told to the others, where it may still seem to be. */
  onClaim(mn: string): void;
  onFault(error: unknown): void;
}

export interface Gateway {
  port: number;
  sessions(): Iterable<Session>;
  /** Ends the connection of that number, if it is here. */
  disconnect(number: number, why: string): boolean;
  /** Ends the connection of a station, if it is here. */
  release(mn: string, why: string): void;
  close(): Promise<void>;
}

/** Listens for stations. What they send goes to the intake; nothing here knows what it means. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { intake, clock, log } = options;
  const limits = { ...gatewayLimits, ...options.limits };
  const sessions = new Map<number, Session>();
  const stations = new Map<string, Session>();
  let last = 0;

  const context = {
    intake,
    limits,
    now: () => clock.now().getTime(),
    claim(session: Session, mn: string) {
      const before = stations.get(mn);
      stations.set(mn, session);
      options.onClaim(mn);
      if (!before || before === session) return;
      log.warn(
        { mn, before: before.address, now: session.address },
        'station connected again, the old connection ends',
      );
      before.close('connected again');
    },
    onClose(session: Session, why: string) {
      if (!sessions.delete(session.number)) return;
      for (const mn of session.stations) if (stations.get(mn) === session) stations.delete(mn);
      log.debug({ mn: session.mn, address: session.address, why }, 'station disconnected');
    },
    onFault: options.onFault,
  };

  // A connection that is paused still takes in what fits: let that be little.
  const server = createServer({ highWaterMark: 16 * 1024 }, (socket) => {
    if (sessions.size >= limits.connections) {
      log.warn({ address: socket.remoteAddress }, 'too many stations: connection refused');
      socket.destroy();
      return;
    }
    last++;
    sessions.set(last, new Session(socket, last, context));
  });
  // All at once: with thousands of stations, one more piece of each would be more than memory holds. Whoever comes first
  // takes the room there is, so it is somebody else each time.
  intake.onTurn(() => {
    const all = [...sessions.values()];
    const first = Math.floor(Math.random() * all.length);
    for (const session of [...all.slice(first), ...all.slice(0, first)]) session.regulate();
  });
  const sweep = setInterval(() => {
    const now = context.now();
    for (const session of sessions.values()) {
      const fault = session.findFault(now);
      if (!fault) continue;
      log.info({ mn: session.mn, address: session.address, fault }, 'connection of a station ended');
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
    release: (mn, why) => stations.get(mn)?.close(why),
    async close() {
      clearInterval(sweep);
      const closed = once(server, 'close');
      server.close();
      for (const session of sessions.values()) session.close('the gateway stops');
      await closed;
    },
  };
}
