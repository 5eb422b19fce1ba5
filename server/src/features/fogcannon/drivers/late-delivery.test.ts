import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { certificate, certificateKey, serveTcp } from '../../../platform/outbound/outbound.fixture.ts';
import { openOutbound } from '../../../platform/outbound/outbound.ts';
import { soon } from '../../../testing/soon.ts';
import { openDtuPort } from './dtu-port.ts';
import { makeTcpExchange } from './modbus-tcp.ts';
import { makeRelayLink } from './relay.ts';

const timeoutMs = 200;
const order = { key: '1', expiresAt: null };
const relay = { unit: 1, coil: 0, feedbackInput: null, jogMode: null };
const outbound = openOutbound(
  { outboundAllow: ['127.0.0.1'], outboundTimeoutMs: timeoutMs, port: 1, gatewayPort: 1 },
  async () => [{ address: '127.0.0.1', family: 4 }],
);
const failed = () => 'failed';

/** How connections end that a server has accepted: "reset" means that the kernel of the sender delivers nothing more. */
function watchEnds() {
  const ends: string[] = [];
  const watch = (socket: Socket) => {
    socket.on('error', (error: NodeJS.ErrnoException) =>
      ends.push(error.code === 'ECONNRESET' ? 'reset' : 'error'),
    );
    socket.on('end', () => ends.push('end')).resume();
  };
  return { ends, watch };
}

describe('what was not answered is not delivered later', () => {
  it('to a relay board on Modbus TCP', async () => {
    const { ends, watch } = watchEnds();
    const { port } = await serveTcp(createServer(watch));
    const link = makeRelayLink(relay, makeTcpExchange({ outbound }, { host: '127.0.0.1', port }), Date.now);
    expect(await link.switchOn(order).catch(failed)).toBe('failed');
    await soon(() => ends).toEqual(['reset']);
  });

  it('to the cloud of a vendor, with and without TLS', async () => {
    const { ends, watch } = watchEnds();
    const plain = await serveTcp(createServer(watch));
    const { port } = await serveTcp(createTlsServer({ key: certificateKey, cert: certificate }, watch));
    const request = { method: 'POST', policy: 'private', allowHttp: true, body: 'on' } as const;
    for (const url of [`http://127.0.0.1:${plain.port}/on`, `https://relay.example:${port}/on`])
      expect(await outbound.request({ ...request, url, ca: certificate }).catch(failed)).toBe('failed');
    await soon(() => ends).toEqual(['reset', 'reset']);
  });

  it('to a DTU, which stays connected if only a reading was not answered', async () => {
    const connected: string[] = [];
    const port = await openDtuPort({
      host: '127.0.0.1',
      port: 0,
      timeoutMs,
      now: Date.now,
      log: pino({ level: 'silent' }),
      listAccounts: () => [{ registration: 'FOG-1', password: null }],
      onRefused: () => undefined,
      onConnected: (registration) => connected.push(registration),
      onDisconnected: () => undefined,
    });
    onTestFinished(() => port.close());
    const { ends, watch } = watchEnds();
    const dtu = connect(port.port, '127.0.0.1');
    watch(dtu);
    await once(dtu, 'connect');
    dtu.write('FOG-1');
    await soon(() => connected).toEqual(['FOG-1']);
    const link = makeRelayLink(relay, port.exchangeWith('FOG-1'), Date.now);
    expect(await link.readState?.().catch(failed)).toBe('failed');
    expect(await link.switchOff(order).catch(failed)).toBe('failed');
    expect(ends).toEqual([]);
    expect(await link.switchOn(order).catch(failed)).toBe('failed');
    await soon(() => ends).toEqual(['reset']);
  });
});
