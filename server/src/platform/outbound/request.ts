import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as startRequest,
} from 'node:http';
import type { Socket } from 'node:net';
import { resetConnection } from './connect.ts';
import { OutboundError, toOutboundError } from './outbound-error.ts';

export interface OutboundMessage {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string | Buffer | undefined;
}

export interface OutboundResponse {
  status: number;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
  text: string;
}

/** Headers that belong to the connection and not to the caller. */
const connectionHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'transfer-encoding',
  'upgrade',
]);
const maxHeaderBytes = 16 * 1024;
const redirects = new Set([300, 301, 302, 303, 307, 308]);

/** Sends one request over a connection and reads its response. */
export async function exchange(
  socket: Socket,
  url: URL,
  { method = 'GET', headers = {}, body = '' }: OutboundMessage,
  { host, maxBytes, signal }: { host: string; maxBytes: number; signal: AbortSignal },
): Promise<OutboundResponse> {
  // An error after the end of the exchange has no other listener and would end the process.
  socket.on('error', () => undefined);
  // The signal of a request would only close the connection.
  signal.addEventListener('abort', () => resetConnection(socket), { once: true });
  try {
    signal.throwIfAborted();
    const request = startRequest({
      createConnection: () => socket,
      method,
      path: url.pathname + url.search,
      headers: composeHeaders(url, { method, headers, body }),
      maxHeaderSize: maxHeaderBytes,
    });
    const response = await awaitResponse(request.end(body));
    const status = response.statusCode ?? 0;
    if (redirects.has(status)) throw new OutboundError('redirect', { host, reason: status });
    const bytes = await readBytes(response, host, maxBytes);
    return { status, headers: response.headers, bytes, text: bytes.toString('utf8') };
  } catch (error) {
    resetConnection(socket);
    throw toOutboundError(error, host);
  } finally {
    socket.destroy();
  }
}

function composeHeaders(url: URL, { method, headers, body }: Required<OutboundMessage>): OutgoingHttpHeaders {
  const given = Object.entries(headers ?? {}).filter(([name]) => !connectionHeaders.has(name.toLowerCase()));
  const hasBody = method === 'POST' || method === 'PUT';
  return {
    'user-agent': 'Limpid',
    ...Object.fromEntries(given),
    host: url.host,
    'accept-encoding': 'identity',
    ...(hasBody && { 'content-length': Buffer.byteLength(body ?? '') }),
  };
}

function awaitResponse(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Stays for errors after the response, which its body reports too.
    request.on('error', reject);
    request.once('close', () => reject(new Error('closed without response')));
  });
}

async function readBytes(response: IncomingMessage, host: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let left = maxBytes;
  const announced = Number(response.headers['content-length'] ?? 0);
  if (announced > maxBytes) throw new OutboundError('too_large', { host });
  for await (const chunk of response as AsyncIterable<Buffer>) {
    left -= chunk.length;
    if (left < 0) throw new OutboundError('too_large', { host });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
