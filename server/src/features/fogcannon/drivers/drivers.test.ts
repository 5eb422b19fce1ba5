import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { MINUTE_MS } from '@limpid/contract/durations';
import { openRelayBoard, type RelayBoardOptions } from '@limpid/simulator/relay/relay-board';
import { ServerTCP } from 'modbus-serial';
import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveHttp } from '../../../platform/outbound/outbound.fixture.ts';
import { openOutbound } from '../../../platform/outbound/outbound.ts';
import { describeError } from '../../../platform/texts.ts';
import { soon } from '../../../testing/soon.ts';
import type { CannonLink, DriverOrder } from './driver.ts';
import { type DtuPort, openDtuPort } from './dtu-port.ts';
import { makeHttpLink } from './http.ts';
import { makeTcpExchange } from './modbus-tcp.ts';
import { makeRelayLink } from './relay.ts';
import type { HttpSettings, RelaySettings } from './settings.ts';

const log = pino({ level: 'silent' });
const order: DriverOrder = { key: '6f1c', expiresAt: null };
const relay: RelaySettings = { unit: 1, coil: 0, feedbackInput: null, jogMode: null };
const openWith = (outboundTimeoutMs: number) =>
  openOutbound({ outboundAllow: ['127.0.0.1'], outboundTimeoutMs, port: 1, gatewayPort: 1 });
const outbound = openWith(20_000);
/** For boards that do not answer. */
const impatient = openWith(300);

async function openBoard(options?: RelayBoardOptions) {
  const board = await openRelayBoard(options);
  onTestFinished(() => board.close());
  return board;
}

const linkTo = (port: number, settings: Partial<RelaySettings> = {}, deps = { outbound }): CannonLink =>
  makeRelayLink({ ...relay, ...settings }, makeTcpExchange(deps, { host: '127.0.0.1', port }), Date.now);
const brieflyTo = (port: number, settings: Partial<RelaySettings> = {}) =>
  linkTo(port, settings, { outbound: impatient });

/** What a person reads, and whether the order may have been executed. */
async function explain(work: Promise<unknown> | undefined): Promise<string> {
  const error = (await Promise.resolve(work).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )) as (Parameters<typeof describeError>[0] & { mayHaveArrived?: boolean }) | undefined;
  return error ? `${error.mayHaveArrived ? 'maybe: ' : ''}${describeError(error, 'en')}` : 'no error';
}

describe('a relay board on Modbus TCP', () => {
  it('is switched on and off and read, at the relay or at the pump', async () => {
    const board = await openBoard();
    const [atRelay, atPump] = [
      linkTo(board.port, { coil: 3 }),
      linkTo(board.port, { coil: 3, feedbackInput: 3 }),
    ];
    await atRelay.switchOn(order);
    expect(board.coils[3]).toBe(true);
    expect(await atRelay.readState?.()).toEqual({ isOn: true, by: 'relay' });
    board.faults = { stuckPumps: [3] };
    await atRelay.switchOff(order);
    // The relay is open, and the pump goes on.
    expect(await atRelay.readState?.()).toEqual({ isOn: false, by: 'relay' });
    expect(await atPump.readState?.()).toEqual({ isOn: true, by: 'contact' });
  });

  it('ends a jog by itself where it has a register for that', async () => {
    const board = await openBoard();
    const link = linkTo(board.port, { jogMode: 4 });
    expect([link.timesJog, linkTo(board.port).timesJog]).toEqual([true, false]);
    await link.jog(order, 1);
    expect(board.coils[0]).toBe(true);
    await soon(() => board.coils[0]).toBe(false);
    expect(await explain(linkTo(board.port, { jogMode: 2 }).jog(order, 1))).toBe(
      'Unit 1 refuses the value (exception 3)',
    );
  });

  it('has cannons that take turns', async () => {
    const board = await openBoard();
    const exchange = makeTcpExchange({ outbound }, { host: '127.0.0.1', port: board.port });
    const links = [0, 1, 2, 3, 4, 5].map((coil) => makeRelayLink({ ...relay, coil }, exchange, Date.now));
    await Promise.all(links.map((link) => link.switchOn(order)));
    expect(board.coils).toEqual([true, true, true, true, true, true, false, false]);
  });

  it('gets no order to switch on that has expired before its turn, and every order to switch off', async () => {
    const board = await openBoard();
    const exchange = makeTcpExchange({ outbound }, { host: '127.0.0.1', port: board.port });
    let now = 1_000_000;
    const links = [0, 1, 2].map((coil) =>
      makeRelayLink({ ...relay, coil, jogMode: coil === 1 ? 4 : null }, exchange, () => now),
    );
    const valid = { key: '1', expiresAt: now + 15_000 };
    board.turn(2, true);
    const results = Promise.all([
      explain(links[0]?.switchOn(valid)),
      explain(links[1]?.jog(valid, 30)),
      explain(links[2]?.switchOff({ key: '2', expiresAt: null })),
    ]);
    // They wait for their turn on the bus.
    now += 15_000;
    expect(await results).toEqual(['Not sent in time, given up', 'Not sent in time, given up', 'no error']);
    expect(board.starts.slice(0, 2)).toEqual([0, 0]);
    expect(board.coils[2]).toBe(false);
  });

  it('says what is wrong, and whether the order may have been executed', async () => {
    const board = await openBoard();
    const metadata = makeTcpExchange({ outbound }, { host: '169.254.169.254', port: board.port });
    const refusals = {
      otherUnit: await explain(brieflyTo(board.port, { unit: 9 }).switchOn(order)),
      noCoil: await explain(linkTo(board.port, { coil: 99 }).switchOn(order)),
      forbidden: await explain(makeRelayLink(relay, metadata, Date.now).switchOn(order)),
    };
    expect(refusals).toEqual({
      otherUnit: 'maybe: Unit 9 has not answered within 0.3 s',
      noCoil: 'Unit 1 has no address 99 (exception 2)',
      forbidden: expect.stringContaining('169.254.169.254'),
    });
    board.faults = { exception: 4 };
    expect(await explain(linkTo(board.port).switchOn(order))).toBe('maybe: Unit 1 answers with exception 4');
    expect(board.coils).toEqual(Array.from({ length: 8 }, () => false));
    board.faults = { losesAnswers: true };
    expect(await explain(brieflyTo(board.port).switchOn(order))).toMatch(/^maybe: Unit 1 has not answered/);
    expect(board.coils[0]).toBe(true);
    await board.close();
    expect(await explain(linkTo(board.port).switchOn(order))).toContain('ECONNREFUSED');
    const { port } = await serveHttp((_, response) => response.end());
    expect(await explain(brieflyTo(port).switchOn(order))).toMatch(/^maybe: /);
  });

  it('is not believed when another unit than the one that was asked answers', async () => {
    const server = createServer((socket) => {
      // An order without an answer ends with a reset.
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        const answer = Buffer.from(bytes);
        answer[6] = 7;
        socket.write(answer);
      });
    }).listen(0, '127.0.0.1');
    onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await explain(brieflyTo(port).switchOn(order))).toBe(
      'maybe: Unit 7 has answered instead of unit 1: check the unit number',
    );
    // Every board listens to 254 and answers with its own number.
    expect(await explain(brieflyTo(port, { unit: 254 }).switchOn(order))).toBe('no error');
  });

  it('of another maker understands the same bytes', async () => {
    const coils = new Map<number, boolean>();
    const registers: number[][] = [];
    const server = new ServerTCP(
      {
        getCoil: (address: number) => coils.get(address) ?? false,
        getDiscreteInput: (address: number) => coils.get(address) ?? false,
        setCoil: (address: number, isOn: boolean) => void coils.set(address, isOn),
        setRegister: (address: number, value: number) => void registers.push([address, value]),
      },
      { host: '127.0.0.1', port: 0, unitID: 1 },
    );
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
    await once(server, 'initialized');
    // The library keeps its server in a field that its types do not name.
    const { port } = (server as unknown as { _server: { address(): { port: number } } })._server.address();
    const link = linkTo(port, { coil: 2, feedbackInput: 2, jogMode: 4 });
    await link.switchOn(order);
    expect(await link.readState?.()).toEqual({ isOn: true, by: 'contact' });
    await link.jog(order, 30);
    expect(registers).toEqual([
      [13, 4],
      [14, 300],
    ]);
    await link.switchOff(order);
    expect(coils.get(2)).toBe(false);
  });
});

interface Dtu {
  socket: Socket;
  received: () => string;
}

async function openPort(timeoutMs = 20_000, now = () => 0) {
  const refused: string[] = [];
  const connected: string[] = [];
  const port = await openDtuPort({
    host: '127.0.0.1',
    port: 0,
    timeoutMs,
    log,
    now,
    listAccounts: () => [
      { registration: 'FOG-1', password: null },
      { registration: 'FOG-12', password: 'river' },
    ],
    onRefused: (login) => refused.push(login.kind === 'unknown' ? login.text : login.kind),
    onConnected: (registration) => connected.push(registration),
    onDisconnected: () => undefined,
  });
  onTestFinished(() => port.close());
  return { port, refused, connected };
}

/** A DTU that dials in; boards behind it answer what the test writes. */
function dial({ port }: Pick<DtuPort, 'port'>, ...texts: string[]): Dtu {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const bytes: Buffer[] = [];
  socket.on('error', () => undefined).on('data', (chunk) => bytes.push(chunk));
  for (const text of texts) socket.write(text);
  return { socket, received: () => Buffer.concat(bytes).toString('hex') };
}

describe('a DTU that dials in', () => {
  it('passes bytes on to a board, whatever texts it sends in between', async () => {
    const { port, connected } = await openPort();
    const dtu = dial(port, 'FOG', '-1\r\n');
    await soon(() => connected).toEqual(['FOG-1']);
    const link = makeRelayLink(relay, port.exchangeWith('FOG-1'), Date.now);
    const switched = link.switchOn(order);
    await soon(dtu.received).toBe('01050000ff008c3a');
    dtu.socket.write('ALIVE');
    dtu.socket.write(Buffer.from('01050000', 'hex'));
    dtu.socket.write(Buffer.from('ff008c3a', 'hex'));
    await switched;
    const both = Promise.all([link.switchOff(order), link.readState?.()]);
    // One master on the bus: the second request waits for the answer to the first.
    await soon(dtu.received).toBe('01050000ff008c3a010500000000cdca');
    dtu.socket.write(Buffer.from('010500000000cdca', 'hex'));
    await soon(dtu.received).toBe('01050000ff008c3a010500000000cdca010100000001fdca');
    dtu.socket.write(Buffer.from('010101005188', 'hex'));
    expect((await both)[1]).toEqual({ isOn: false, by: 'relay' });
  });

  it('passes no order on that has expired before its turn', async () => {
    const { port, connected } = await openPort(300);
    const dtu = dial(port, 'FOG-1');
    await soon(() => connected).toEqual(['FOG-1']);
    let now = 1_000_000;
    const link = makeRelayLink(relay, port.exchangeWith('FOG-1'), () => now);
    // Nothing answers: the order waits until the reading has given up.
    const both = Promise.all([
      explain(link.readState?.()),
      explain(link.switchOn({ key: '1', expiresAt: now + 1 })),
    ]);
    now += 1;
    expect((await both)[1]).toBe('Not sent in time, given up');
    expect(dtu.received()).toBe('010100000001fdca');
  });

  it('without a board behind it gives no answer', async () => {
    const { port, connected } = await openPort(300);
    dial(port, 'FOG-1');
    await soon(() => connected).toEqual(['FOG-1']);
    const link = makeRelayLink(relay, port.exchangeWith('FOG-1'), Date.now);
    expect(await explain(link.switchOn(order))).toBe('maybe: Unit 1 has not answered within 0.3 s');
  });

  it('is listed and disconnected if nobody knows it', async () => {
    const { port, refused, connected } = await openPort();
    const sockets = ['HELLO', 'DTU-7,river', 'FOG-12', 'FOG-12,wrong', 'FOG-123'].map(
      (text) => dial(port, text).socket,
    );
    await Promise.all(sockets.map((socket) => once(socket, 'close')));
    expect(refused.sort()).toEqual(['DTU-7', 'FOG-123', 'HELLO', 'password', 'password']);
    dial(port, 'FOG-12,river');
    await soon(() => connected).toEqual(['FOG-12']);
    const missing = makeRelayLink(relay, async (...given) => port.exchangeWith('FOG-1')(...given), Date.now);
    expect(await explain(missing.switchOn(order))).toBe('The DTU “FOG-1” is not connected');
  });

  it('is locked for 15 minutes after five wrong passwords, whatever it sends then', async () => {
    let minutes = 0;
    const { port, refused, connected } = await openPort(undefined, () => minutes * MINUTE_MS);
    const login = async (text: string) => void (await once(dial(port, text).socket, 'close'));
    await Promise.all([1, 2, 3, 4, 5].map((n) => login(`FOG-12,guess ${n}`)));
    await login('FOG-12,river');
    expect(refused).toEqual(['password', 'password', 'password', 'password', 'locked', 'locked']);
    // Others at the same address are not.
    dial(port, 'FOG-1');
    await soon(() => connected).toEqual(['FOG-1']);
    minutes = 15;
    dial(port, 'FOG-12,river');
    await soon(() => connected).toEqual(['FOG-1', 'FOG-12']);
  });
});

describe('the cloud of a vendor', () => {
  const settings = (port: number): HttpSettings => ({
    driver: 'http',
    account: 'city',
    password: 'sea&shore',
    token: {
      url: `http://127.0.0.1:${port}/login`,
      body: 'user={{account}}&pass={{password}}',
      path: 'data.token',
    },
    authHeader: 'Authorization: Bearer {{token}}',
    method: 'POST',
    contentType: 'form',
    on: { url: `http://127.0.0.1:${port}/switch/on`, body: 'id={{id}}' },
    off: { url: `http://127.0.0.1:${port}/switch/off`, body: null },
    jog: { url: `http://127.0.0.1:${port}/switch/jog?s={{seconds}}`, body: null },
    state: { url: `http://127.0.0.1:${port}/state`, path: 'data.on', onText: '1', offText: '0' },
    ok: { path: 'code', text: '200' },
  });

  async function serveCloud() {
    const seen: string[] = [];
    const cloud = { token: 'one', isOn: 0, code: 200, status: 200, text: undefined as string | undefined };
    const { port } = await serveHttp(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      seen.push(`${request.url} ${Buffer.concat(chunks).toString()}`.trim());
      const isAllowed = request.url === '/login' || request.headers.authorization === `Bearer ${cloud.token}`;
      if (request.url?.endsWith('/on')) cloud.isOn = 1;
      const data = { token: cloud.token, on: cloud.isOn };
      response.writeHead(isAllowed ? cloud.status : 401);
      response.end(cloud.text ?? JSON.stringify({ code: cloud.code, data }));
    });
    return { port, seen, cloud };
  }

  it('gets a token, then switches, and reads the state', async () => {
    const { port, seen, cloud } = await serveCloud();
    const link = makeHttpLink({ outbound, now: Date.now }, settings(port));
    await link.switchOn(order);
    expect(await link.readState?.()).toEqual({ isOn: true, by: 'report' });
    // The token has expired.
    cloud.token = 'two';
    await link.jog(order, 45);
    expect(seen).toEqual([
      '/login user=city&pass=sea%26shore',
      '/switch/on id=6f1c',
      '/state',
      '/switch/jog?s=45',
      '/login user=city&pass=sea%26shore',
      '/switch/jog?s=45',
    ]);
  });

  it('gets no order to switch on that has expired while a token was fetched', async () => {
    const { port, seen } = await serveCloud();
    let now = 1_000_000;
    const link = makeHttpLink({ outbound, now: () => now }, settings(port));
    const late = explain(link.switchOn({ key: '1', expiresAt: now + 15_000 }));
    now += 15_000;
    expect(await late).toBe('Not sent in time, given up');
    await link.switchOff(order);
    expect(seen).toEqual(['/login user=city&pass=sea%26shore', '/switch/off']);
  });

  it('says what is wrong without secrets', async () => {
    const { port, cloud } = await serveCloud();
    const link = makeHttpLink({ outbound, now: Date.now }, settings(port));
    await link.switchOff(order);
    cloud.code = 500;
    expect(await explain(link.switchOn(order))).toBe('maybe: The server refuses: 500');
    cloud.status = 503;
    expect(await explain(link.switchOn(order))).toBe('maybe: The server answers with status 503');
    Object.assign(cloud, { status: 200, text: 'surprise' });
    expect(await explain(link.readState?.())).toBe('The reported state cannot be read');
    const fresh = makeHttpLink({ outbound, now: Date.now }, settings(port));
    expect(await explain(fresh.switchOn(order))).toBe(
      'No token received (status 200): check account and password',
    );
  });
});
