import type { RequestListener } from 'node:http';
import { sendReadings } from '@limpid/contract/ingest/readings';
import Value from 'typebox/value';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { certificate, serveTcp, serveTls } from '../../../platform/outbound/outbound.fixture.ts';
import { openOutbound } from '../../../platform/outbound/outbound.ts';
import { packetKind } from '../../reading/model.api.ts';
import { ForwardFailure, type JsonReceiver, type Transport } from '../target.ts';
import { makeForwardPacket } from './forward-packet.fixture.ts';
import { openJsonTransport } from './json-transport.ts';

// The certificate of the fixture has a name, which is found on this machine.
const outbound = openOutbound({ outboundAllow: ['127.0.0.1'], port: 1, gatewayPort: 1 }, async () => [
  { address: '127.0.0.1', family: 4 },
]);

interface Options extends Partial<JsonReceiver> {
  answerMs?: number;
  minGapMs?: number;
}

function open(port: number, { answerMs = 60_000, minGapMs = 0, ...connection }: Options = {}): Transport {
  const transport = openJsonTransport(
    { outbound },
    { zone: 'Asia/Shanghai', answerMs, minGapMs },
    {
      protocol: 'json',
      url: `https://relay.example:${port}/prod-api/ingest/readings`,
      header: { name: 'X-Device-Key', value: 'secret' },
      ca: certificate,
      ...connection,
    },
  );
  onTestFinished(() => transport.close());
  return transport;
}

/** Sends one packet to a server that answers this. */
async function sendTo(answer: RequestListener, options: Options = {}): Promise<string> {
  const { port } = await serveTls(answer);
  return outcomeOf(open(port, options).send(makeForwardPacket()));
}

async function outcomeOf(sending: Promise<void>): Promise<string> {
  return sending.then(
    () => 'accepted',
    (error: unknown) =>
      error instanceof ForwardFailure ? `${error.reason}: ${error.message}` : String(error),
  );
}

it('a secret that the receiver repeats does not get into the failure', async () => {
  const echo: RequestListener = (request, response) => {
    response.writeHead(401).end(`invalid key ${request.headers['authorization']}; t0p-secret`);
  };
  const header = { name: 'Authorization', value: 'Token t0p-secret' };
  expect(await sendTo(echo, { header })).toBe('refused: HTTP 401 invalid key ***; ***');
});

it('a reading is sent in the form of our own ingest, with the secret in its header', async () => {
  const seen = vi.fn();
  const { port } = await serveTls(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    seen({ method: request.method, key: request.headers['x-device-key'], body });
    response.end('{"code":200,"msg":"","data":{"stored":1,"results":[{"stored":true,"refused":[]}]}}');
  });
  const transport = open(port);
  const qn = Date.UTC(2026, 10, 15, 0, 0, 5, 7);
  const packet = makeForwardPacket({
    qn,
    kind: packetKind.hour,
    values: [
      { code: 'a34004', value: Math.fround(35.1), low: 1, high: 90, flag: 'N' },
      { code: 'a34002', value: null, low: null, high: null, flag: 'D' },
    ],
  });
  await transport.send(packet);
  const [{ body, ...head }] = seen.mock.calls[0] ?? [];
  expect(head).toEqual({ method: 'POST', key: 'secret' });
  expect(JSON.parse(body)).toEqual({
    mn: 'LIMPID01',
    kind: '2061',
    qn: '20261115080005007',
    ts: Date.UTC(2026, 10, 15),
    data: { a34004: 35.1, a34002: null },
    flag: { a34002: 'D' },
  });
  expect(Value.Check(sendReadings.body, [JSON.parse(body)])).toBe(true);
  expect(transport.describe(packet)).toBe(body);
});

describe('a response', () => {
  const failure = '{"code":500,"msg":"no such device"}';
  const verdict =
    '{"code":200,"data":{"stored":0,"results":[{"stored":false,"refused":[{"reason":"old"}]}]}}';

  it.each<[number, string, string]>([
    [200, '', 'accepted'],
    [200, 'OK', 'accepted'],
    [201, '{"id":1}', 'accepted'],
    [204, '', 'accepted'],
    [200, '{"code":"0","msg":"success"}', 'accepted'],
    [200, '[]', 'accepted'],
    [200, failure, `refused: HTTP 200 ${failure}`],
    [200, '{"success":false}', 'refused: HTTP 200 {"success":false}'],
    [200, verdict, `refused: HTTP 200 ${verdict}`],
    [400, ' wrong\n form ', 'refused: HTTP 400 wrong form'],
    [401, '', 'refused: HTTP 401'],
    [413, 'x'.repeat(1000), `refused: HTTP 413 ${'x'.repeat(291)}`],
    [408, '', 'timeout: HTTP 408'],
    [504, '', 'timeout: HTTP 504'],
    [429, 'slower', 'connection: HTTP 429 slower'],
    [500, '', 'connection: HTTP 500'],
    [503, 'busy', 'connection: HTTP 503 busy'],
  ])('%i %s means: %s', async (status, text, expected) => {
    expect(await sendTo((_, response) => response.writeHead(status).end(text))).toBe(expected);
  });

  it('that leads elsewhere is not followed', async () => {
    const outcome = await sendTo((_, response) => response.writeHead(302, { location: 'https://x/' }).end());
    expect(outcome).toBe('connection: outbound redirect relay.example 302');
  });

  it('without end is cut off', async () => {
    const outcome = await sendTo((_, response) => {
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', pour);
      pour();
    });
    expect(outcome).toBe('connection: outbound too_large relay.example');
  });

  it('that does not come in time is a timeout', async () => {
    expect(await sendTo(() => undefined, { answerMs: 1000 })).toBe('timeout: outbound timeout relay.example');
  });

  it('is not expected from a server without the right certificate', async () => {
    const answered = vi.fn();
    expect(await sendTo(answered, { ca: undefined })).toMatch(/^connection: outbound tls relay\.example/);
    expect(answered).not.toHaveBeenCalled();
  });
});

it('plain HTTP is refused', async () => {
  const { createServer } = await import('node:http');
  const { port, seen } = await serveTcp(createServer());
  const sending = open(port, { url: `http://127.0.0.1:${port}/` }).send(makeForwardPacket());
  expect(await outcomeOf(sending)).toBe('connection: outbound invalid_url');
  expect(seen()).toBe(0);
});

it('a packet without values or with an endless number is not sent', async () => {
  const transport = open(1);
  expect(await outcomeOf(transport.send(makeForwardPacket({ values: [] })))).toBe('unusable: no values');
  const values = [{ code: 'x', value: Infinity, low: null, high: null, flag: 'N' }];
  expect(await outcomeOf(transport.send(makeForwardPacket({ values })))).toBe('unusable: x: Infinity');
});

it('closing fails what is under way and what waits at once, and sends nothing more', async () => {
  const arrived = Promise.withResolvers<void>();
  const answered = vi.fn(() => arrived.resolve());
  const { port } = await serveTls(answered);
  const transport = open(port, { minGapMs: 60_000 });
  const outcomes = Promise.all([0, 1].map(() => outcomeOf(transport.send(makeForwardPacket()))));
  await arrived.promise;
  await transport.close();
  expect(await outcomes).toEqual(['connection: closed', 'connection: closed']);
  expect(await outcomeOf(transport.send(makeForwardPacket()))).toBe('connection: closed');
  expect(answered).toHaveBeenCalledTimes(1);
});

it('current data leave before packets of the backlog that wait for the gap between packets', async () => {
  const bodies: string[] = [];
  const { port } = await serveTls((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(204).end();
    });
  });
  const transport = open(port, { minGapMs: 100 });
  const backlog = Array.from({ length: 200 }, () =>
    outcomeOf(transport.send(makeForwardPacket({ isReissued: true }))),
  );
  await vi.waitUntil(() => bodies.length > 0);
  const before = bodies.length;
  await transport.send(makeForwardPacket({ mn: 'CURRENT' }));
  expect(bodies.findIndex((body) => body.includes('CURRENT'))).toBeLessThanOrEqual(before + 1);
  await transport.close();
  await Promise.all(backlog);
});
