import { createServer, type Server, type Socket } from 'node:net';
import { encodeAnswer } from '@limpid/hj212/answers';
import { createDecoder } from '@limpid/hj212/decoder';
import { encodeFrame, encodePacket } from '@limpid/hj212/encode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { framePrefix, header, minuteFrame, run, sampleHeartbeat, writeTempFile } from '../cli.fixture.ts';

describe('limpid hj212 send', () => {
  let server: Server;
  let target: string;
  const received: Buffer[] = [];

  beforeAll(async () => {
    server = createServer((socket) => {
      const decoder = createDecoder();
      socket.on('error', () => {});
      socket.on('data', (chunk) => {
        received.push(chunk);
        for (const decoded of decoder.push(chunk)) {
          if (!decoded.ok || decoded.packet.pw === 'silent') continue;
          const { cn, pw } = decoded.packet;
          if (pw === 'refuse') socket.write(encodeAnswer(decoded.packet, { cn: '9011', result: 3 }));
          else if (pw === 'notice') socket.write(encodeAnswer(decoded.packet, { cn: '9013' }));
          else socket.write(encodeAnswer(decoded.packet, { cn: cn === '9015' ? '9013' : '9014' }));
        }
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    target = `127.0.0.1:${Object(server.address()).port}`;
  });
  const others: Server[] = [];
  afterAll(() => [server, ...others].forEach((each) => each.close()));

  /** A replacement for the gateway, with handlers for each chunk and each connection. */
  async function listen(
    onData: (socket: Socket, chunk: Buffer) => void,
    onOpen: (socket: Socket) => void = () => {},
  ): Promise<string> {
    const other = createServer((socket) => {
      socket.on('error', () => {});
      onOpen(socket);
      socket.on('data', (chunk) => onData(socket, chunk));
    });
    others.push(other);
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    return `127.0.0.1:${Object(other.address()).port}`;
  }

  it('sends frames unchanged, and prints the answers with their times', async () => {
    const stream = Buffer.concat([Buffer.from('DTU0001\r\n'), minuteFrame, sampleHeartbeat]);
    const { code, lines, err } = await run(['hj212', 'send', target, writeTempFile('send', stream)]);
    expect(Buffer.concat(received)).toEqual(stream);
    expect(lines).toMatchObject([
      { frame: 1, ok: true, cn: '9014', qn: '20261115083000123' },
      { frame: 2, ok: true, cn: '9013' },
    ]);
    for (const { ms } of lines) expect(ms).toBeGreaterThan(0);
    expect(err).toBe('frames sent: 2, acknowledged: 2, no answer asked for: 0, not acknowledged: 0\n');
    expect(code).toBe(0);
  });

  it('prints which frames were not acknowledged and why, and exits with 1', async () => {
    const as = (pw: string, qn: string) =>
      encodePacket({ ...header, pw, qn, cn: '2011', wantsAnswer: true, items: [] });
    const [silent, refuse, notice] = ['4', '5', '6'].map((end) => `2026111508300012${end}`);
    const frames = [
      [minuteFrame, undefined],
      [as('silent', silent ?? ''), { reason: 'timeout', qn: silent }],
      [as('refuse', refuse ?? ''), { reason: 'refused', detail: 'QnRtn=3 wrong password', qn: refuse }],
      [as('notice', notice ?? ''), { reason: 'wrongAnswer', detail: 'CN=9013', qn: notice }],
      [Buffer.from(minuteFrame.toString().replace('56.0', '57.0')), { reason: 'crc' }],
      [minuteFrame, undefined],
      [minuteFrame.subarray(0, 60), { reason: 'incomplete' }],
    ] as const;
    const send = (...some: Uint8Array[]) =>
      run(['hj212', 'send', target, '--timeout', '2'], Buffer.concat(some));
    const { code, lines, err } = await send(...frames.map(([frame]) => frame));
    const failed = frames.flatMap(([, fault], index) =>
      fault ? [{ frame: index + 1, ok: false, ...fault }] : [],
    );
    expect(lines.filter(({ ok }) => ok === false)).toMatchObject(failed);
    expect(err).toContain(
      'Frames not acknowledged: 2 (timeout), 3 (refused), 4 (wrongAnswer), 5 (crc), 7 (incomplete)\n',
    );
    expect(code).toBe(1);
  });

  it('counts frames that request no answer as not acknowledged, unless --allow-unasked is given', async () => {
    const as = (pw: string, end: number) =>
      encodePacket({ ...header, pw, qn: `2026111508300013${end}`, cn: '2011', items: [] });
    const silent = Buffer.concat([as('silent', 1), as('answer', 2)]);
    const refused = await run(['hj212', 'send', target], silent);
    expect(refused.lines.filter(({ ok }) => ok === false)).toEqual([
      { frame: 1, ok: false, reason: 'unasked', qn: '20261115083000131' },
    ]);
    expect(refused.err).toContain('acknowledged: 1, no answer asked for: 0, not acknowledged: 1\n');
    expect(refused.code).toBe(1);
    const allowed = await run(['hj212', 'send', target, '--allow-unasked'], silent);
    expect(allowed.err).toContain('acknowledged: 1, no answer asked for: 1, not acknowledged: 0\n');
    expect(allowed.code).toBe(0);
    const faulty = await run(['hj212', 'send', target, '--allow-unasked'], as('refuse', 3));
    expect(faulty.err).toContain('Frames not acknowledged: 1 (refused)\n');
    expect(faulty.code).toBe(1);
  });

  it('exits with 1 if there is nothing to acknowledge', async () => {
    const { code, err } = await run(['hj212', 'send', target], 'DTU0001\r\n');
    expect(err).toContain('The input contains no frame.');
    expect(code).toBe(1);
  });

  it('assigns each answer to its own frame, also when an earlier frame is answered late', async () => {
    const answers: Buffer[] = [];
    const late = await listen((socket, chunk) => {
      for (const decoded of createDecoder().push(chunk)) {
        if (decoded.ok) answers.unshift(encodeAnswer(decoded.packet, { cn: '9014' }));
      }
      if (answers.length === 2) socket.write(Buffer.concat(answers));
    });
    const next = encodePacket({
      ...header,
      qn: '20261115083000127',
      cn: '2011',
      wantsAnswer: true,
      items: [],
    });
    const { err } = await run(['hj212', 'send', late, '--timeout', '2'], Buffer.concat([minuteFrame, next]));
    expect(err).toContain('acknowledged: 1, no answer asked for: 0, not acknowledged: 1');
    expect(err).toContain('Frames not acknowledged: 1 (timeout)\n');
  });

  it('accepts only a packet of the same exchange as an answer', async () => {
    const wrong = await listen((socket) => {
      const answer = minuteFrame.toString().replace('QN=2026', 'QN=2020');
      socket.write(encodeFrame(answer.slice(6, -6)));
      socket.write(minuteFrame.toString().replace('56.0', '57.0'));
    });
    const { code, lines } = await run(['hj212', 'send', wrong, '--timeout', '2'], minuteFrame);
    expect(lines).toMatchObject([{ ok: true }, { reason: 'crc' }, { frame: 1, reason: 'timeout' }]);
    expect(lines[0]).not.toHaveProperty('frame');
    expect(code).toBe(1);
  });

  it('stops at once when the other side closes the connection', async () => {
    const closing = await listen((socket) => socket.destroy());
    const many = Buffer.concat(Array.from({ length: 50 }, () => minuteFrame));
    // Waiting for fifty answers would take far longer than this test may.
    const { code, lines, err } = await run(['hj212', 'send', closing, '--timeout', '60'], many);
    expect(err).toContain('The other side closed the connection; frames not sent: 49');
    expect(lines).toHaveLength(50);
    expect(lines.slice(0, 2)).toMatchObject([
      { frame: 1, reason: 'closed' },
      { frame: 2, reason: 'unsent', qn: '20261115083000123' },
    ]);
    expect(code).toBe(1);
  });

  it('sends every byte to a slow reader', async () => {
    let bytes = 0;
    const slow = await listen(
      () => {},
      (socket) => {
        socket.pause();
        // Long enough to fill the buffers of both sides.
        setTimeout(() => socket.resume(), 500);
        socket.on('data', (chunk) => (bytes += chunk.length));
      },
    );
    const silent = encodeFrame(`${framePrefix.replace('Flag=5', 'Flag=4')}DataTime=20261115083000&&`);
    const many = Buffer.concat(Array.from({ length: 60_000 }, () => silent));
    const { code } = await run(['hj212', 'send', slow, '--allow-unasked'], many);
    expect({ code, bytes }).toEqual({ code: 0, bytes: many.length });
  });

  it.each([
    [['127.0.0.1:1'], '127.0.0.1:1 cannot be reached (ECONNREFUSED).'],
    [['nowhere'], '“nowhere” is not an address such as 127.0.0.1:8212.'],
    [['127.0.0.1:8212', '--timeout', 'x'], '--timeout has to be a number of seconds'],
  ])('prints why %s cannot work', async (args, problem) => {
    const { code, err } = await run(['hj212', 'send', ...args], minuteFrame);
    expect(code).toBe(1);
    expect(err).toContain(problem);
  });
});
