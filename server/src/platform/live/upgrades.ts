import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { apiPrefix } from '@limpid/contract/envelope';
import { AppError } from '@limpid/contract/errors';
import { livePath, liveProtocol } from '@limpid/contract/live';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { sendError } from '../http/errors.ts';
import type { LiveLimits } from './limits.ts';

interface Upgrade {
  socket: Duplex;
  head: Buffer;
  response: ServerResponse;
}

interface UpgradeHandler {
  /** Refuses with a status before the socket is opened. */
  refuse(request: FastifyRequest): number | undefined;
  accept(socket: WebSocket, request: FastifyRequest, deptId: number): void;
}

/**
 * Upgrades are handled as requests, so that the rate limit counts them and the client's address is determined by the
 * same trusted proxies.
 */
export function acceptUpgrades(http: FastifyInstance, limits: LiveLimits, handler: UpgradeHandler): void {
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: limits.messageBytes,
    handleProtocols: (offered) => (offered.has(liveProtocol) ? liveProtocol : false),
  });
  http.server.on('upgrade', (raw: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    // The body of an upgrade request is not parsed.
    if (raw.method !== 'GET') return void socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
    const response = new ServerResponse(raw);
    response.shouldKeepAlive = false;
    // For an upgrade, http hands over the underlying socket.
    response.assignSocket(raw.socket);
    response.on('finish', () => socket.end());
    upgrades.set(raw, { socket, head, response });
    http.routing(raw, response);
  });
  http.get<{ Params: { deptId: string } }>(`${apiPrefix}${livePath}:deptId`, (request, reply) => {
    const upgrade = upgrades.get(request.raw);
    const deptId = /^\d{1,9}$/.test(request.params.deptId) ? Number(request.params.deptId) : undefined;
    if (!upgrade || deptId === undefined) return sendError(new AppError('request.not_found'), request, reply);
    const refusal = handler.refuse(request);
    if (refusal !== undefined) return reply.code(refusal).send();
    reply.hijack();
    upgrade.response.detachSocket(request.raw.socket);
    sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) =>
      handler.accept(socket, request, deptId),
    );
  });
}
