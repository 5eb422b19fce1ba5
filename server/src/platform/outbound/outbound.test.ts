import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import { languages } from '@limpid/contract/language';
import { describe, expect, it, vi } from 'vitest';
import { describeError } from '../texts.ts';
import { certificate, serveHttp, serveTcp, serveTls } from './outbound.fixture.ts';
import { openOutbound } from './outbound.ts';
import { OutboundError } from './outbound-error.ts';
import type { Resolve } from './resolve.ts';

const settings = { outboundAllow: ['127.0.0.0/8'], port: 8080, gatewayPort: 8212 };
const outbound = openOutbound(settings);
const strict = openOutbound({ ...settings, outboundAllow: [] });
const plain = { policy: 'public', allowHttp: true } as const;

/** A resolver with one answer after the other. */
function answer(...answers: string[][]) {
  return vi.fn<Resolve>(async () =>
    (answers.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
}

async function failureOf(work: Promise<unknown>): Promise<OutboundError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof OutboundError) return error;
  throw new Error(`no OutboundError: ${error}`);
}

describe('a request', () => {
  it('sends method, headers and body, and returns status, headers and text', async () => {
    const seen: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = [];
    const { port } = await serveHttp(async (request, response) => {
      seen.push(request);
      const body = await request.toArray();
      response.writeHead(201, { 'x-answer': 'yes' }).end(`got ${Buffer.concat(body)}`);
    });
    const url = `http://127.0.0.1:${port}/hook?a=1#part`;
    const headers = {
      'X-Test': 'ü',
      Host: 'other.example',
      'Transfer-Encoding': 'chunked',
      Expect: '100-continue',
    };
    const response = await outbound.request({ ...plain, url, method: 'POST', headers, body: '空气' });
    expect(response).toMatchObject({ status: 201, headers: { 'x-answer': 'yes' }, text: 'got 空气' });
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/hook?a=1',
      headers: { host: `127.0.0.1:${port}`, 'content-length': '6', connection: 'close' },
    });
    expect(seen[0]?.headers).not.toHaveProperty('transfer-encoding');
    expect(seen[0]?.headers).not.toHaveProperty('expect');
  });

  it.each([204, 304, 404, 500, 503])('returns status %d as a response', async (status) => {
    const { port } = await serveHttp((_, response) => response.writeHead(status).end());
    expect(await outbound.request({ ...plain, url: `http://127.0.0.1:${port}` })).toMatchObject({
      status,
      text: '',
    });
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect with %d', async (status) => {
    const inner = await serveHttp((_, response) => response.end('secret'));
    const location = `http://127.0.0.1:${inner.port}/`;
    const { port } = await serveHttp((_, response) => response.writeHead(status, { location }).end());
    const failure = await failureOf(outbound.request({ ...plain, url: `http://127.0.0.1:${port}` }));
    expect(failure).toMatchObject({ code: 'redirect', params: { host: '127.0.0.1', reason: status } });
    expect(inner.seen()).toBe(0);
  });

  it('keeps the name for Host, for TLS and for the certificate', async () => {
    const { port } = await serveTls((request, response) => {
      response.end(`${request.headers.host} ${'servername' in request.socket && request.socket.servername}`);
    });
    const named = openOutbound(settings, answer(['127.0.0.1']));
    const url = `https://relay.example:${port}/`;
    const { text } = await named.request({ url, policy: 'public', ca: certificate });
    expect(text).toBe(`relay.example:${port} relay.example`);
  });

  it.each([
    ['an unknown issuer', 'relay.example', undefined, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['another name', 'other.example', certificate, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('refuses a certificate with %s', async (_, host, ca, reason) => {
    const answered = vi.fn();
    const { port } = await serveTls(answered);
    const named = openOutbound(settings, answer(['127.0.0.1']));
    const failure = await failureOf(
      named.request({ url: `https://${host}:${port}/`, policy: 'public', ...(ca && { ca }) }),
    );
    expect(failure).toMatchObject({ code: 'tls', params: { host, reason } });
    expect(answered).not.toHaveBeenCalled();
  });

  it('ignores the proxies of the environment', async () => {
    const proxy = await serveHttp((_, response) => response.end('proxy'));
    const { port } = await serveHttp((_, response) => response.end('target'));
    const script = `import { openOutbound } from '${new URL('outbound.ts', import.meta.url)}';
      const outbound = openOutbound(${JSON.stringify(settings)});
      const options = ${JSON.stringify({ ...plain, url: `http://127.0.0.1:${port}` })};
      console.log((await outbound.request(options)).text);`;
    const address = `http://127.0.0.1:${proxy.port}`;
    const env = {
      ...process.env,
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: address,
      http_proxy: address,
      NO_PROXY: '',
    };
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
    expect((await run).stdout).toBe('target\n');
    expect(proxy.seen()).toBe(0);
  });
});

describe('a request ends with', () => {
  const timeoutMs = 300;

  it('a timeout if nothing is answered', async () => {
    const { port } = await serveHttp(() => undefined);
    const failure = await failureOf(
      outbound.request({ ...plain, url: `http://127.0.0.1:${port}`, timeoutMs }),
    );
    expect(failure).toMatchObject({ code: 'timeout', params: { host: '127.0.0.1' } });
  });

  it('a timeout if the answer drips', async () => {
    const closed = vi.fn();
    const { port } = await serveHttp((request, response) => {
      const timer = setInterval(() => response.write('.'), 20);
      request.once('close', () => clearInterval(timer)).once('close', closed);
    });
    const failure = await failureOf(
      outbound.request({ ...plain, url: `http://127.0.0.1:${port}`, timeoutMs }),
    );
    expect(failure.code).toBe('timeout');
    await vi.waitFor(() => expect(closed).toHaveBeenCalled());
  });

  it('a timeout if the handshake or the name takes too long', async () => {
    const { port } = await serveTcp(createServer());
    const silent = outbound.request({ url: `https://127.0.0.1:${port}`, policy: 'public', timeoutMs });
    expect(await failureOf(silent)).toMatchObject({ code: 'timeout' });
    const unanswered = openOutbound(settings, () => new Promise(() => undefined));
    const unnamed = unanswered.request({ url: 'https://a.example', policy: 'public', timeoutMs });
    expect(await failureOf(unnamed)).toMatchObject({ code: 'timeout', params: { host: 'a.example' } });
  });

  it.each([
    ['announced', { 'content-length': '1000001' }],
    ['sent', {}],
  ])('an error if a longer response is %s, and the connection is cut', async (_, headers) => {
    const closed = vi.fn();
    const { port } = await serveHttp((request, response) => {
      request.once('close', closed);
      response.writeHead(200, headers);
      const fill = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
        response.once('drain', fill);
      };
      fill();
    });
    const url = `http://127.0.0.1:${port}`;
    const failure = await failureOf(outbound.request({ ...plain, url, maxBytes: 1_000_000 }));
    expect(failure).toMatchObject({ code: 'too_large', params: { host: '127.0.0.1' } });
    await vi.waitFor(() => expect(closed).toHaveBeenCalled());
  });

  it('its response if that has exactly the longest length', async () => {
    const { port } = await serveHttp((_, response) => response.end('x'.repeat(1000)));
    const { text } = await outbound.request({ ...plain, url: `http://127.0.0.1:${port}`, maxBytes: 1000 });
    expect(text).toHaveLength(1000);
  });

  it.each([
    ['large headers', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 'too_large'],
    ['another protocol', '220 mail.example ESMTP\r\n', 'connection'],
    [
      'an upgrade',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'connection',
    ],
    ['half a body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf', 'connection'],
    ['nothing', '', 'connection'],
  ])('an error if the server sends %s', async (_, bytes, code) => {
    const { port } = await serveTcp(createServer((socket) => socket.on('error', () => undefined).end(bytes)));
    expect(await failureOf(outbound.request({ ...plain, url: `http://127.0.0.1:${port}` }))).toMatchObject({
      code,
    });
  });

  it('an error if a header cannot be sent', async () => {
    const { port } = await serveHttp((_, response) => response.end());
    const headers = { 'x-test': 'a\r\nHost: b' };
    const failure = await failureOf(outbound.request({ ...plain, url: `http://127.0.0.1:${port}`, headers }));
    expect(failure).toMatchObject({ code: 'connection', params: { reason: 'ERR_INVALID_CHAR' } });
  });
});

describe('addresses', () => {
  it.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://0x7f.0.0.1',
    'http://0177.0.0.1',
    'http://0',
    'http://[::]',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[64:ff9b::7f00:1]',
    'http://localhost',
    'http://%6cocalhost',
    'http://①②⑦.0.0.1',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1',
    'http://192.168.1.1:8080',
  ])('%s is refused by the public policy', async (url) => {
    expect((await failureOf(strict.request({ ...plain, url }))).code).toBe('refused_address');
  });

  it('of this machine are refused by every other name', async () => {
    // Not every resolver knows these.
    for (const name of ['localhost.', 'a.localhost', 'ip6-localhost']) {
      const { code } = await failureOf(strict.request({ ...plain, url: `http://${name}` }));
      expect(['refused_address', 'unresolved']).toContain(code);
    }
  });

  it('of a name must all be allowed', async () => {
    const mixed = openOutbound({ ...settings, outboundAllow: [] }, answer(['1.1.1.1', '127.0.0.1']));
    const failure = await failureOf(mixed.request({ url: 'https://mixed.example', policy: 'private' }));
    expect(failure).toMatchObject({ code: 'refused_address', params: { host: 'mixed.example' } });
  });

  it('are resolved once: a second answer is never asked for', async () => {
    const inner = await serveHttp((_, response) => response.end('secret'), '127.0.0.2');
    const { seen } = await serveHttp((_, response) => response.end('target'), '127.0.0.1', inner.port);
    const resolve = answer(['127.0.0.1'], ['127.0.0.2']);
    const rebound = openOutbound({ ...settings, outboundAllow: ['127.0.0.1'] }, resolve);
    const url = `http://rebound.example:${inner.port}`;
    expect(await rebound.request({ ...plain, url })).toMatchObject({ text: 'target' });
    expect(resolve.mock.calls).toEqual([['rebound.example']]);
    expect((await failureOf(rebound.request({ ...plain, url }))).code).toBe('refused_address');
    expect([seen(), inner.seen()]).toEqual([1, 0]);
  });

  it('are tried one after the other', async () => {
    const { port } = await serveHttp((_, response) => response.end('second'), '127.0.0.2');
    const both = openOutbound(settings, answer(['127.0.0.3', '127.0.0.2']));
    expect(await both.request({ ...plain, url: `http://both.example:${port}` })).toMatchObject({
      text: 'second',
    });
  });

  it.each([
    ['no address', answer([]), 'ENODATA'],
    [
      'no such name',
      async () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
      'ENOTFOUND',
    ],
  ])('that cannot be found are an error: %s', async (_, resolve, reason) => {
    const failure = await failureOf(
      openOutbound(settings, resolve).request({ url: 'https://gone.example', policy: 'public' }),
    );
    expect(failure).toMatchObject({ code: 'unresolved', params: { host: 'gone.example', reason } });
  });

  it('of this machine are allowed for the port of a server of this process, until it is closed', async () => {
    const { port, seen } = await serveHttp((_, response) => response.end());
    const other = await serveHttp((_, response) => response.end());
    const self = openOutbound({ ...settings, outboundAllow: [] });
    const forbid = self.allowOwnServer(port);
    await self.request({ ...plain, url: `http://127.0.0.1:${port}/` });
    expect(seen()).toBe(1);
    for (const url of [
      `http://127.0.0.1:${other.port}/`,
      `http://127.0.0.2:${port}/`,
      `http://[::1]:${port}/`,
    ])
      expect((await failureOf(self.request({ ...plain, url }))).code).toBe('refused_address');
    forbid();
    const failure = await failureOf(self.request({ ...plain, url: `http://127.0.0.1:${port}/` }));
    expect(failure.code).toBe('refused_address');
    expect([seen(), other.seen()]).toEqual([1, 0]);
  });

  it('of this machine are refused for its own ports, even if they are allowed', async () => {
    const { port, seen } = await serveHttp((_, response) => response.end());
    const interfaces = Object.values(networkInterfaces()).flatMap((all = []) =>
      all.map(({ address }) => address),
    );
    const allowed = ['0.0.0.0/0', '::/0'];
    for (const own of [{ port }, { gatewayPort: port }]) {
      const self = openOutbound({ ...settings, outboundAllow: allowed, ...own });
      for (const host of [
        '127.0.0.1',
        '127.0.0.2',
        'localhost',
        '0.0.0.0',
        '::',
        '::ffff:127.0.0.1',
        ...interfaces,
      ]) {
        const failure = await failureOf(self.connect({ host, port, policy: 'private', timeoutMs: 1000 }));
        expect(failure).toMatchObject({ code: 'own_address' });
      }
    }
    expect(seen()).toBe(0);
  });

  it('of the own broker are refused to those who ask for it, also when a name leads there later', async () => {
    const { port, seen } = await serveTcp(createServer());
    const resolve: Resolve = async (name) => [
      { address: name === 'broker.example' ? '127.0.0.1' : (newest.shift() ?? '127.0.0.3'), family: 4 },
    ];
    const newest = ['10.0.0.1', '127.0.0.1'];
    const self = openOutbound({ ...settings, mqttUrl: `mqtt://broker.example:${port}` }, resolve);
    const place = { host: 'target.example', port, policy: 'private' } as const;
    expect(await self.findRefusal({ ...place, notOwnBroker: true })).toBeUndefined();
    // The first address is that of the broker, the second another one of its machine.
    for (let times = 0; times < 2; times += 1) {
      const failure = await failureOf(self.connect({ ...place, notOwnBroker: true }));
      expect(failure).toMatchObject({ code: 'own_address', params: { host: 'target.example' } });
    }
    expect(seen()).toBe(0);
    newest.push('127.0.0.1');
    (await self.connect(place)).destroy();
  });
});

describe('a connection', () => {
  it('is a socket to the host', async () => {
    const { port } = await serveTcp(createServer((socket) => socket.end('220 ready\r\n')));
    const socket = await outbound.connect({ host: '127.0.0.1', port, policy: 'public' });
    expect(String((await once(socket, 'data'))[0])).toBe('220 ready\r\n');
    socket.destroy();
  });

  it('with TLS is checked for the name', async () => {
    const { port } = await serveTls((_, response) => response.end());
    const named = openOutbound(settings, answer(['127.0.0.1'], ['127.0.0.1']));
    const target = { host: 'relay.example.', port, policy: 'public' } as const;
    const socket = await named.connect({ ...target, tls: { ca: certificate } });
    expect(socket).toMatchObject({ authorized: true, servername: 'relay.example' });
    socket.destroy();
    expect(await failureOf(named.connect({ ...target, tls: true }))).toMatchObject({ code: 'tls' });
  });

  it('reports why it failed', async () => {
    const server = createServer();
    const { port } = await serveTcp(server);
    server.close();
    await once(server, 'close');
    const refused = await failureOf(outbound.connect({ host: '127.0.0.1', port, policy: 'public' }));
    expect(refused).toMatchObject({ code: 'connection', params: { reason: 'ECONNREFUSED' } });
    const hangsUp = await serveTcp(createServer((socket) => socket.destroy()));
    const cut = outbound.connect({ host: '127.0.0.1', port: hangsUp.port, policy: 'public', tls: true });
    expect(await failureOf(cut)).toMatchObject({ code: 'tls' });
    const invalid = await failureOf(outbound.connect({ host: 'a b', port, policy: 'public' }));
    expect(invalid).toMatchObject({ code: 'invalid_url' });
  });
});

describe('every failure', () => {
  it.each(languages)('has a text in %s', (language) => {
    const failure = new OutboundError('tls', { host: 'relay.example', reason: 'CERT_HAS_EXPIRED' });
    const text = describeError(failure, language);
    expect(text).toContain('relay.example');
    expect(text).toContain('CERT_HAS_EXPIRED');
  });
});
