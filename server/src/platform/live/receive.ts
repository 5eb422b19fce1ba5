import { MINUTE_MS } from '@limpid/contract/durations';
import type { LiveReason } from '@limpid/contract/live';
import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { admit } from './admission.ts';
import { parseLiveRequest } from './audience.rule.ts';
import { catchUp } from './catch-up.ts';
import {
  closeConnection,
  consumeMessage,
  isOpen,
  type LiveSocket,
  makeLiveConnection,
} from './connection.ts';
import type { LiveContext } from './context.ts';
import { holdsToken, isOwnOrigin, readHandshakeToken, readOfferedToken } from './handshake.rule.ts';
import { acceptUpgrades } from './upgrades.ts';

const warnEveryMs = MINUTE_MS;

/** Accepts sockets, authenticates them and serves their messages. */
export function acceptSockets(context: LiveContext): void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  acceptUpgrades(context.http, context.limits, {
    refuse(request) {
      const refusal = findRefusal(context, request);
      // A flood of sockets must not flood the log.
      if (refusal === 429 && performance.now() - warnedAt > warnEveryMs) {
        warnedAt = performance.now();
        context.log.warn({ address: request.ip }, 'too many live sockets; behind a proxy, set TRUST_PROXY');
      }
      return refusal;
    },
    accept: (socket, request, deptId) => enter(context, socket, request, deptId),
  });
}

function findRefusal({ limits, audience }: LiveContext, request: FastifyRequest): number | undefined {
  if (!isOwnOrigin(request.headers.origin, request.host)) return 403;
  if (audience.count() >= limits.total) return 503;
  const isFull = audience.countWhere(({ address }) => address === request.ip) >= limits.perAddress;
  return isFull ? 429 : undefined;
}

function enter(context: LiveContext, socket: WebSocket, request: FastifyRequest, deptId: number): void {
  const { limits, audience, log } = context;
  const connection = makeLiveConnection(socket, { address: request.ip, deptId }, limits);
  audience.add(connection);
  const deadline = setTimeout(() => {
    if (!connection.session) closeConnection(connection, 'session');
  }, limits.tokenMs).unref();
  socket.on('error', (error) => log.debug({ err: error }, 'live socket error'));
  socket.on('pong', () => (connection.unanswered = 0));
  socket.on('close', () => {
    clearTimeout(deadline);
    audience.remove(connection);
  });
  socket.on('message', (data) => {
    if (!isOpen(connection)) return;
    if (!consumeMessage(connection, limits)) return closeConnection(connection, 'tooMany');
    queue(context, connection, () => serve(context, connection, data.toString()));
  });
  if (holdsToken(request.url)) return closeConnection(connection, 'tokenInAddress');
  const token = readOfferedToken(request.headers['sec-websocket-protocol']);
  if (token !== undefined) queue(context, connection, () => admit(context, connection, token));
}

/** Catches every error that a client's message causes. */
function queue(
  { log }: LiveContext,
  connection: LiveSocket,
  step: () => Promise<LiveReason | undefined>,
): void {
  connection.work = connection.work.then(async () => {
    if (!isOpen(connection)) return;
    try {
      const refusal = await step();
      if (refusal) closeConnection(connection, refusal);
    } catch (error) {
      log.warn({ err: error }, 'serving live socket failed');
      closeConnection(connection, 'unavailable');
    }
  });
}

async function serve(
  context: LiveContext,
  connection: LiveSocket,
  text: string,
): Promise<LiveReason | undefined> {
  const request = parseLiveRequest(text, context.limits);
  if (!request) return 'broken';
  if (!connection.session) {
    const token = readHandshakeToken(request.token ?? '');
    const refusal = token === undefined ? 'session' : await admit(context, connection, token);
    if (refusal) return refusal;
  }
  // The client may have left during authentication.
  if (!isOpen(connection)) return undefined;
  if (request.show) context.audience.show(connection, request.show);
  if (request.since !== undefined) await catchUp(context, connection, request.since);
  return undefined;
}
