import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

const checksPerLimit = 10;
const timeoutResponse = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/**
 * Closes the connection of a request whose body makes no progress for this long; a slow body that progresses is
 * accepted.
 */
export function closeStalledRequest(request: FastifyRequest, reply: FastifyReply, limitMs: number): void {
  const { raw } = request;
  const { socket } = raw;
  // A request that a test injects has no socket.
  if (!hasBody(raw.headers) || !(socket instanceof Socket)) return;
  let bytes = socket.bytesRead;
  let idleChecks = 0;
  const checkProgress = () => {
    // Received bytes that this process has not read yet are not the client's delay.
    const hasProgress = socket.bytesRead !== bytes || raw.readableLength > 0;
    bytes = socket.bytesRead;
    idleChecks = hasProgress ? 0 : idleChecks + 1;
    if (idleChecks < checksPerLimit) return;
    stop();
    request.log.info({ address: request.ip }, 'request body stalled, connection closed');
    if (!reply.raw.headersSent) socket.write(timeoutResponse);
    socket.destroySoon();
  };
  const timer = setInterval(checkProgress, limitMs / checksPerLimit).unref();
  const stop = () => clearInterval(timer);
  raw.once('end', stop).once('close', stop);
}

function hasBody(headers: FastifyRequest['raw']['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
