import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, connect as openSocket, type Socket } from 'node:net';
import { connect as startTls, type TLSSocket } from 'node:tls';
import { OutboundError, toOutboundError } from './outbound-error.ts';

/** How long one of several addresses may take before the next one is tried too. */
const nextAddressMs = 1000;

/** Connects to the given addresses of a host and to no others. */
export async function connectTo(
  addresses: readonly LookupAddress[],
  { host, port }: { host: string; port: number },
  signal: AbortSignal,
): Promise<Socket> {
  const socket = openSocket({
    host,
    port,
    lookup: makeLookup(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressMs,
    signal,
  });
  try {
    await waitFor(socket, 'connect');
    return socket;
  } catch (error) {
    socket.destroy();
    throw toOutboundError(error, host);
  }
}

function makeLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };
}

/** The connections below those with TLS, which cannot be reset by themselves. */
const plainSockets = new WeakMap<Socket, Socket>();

export interface TlsOptions {
  /** The certificates to trust instead of those that come with Node. */
  ca?: string | undefined;
  /** SHA-256 of the server's certificate in hexadecimal: this certificate alone is accepted, whoever signed it. */
  fingerprint?: string | undefined;
}

/** Starts TLS on a connection; the certificate must be for the name that was asked for, not for its address. */
export async function secure(
  socket: Socket,
  host: string,
  { ca, fingerprint }: TlsOptions,
): Promise<TLSSocket> {
  const name = host.replace(/\.$/, '');
  const secured = startTls({
    socket,
    host: name,
    servername: isIP(name) ? '' : name,
    // A pinned certificate is compared before anything is sent.
    rejectUnauthorized: fingerprint === undefined,
    ...(ca !== undefined && { ca }),
  });
  plainSockets.set(secured, socket);
  // Without a listener, an error of the plain socket would end the process.
  socket.on('error', (error) => secured.destroy(error));
  try {
    await waitFor(secured, 'secureConnect');
    if (fingerprint !== undefined && !isPinned(secured, fingerprint))
      throw new OutboundError('tls', { host, reason: 'CERT_FINGERPRINT' });
    return secured;
  } catch (error) {
    socket.destroy();
    throw toOutboundError(error, host, true);
  }
}

function isPinned(secured: TLSSocket, fingerprint: string): boolean {
  const plain = (text: string) => text.replaceAll(/[:\s]/g, '').toLowerCase();
  return plain(secured.getPeerX509Certificate()?.fingerprint256 ?? '') === plain(fingerprint);
}

/**
 * Ends a connection so that nothing is delivered later: after `destroy()` the kernel goes on sending what the other side
 * has not acknowledged, also minutes later.
 */
export function resetConnection(socket: Socket): void {
  const plain = plainSockets.get(socket) ?? socket;
  if (!plain.destroyed) plain.resetAndDestroy();
  socket.destroy();
}

/** Waits for an event. A socket that fails keeps its listeners, because it may report another error when it closes. */
async function waitFor(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onClose = () => reject(new Error('closed'));
  socket.once(event, resolve).on('error', reject).on('close', onClose);
  await promise;
  socket.off('error', reject).off('close', onClose);
}
