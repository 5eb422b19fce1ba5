import { crcModes } from '@limpid/hj212/crc';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openOutbound } from '../../../platform/outbound/outbound.ts';
import { soon } from '../../../testing/soon.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { ForwardFailure, type Hj212Receiver, type Transport } from '../target.ts';
import { makeForwardPacket, makeHj212Connection } from './forward-packet.fixture.ts';
import { openHj212Transport } from './hj212-transport.ts';
import { type Behaviour, startReceiver } from './receiver.fixture.ts';

const outbound = openOutbound({ outboundAllow: ['127.0.0.1'], port: 1, gatewayPort: 1 });
const key = Buffer.from('0123456789ABCDEFFEDCBA9876543210', 'hex');
/** Longer than any test, where no answer is late. */
const patient = 60_000;

interface Options extends Partial<Hj212Receiver> {
  answerMs?: number;
  minGapMs?: number;
  deps?: Parameters<typeof openHj212Transport>[0];
}

function open(port: number, options: Options = {}): Transport {
  const { answerMs = patient, minGapMs = 0, deps = { outbound }, ...connection } = options;
  const transport = openHj212Transport(
    deps,
    { zone: 'Asia/Shanghai', answerMs, minGapMs },
    makeHj212Connection({ port, ...connection }),
  );
  onTestFinished(() => transport.close());
  return transport;
}

async function start(options?: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(options);
  onTestFinished(() => receiver.close());
  return receiver;
}

async function failureOf(sending: Promise<void>): Promise<string> {
  const error: unknown = await sending.then(
    () => new Error('accepted'),
    (reason: unknown) => reason,
  );
  return error instanceof ForwardFailure ? `${error.reason}: ${error.message}` : String(error);
}

function manyPackets(count: number, ...given: Parameters<typeof makeForwardPacket>) {
  return Array.from({ length: count }, () => makeForwardPacket(...given));
}

const values = Array.from({ length: 60 }, (_, n) => ({
  code: `a${10_000 + n}`,
  value: n,
  low: null,
  high: null,
  flag: 'N',
}));

describe('a packet is accepted', () => {
  it.each(['2005', '2017', '2025'] as const)('by its 9014, in HJ 212-%s', async (version) => {
    const receiver = await start();
    await open(receiver.port, { version }).send(makeForwardPacket({ mn: 'A1' }));
    expect(receiver.received).toMatchObject([
      { mn: 'A1', kind: '2011', dataTime: '20261115080000', packet: { version, wantsAnswer: true } },
    ]);
  });

  it.each(crcModes)('with the CRC %s on both sides', async (crc) => {
    const receiver = await start({ crc });
    await open(receiver.port, { crc }).send(makeForwardPacket());
    expect(receiver).toMatchObject({ undecodable: 0, received: [{ kind: '2011' }] });
  });

  it('encrypted in 2025 with the key of the target', async () => {
    const receiver = await start({ key });
    const transport = open(receiver.port, { version: '2025', sm4Key: key });
    const packet = makeForwardPacket();
    await transport.send(packet);
    expect(receiver.received).toMatchObject([{ packet: { encrypted: true } }]);
    expect(transport.describe(packet)).toMatch(/PW=\*{6};.*CP=&&DataTime=20261115080000;a34004-Rtd=35\.5/);
  });

  it('with many in flight, whatever the order of the answers, over one connection', async () => {
    const receiver = await start();
    receiver.behave('hold');
    const transport = open(receiver.port);
    const packets = manyPackets(500);
    const sending = Promise.all(packets.map((packet) => transport.send(packet)));
    await waitUntil(() => receiver.received.length === 500, 'all packets');
    expect(receiver.received.map(({ qn }) => qn)).toEqual(receiver.received.map(({ qn }) => qn).toSorted());
    expect(receiver.release()).toBe(500);
    await sending;
    expect(receiver.connections).toBe(1);
  });

  it('over a connection of its own for each MN, if the target wants so', async () => {
    const receiver = await start();
    const transport = open(receiver.port, { ownConnections: true });
    const packets = ['A1', 'A2', 'A1', 'A2'].map((mn) => makeForwardPacket({ mn }));
    await Promise.all(packets.map((packet) => transport.send(packet)));
    const pairs = receiver.received.map(({ mn, connection }) => `${mn} ${connection}`);
    expect(new Set(pairs).size).toBe(2);
    expect(receiver.connections).toBe(2);
  });

  it('when all of its parts are', async () => {
    const receiver = await start();
    let held = 0;
    receiver.behave(({ packet }) => (packet.pno === 2 && ++held === 1 ? 'hold' : 'accept'));
    let isAccepted = false;
    const transport = open(receiver.port);
    const sending = transport.send(makeForwardPacket({ values })).then(() => {
      isAccepted = true;
    });
    await transport.send(makeForwardPacket());
    expect([receiver.received.length, isAccepted]).toEqual([3, false]);
    receiver.release();
    await sending;
  });

  it('once the kernel has taken it, if no answer is expected', async () => {
    const receiver = await start();
    await open(receiver.port, { wantsAnswer: false }).send(makeForwardPacket());
    await soon(() => receiver.received).toMatchObject([{ packet: { wantsAnswer: false } }]);
  });

  it('by an answer that comes twice', async () => {
    const receiver = await start();
    receiver.behave('twice');
    const transport = open(receiver.port);
    for (const packet of manyPackets(3)) await transport.send(packet);
    expect(receiver.received.length).toBe(3);
  });

  it('by a slow receiver', async () => {
    const receiver = await start();
    receiver.behave({ afterMs: 50 });
    await open(receiver.port).send(makeForwardPacket());
  });
});

describe('an answer that is late', () => {
  it('completes the second try, which has the same QN', async () => {
    const receiver = await start();
    receiver.behave('hold');
    const packet = makeForwardPacket();
    const transport = open(receiver.port, { answerMs: 1500 });
    expect(await failureOf(transport.send(packet))).toBe('timeout: no answer in 1500 ms');
    receiver.behave('never');
    const second = transport.send(packet);
    await waitUntil(() => receiver.received.length === 2, 'the second try');
    expect(receiver.release()).toBe(1);
    await second;
    expect(new Set(receiver.received.map(({ qn }) => qn)).size).toBe(1);
  });

  it('and comes between two tries completes the second one if it has the same content', async () => {
    const receiver = await start();
    receiver.behave('hold');
    const [packet, other] = [makeForwardPacket(), makeForwardPacket()];
    const transport = open(receiver.port, { answerMs: 1500 });
    await Promise.all([packet, other].map((each) => failureOf(transport.send(each))));
    receiver.release();
    receiver.behave('accept');
    // Its answer comes after those that were held.
    await transport.send(makeForwardPacket());
    await transport.send(packet);
    await transport.send({ ...other, values: values.slice(0, 1) });
    expect(receiver.received.map(({ packet: { cp } }) => cp.slice(24, 30))).toEqual([
      'a34004',
      'a34004',
      'a34004',
      'a10000',
    ]);
  });
});

describe('a packet of current data', () => {
  it('leaves before those of the backlog that wait for the gap between packets', async () => {
    const receiver = await start();
    const transport = open(receiver.port, { minGapMs: 100 });
    const sending = manyPackets(1000, { isReissued: true, values }).map((packet) =>
      failureOf(transport.send(packet)),
    );
    await waitUntil(() => receiver.received.length >= 3, 'the first packets of the backlog');
    // The parts of a divided packet stay together.
    const before = Math.ceil(receiver.received.length / 2) * 2;
    await transport.send(makeForwardPacket({ mn: 'LIVE' }));
    const place = receiver.received.findIndex(({ mn }) => mn === 'LIVE');
    expect(place).toBeLessThanOrEqual(before + 2);
    expect(place % 2).toBe(0);
    await transport.close();
    await Promise.all(sending);
  });
});

describe('a packet fails', () => {
  it.each<[Behaviour, string]>([
    ['refuse', 'refused: QnRtn=3: wrong password'],
    ['refuseData', 'refused: QnRtn=3: wrong password'],
    ['close', 'connection: closed by the receiver'],
    ['halfAnswer', 'connection: closed by the receiver'],
  ])('where the receiver does this: %s', async (behaviour, expected) => {
    const receiver = await start();
    receiver.behave(behaviour);
    const transport = open(receiver.port);
    expect(await failureOf(transport.send(makeForwardPacket()))).toBe(expected);
    receiver.behave('accept');
    await transport.send(makeForwardPacket());
  });

  it.each<Behaviour>(['never', 'otherCommand', 'otherQn', 'otherMn', 'wrongCrc'])(
    'if no answer is its own, and harms no other: %s',
    async (behaviour) => {
      const receiver = await start();
      receiver.behave(({ mn }) => (mn === 'A1' ? behaviour : 'accept'));
      const transport = open(receiver.port, { answerMs: 1500 });
      const failing = failureOf(transport.send(makeForwardPacket({ mn: 'A1' })));
      await transport.send(makeForwardPacket({ mn: 'A2' }));
      expect(await failing).toBe('timeout: no answer in 1500 ms');
      await transport.send(makeForwardPacket({ mn: 'A2' }));
      expect(receiver.connections).toBe(1);
    },
  );

  it('with all others in flight and waiting if the connection is lost, and the next one opens it again', async () => {
    const receiver = await start();
    receiver.behave('never');
    const transport = open(receiver.port);
    const failures = Promise.all(manyPackets(50).map((packet) => failureOf(transport.send(packet))));
    await waitUntil(() => receiver.received.length === 50, 'all packets');
    await receiver.leave();
    expect(new Set(await failures)).toEqual(new Set(['connection: ECONNRESET']));
    expect(await failureOf(transport.send(makeForwardPacket()))).toContain('ECONNREFUSED');
    await receiver.comeBack();
    receiver.behave('accept');
    await transport.send(makeForwardPacket());
  });

  it('if a receiver takes no data', async () => {
    const receiver = await start();
    receiver.behave('deaf');
    const transport = open(receiver.port, { answerMs: 500, wantsAnswer: false });
    const outcomes = new Set<string>();
    // Until the buffers of both kernels are full.
    while (outcomes.size < 2) {
      const packets = manyPackets(500, { values: values.slice(0, 20) });
      const batch = await Promise.all(packets.map((packet) => failureOf(transport.send(packet))));
      for (const outcome of batch) outcomes.add(outcome);
    }
    expect([...outcomes]).toEqual(['Error: accepted', 'connection: the receiver takes no data']);
  });

  it('if the receiver sends bytes without end, and the connection ends', async () => {
    const receiver = await start();
    receiver.behave('flood');
    const transport = open(receiver.port);
    const before = process.memoryUsage().rss;
    expect(await failureOf(transport.send(makeForwardPacket()))).toBe(
      'connection: the receiver sends more than answers',
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
    await soon(() => receiver.open).toBe(0);
  });

  it('and the connection ends after three of them if the receiver has said nothing', async () => {
    const receiver = await start();
    receiver.behave('never');
    const transport = open(receiver.port, { answerMs: 700 });
    for (const packet of manyPackets(3)) await failureOf(transport.send(packet));
    await soon(() => receiver.open).toBe(0);
    receiver.behave('accept');
    await transport.send(makeForwardPacket());
    expect(receiver.connections).toBe(2);
  });

  it('if it cannot be written, without a connection', async () => {
    const receiver = await start();
    const sending = open(receiver.port).send(makeForwardPacket({ mn: 'a;b' }));
    expect(await failureOf(sending)).toBe('unusable: mn: "a;b"');
    expect(receiver.connections).toBe(0);
  });

  it('at our own gateway or broker and at addresses that are not allowed', async () => {
    const receiver = await start();
    const config = { outboundAllow: ['127.0.0.1'], port: 1, gatewayPort: receiver.port };
    const loop = 'loop refused: 127.0.0.1 leads back to this installation';
    const refused: [Parameters<typeof openOutbound>[0], string][] = [
      [config, loop],
      [{ ...config, gatewayPort: 1, mqttUrl: `mqtt://localhost:${receiver.port}` }, loop],
      [{ ...config, outboundAllow: [], gatewayPort: 1 }, 'forbidden address: 127.0.0.1'],
    ];
    for (const [settings, reason] of refused) {
      const transport = open(receiver.port, { deps: { outbound: openOutbound(settings) } });
      expect(await failureOf(transport.send(makeForwardPacket()))).toBe(`connection: ${reason}`);
    }
    expect(receiver.connections).toBe(0);
  });

  it('at once when the transport is closed, in flight, waiting or new', async () => {
    const receiver = await start();
    receiver.behave('never');
    const transport = open(receiver.port, { minGapMs: patient });
    const failures = Promise.all(manyPackets(2).map((packet) => failureOf(transport.send(packet))));
    await waitUntil(() => receiver.received.length === 1, 'the first packet');
    await transport.close();
    expect([...(await failures), await failureOf(transport.send(makeForwardPacket()))]).toEqual(
      Array(3).fill('connection: closed'),
    );
    await soon(() => receiver.open).toBe(0);
    const unopened = open(receiver.port);
    const failure = failureOf(unopened.send(makeForwardPacket()));
    await unopened.close();
    expect(await failure).toBe('connection: closed');
    await soon(() => receiver.open).toBe(0);
  });
});

it('packets keep the minimum gap, also the parts of one', async () => {
  const receiver = await start();
  const arrivals: number[] = [];
  receiver.behave(() => {
    arrivals.push(performance.now());
    return 'accept';
  });
  const transport = open(receiver.port, { minGapMs: 500 });
  await Promise.all(
    [makeForwardPacket({ values }), makeForwardPacket()].map((packet) => transport.send(packet)),
  );
  expect(arrivals.length).toBe(3);
  // The last one is sent 1,000 ms after the first; the way there may take differently long.
  expect((arrivals[2] ?? 0) - (arrivals[0] ?? 0)).toBeGreaterThan(700);
});

it('two packets with one QN are never in flight together', async () => {
  const receiver = await start();
  receiver.behave('hold');
  const transport = open(receiver.port);
  const packet = makeForwardPacket();
  const sending = [packet, { ...packet, kind: 2061 as const }].map((each) => transport.send(each));
  await waitUntil(() => receiver.received.length === 1, 'the first packet');
  receiver.release();
  await sending[0];
  await waitUntil(() => receiver.received.length === 2, 'the second packet');
  receiver.release();
  await sending[1];
});
