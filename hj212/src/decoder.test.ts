import { describe, expect, test } from 'vitest';
import { buildFrame, decodeAll, decodeFailures, decodePacket, decodePackets } from './decode.fixture.ts';
import { createDecoder } from './decoder.ts';
import { encodeFrame } from './encode.ts';
import { readFactors } from './factors.ts';
import { readExchange } from './fields.ts';

const setInterval =
  '##0101QN=20160801085857223;ST=32;CN=1062;PW=100000;MN=010000A8900016F000169DC0;Flag=5;CP=&&RtdInterval=30&&1C80';
const received =
  '##0094QN=20160801085857223;ST=91;CN=9011;PW=123456;MN=010000A8900016F000169DC0;Flag=4;CP=&&QnRtn=1&&1B00';
const executed =
  '##0095QN=20160801085857223;ST=91;CN=9012;PW=123456;MN=010000A8900016F000169DC0;Flag=4;CP=&&ExeRtn=1&&6240';

function commandsOf(input: string, sizes?: number[]): string[] {
  return decodePackets(input, {}, sizes).map(({ cn }) => cn);
}

test('reads the standard’s example field by field', () => {
  expect(decodePacket(setInterval)).toEqual({
    qn: '20160801085857223',
    st: '32',
    cn: '1062',
    pw: '100000',
    mn: '010000A8900016F000169DC0',
    flag: 5,
    version: '2017',
    wantsAnswer: true,
    split: false,
    pnum: null,
    pno: null,
    rf: false,
    cp: 'RtdInterval=30',
    encrypted: false,
  });
});

test.each([
  [0, '2005', false, false],
  [1, '2005', true, false],
  [3, '2005', true, true],
  [4, '2017', false, false],
  [7, '2017', true, true],
  [8, '2025', false, false],
  [11, '2025', true, true],
])('reads Flag %d as version %s, answer wanted %s, split %s', (flag, version, wantsAnswer, split) => {
  const packet = decodePacket(encodeFrame(`CN=2011;Flag=${flag};PNUM=0002;PNO=0001;CP=&&&&`));
  expect(packet).toMatchObject({ flag, version, wantsAnswer, split, pnum: 2, pno: 1 });
});

describe('lenient decoding', () => {
  test('reads absent fields as null and empty ones as empty', () => {
    expect(decodePacket(encodeFrame('ST=22;CN=2011;PW=;MN=;CP=&&&&'))).toMatchObject({
      qn: null,
      pw: '',
      mn: '',
      flag: null,
      version: '2005',
      wantsAnswer: false,
      pnum: null,
      rf: false,
      cp: '',
    });
  });

  test.each(['B', '', '-1', '256', '5.0', '99999'])('ignores the invalid Flag=%s', (flag) => {
    expect(decodePacket(encodeFrame(`CN=2011;Flag=${flag};CP=&&&&`)).flag).toBeNull();
  });

  test('accepts blanks after separators, a comma between times, a trailing semicolon and a long PW', () => {
    const packet = decodePacket(
      encodeFrame('QN=1; ST=22; CN=2011 ;PW=BF470F88957588DE902D1A52;RF=1;CP=&&DataTime=1; LA-Rtd=50.1;&&'),
    );
    expect(packet).toMatchObject({ cn: '2011', st: '22', pw: 'BF470F88957588DE902D1A52', rf: true });
    expect(readFactors(packet.cp)).toMatchObject([{ code: 'LA', Rtd: 50.1 }]);
  });

  test('accepts a CRC in lower case', () => {
    expect(commandsOf(setInterval.replace('1C80', '1c80'))).toEqual(['1062']);
  });

  test('counts Chinese text in bytes', () => {
    const text = decodePacket(
      '##0152QN=20160801085857223;ST=32;CN=3020;PW=123456;MN=010000A8900016F000169DC0;Flag=5;CP=&&DataTime=20100301145000;PolId=w01018;i11001-Info=//清洗管路//&&9741\r\n',
    ).cp;
    expect(readFactors(text)).toMatchObject([{ code: 'i11001', Info: '//清洗管路//' }]);
  });

  test('accepts a segment longer than the standard’s 1024 bytes', () => {
    const items = Array.from({ length: 200 }, (_, at) => `a${10000 + at}-Rtd=${at},a${10000 + at}-Flag=N`);
    const segment = `ST=22;CN=2011;MN=1;CP=&&${items.join(';')}&&`;
    const [packet] = decodePackets(buildFrame(segment, '0000'), { crc: 'none' });
    expect(readFactors(packet?.cp ?? '')).toHaveLength(200);
  });

  test('finds the QN of a 2005 answer in CP', () => {
    const answer = decodePacket(
      encodeFrame('ST=91;CN=9011;PW=1;MN=1;Flag=0;CP=&&QN=20040516010101001;QnRtn=1&&'),
    );
    expect(answer.qn).toBeNull();
    expect(readExchange(answer)).toBe('20040516010101001');
    expect(readExchange(decodePacket(setInterval))).toBe('20160801085857223');
    expect(readExchange(decodePacket(encodeFrame('CN=9013;CP=&&&&')))).toBeNull();
  });
});

describe('streams', () => {
  const lines = `${setInterval}\r\n${received}\r\n${executed}\r\n`;
  test.each([1, 2, 3, 5, 7, 50, 106, 107, 1000])('gives the same packets in pieces of %d bytes', (size) => {
    expect(commandsOf(lines, [size])).toEqual(['1062', '9011', '9012']);
    expect(decodeFailures(lines, {}, [size])).toEqual([]);
  });

  test.each([
    ['glued', `${setInterval}${received}`],
    ['LF only', `${setInterval}\n${received}\n`],
    ['CR only', `${setInterval}\r${received}`],
    ['blank lines', `\r\n\r\n${setInterval}\r\n\r\n\n${received}`],
  ])('accepts frames that are separated like this: %s', (_, text) => {
    expect(commandsOf(text)).toEqual(['1062', '9011']);
    expect(decodeFailures(text)).toEqual([]);
  });

  test('returns a packet as soon as its CRC is complete, without waiting for the line end', () => {
    expect(createDecoder().push(Buffer.from(setInterval))).toHaveLength(1);
  });

  test.each([
    ['a registration string on its own line', `0123456789\r\n${setInterval}\r\n`, ['noise']],
    ['a registration string glued to the frame', `IMEI:86#12${setInterval}`, ['noise']],
    ['a third hash', `#${setInterval}\r\n`, ['noise']],
    ['noise behind a frame', `${setInterval}HEARTBEAT\r\n`, ['noise']],
    ['a hash at the end', `${setInterval}\r\n#`, ['noise']],
    ['three digits of length', `##299ST=22;CN=2011;CP=&&&&d042\r\n${setInterval}`, ['header']],
    ['a head cut by the next frame', `##01${setInterval}`, ['header']],
    ['a damaged CRC', `${received.replace('1B00', '1B01')}\r\n${setInterval}`, ['crc']],
    ['a damaged letter', `${received.replace('ST=91', 'ST=92')}${setInterval}`, ['crc']],
    ['one byte too many declared', `${received.replace('0094', '0095')}\r\n${setInterval}`, ['length']],
    ['one byte too few declared', `${received.replace('0094', '0093')}\r\n${setInterval}`, ['length']],
    ['a length of zero', `${received.replace('0094', '0000')}\r\n${setInterval}`, ['length']],
    [
      'a length that covers the next frame',
      `${received.replace('0094', '0208')}\r\n${setInterval}\r\n`,
      ['length'],
    ],
    ['a length that covers it, glued', `${received.replace('0094', '0206')}${setInterval}`, ['length']],
    ['a cut frame before a line end', `${received.slice(0, 60)}\r\n${setInterval}`, ['length']],
    ['a cut frame before a frame, glued', `${received.slice(0, 60)}${setInterval}`, ['length']],
    ['an empty segment', `##0000FFFF\r\n${setInterval}`, ['segment']],
    ['a segment without CP', `${encodeFrame('ST=22;CN=2011;&&')}${setInterval}`, ['segment']],
    ['a segment without CN', `${encodeFrame('ST=22;CP=&&CN=2011&&')}${setInterval}`, ['command']],
    ['an empty CN', `${encodeFrame('ST=22;CN=;CP=&&&&')}${setInterval}`, ['command']],
    ['an endless MN', `${encodeFrame(`CN=2011;MN=${'A'.repeat(65)};CP=&&&&`)}${setInterval}`, ['segment']],
    ['a line end in the header', `${encodeFrame('CN=2011;MN=a\nb;CP=&&&&')}${setInterval}`, ['segment']],
  ])('finds the next frame after %s', (_, text, expected) => {
    for (const sizes of [[], [1], [64, 3]]) {
      expect(decodePackets(text, {}, sizes).at(-1)?.cn ?? null).toBe('1062');
      expect([...new Set(decodeFailures(text, {}, sizes))]).toEqual(expected);
    }
  });

  test.each(['\r\n', '\n', ''])('refuses a length too large once the next frame begins after %j', (end) => {
    const decoder = createDecoder();
    expect(decoder.push(Buffer.from(`${received.replace('0094', '9999')}${end}`))).toEqual([]);
    expect(decoder.push(Buffer.from(setInterval)).map(({ ok }) => ok)).toEqual([false, true]);
  });

  test('finds a frame on a new line although a wrong length ends inside its head', () => {
    const pushed = createDecoder().push(Buffer.from(`##0014##0200aaaaaa\r\n${setInterval}`));
    expect(pushed.map((each) => (each.ok ? each.packet.cn : each.reason))).toEqual([
      'length',
      'length',
      '1062',
    ]);
  });

  test('reports a refused line at its end, without any byte of the next one', () => {
    const pushed = createDecoder().push(Buffer.from('##299ST=22;CP=&&&&d042\r\nHB\r\n'));
    expect(pushed).toEqual([
      { ok: false, reason: 'header', bytes: 22 },
      { ok: false, reason: 'noise', bytes: 2 },
    ]);
  });

  test('finds a frame inside a text whose CRC is wrong', () => {
    const text = buildFrame(`ST=22;CN=2011;CP=&&${setInterval.slice(0, -4)}`, '1C80');
    expect(commandsOf(text)).toEqual(['1062']);
    expect(decodeFailures(text)).toEqual(['length']);
  });

  test('finds a good frame glued to the beginning of another at once', () => {
    const decoder = createDecoder();
    const found = decoder.push(Buffer.from(`##0377QN=2026;CP=&&Data${setInterval}`));
    expect(found.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('accepts any CRC that is not checked', () => {
    const packets = decodePackets(`${setInterval.slice(0, -4)}zzzz\r\n`, { crc: 'none' });
    expect(packets.map(({ cn }) => cn)).toEqual(['1062']);
  });

  test.each([
    ['#', 'noise'],
    ['##', 'incomplete'],
    ['##01', 'incomplete'],
    ['##0101', 'incomplete'],
    [setInterval.slice(0, -1), 'incomplete'],
    [`${received.replace('0094', '0500')}\r\n`, 'length'],
  ])('refuses the rest of a stream that ends with %j', (text, reason) => {
    expect(decodeAll(text).decoded).toMatchObject([{ ok: false, reason }]);
  });

  test('finds a frame inside a cut frame at the end', () => {
    const text = `##0900QN=2016${setInterval}HB`;
    expect(commandsOf(text)).toEqual(['1062']);
    expect(decodeFailures(text)).toEqual(['length', 'noise']);
  });

  test('can be used again after the end', () => {
    const decoder = createDecoder();
    decoder.push(Buffer.from('##0101QN='));
    decoder.end();
    expect(decoder.push(Buffer.from(setInterval))).toHaveLength(1);
    expect(decoder.end()).toEqual([]);
  });
});

describe('bad input', () => {
  test('refuses text that is not UTF-8', () => {
    const segment = Buffer.concat([
      Buffer.from('CN=3020;CP=&&i11001-Info=//'),
      Buffer.from([0xc7, 0xe5, 0xcf, 0xb4]),
      Buffer.from('//&&'),
    ]);
    expect(decodeFailures(encodeFrame(segment))).toEqual(['utf8']);
    expect(decodeFailures(encodeFrame(segment), { crc: 'none' })).toEqual(['utf8']);
  });

  test('refuses the CRC of another mode, and accepts it in its own mode', () => {
    for (const crc of ['modbus', 'arc'] as const) {
      const frame = encodeFrame('CN=2011;MN=1;CP=&&a34004-Rtd=1&&', crc);
      expect(decodeAll(frame).decoded).toMatchObject([
        { reason: 'crc', detail: expect.stringMatching(/computed/) },
      ]);
      expect(decodePackets(frame, { crc })).toHaveLength(1);
      expect(decodePackets(frame, { crc: 'none' })).toHaveLength(1);
    }
  });

  test('requires the end of the text at the declared length, even without a CRC check', () => {
    expect(decodeFailures(received.replace('0094', '0090'), { crc: 'none' })).toEqual(['length']);
    expect(decodePackets(received.replace('1B00', '0000'), { crc: 'none' })).toHaveLength(1);
  });

  test('counts a line of ten megabytes without keeping it', () => {
    const decoder = createDecoder();
    const piece = Buffer.alloc(64 * 1024, 'a');
    let bytes = 0;
    const before = process.memoryUsage().arrayBuffers;
    for (let at = 0; at < 160; at++) {
      for (const each of decoder.push(piece)) bytes += each.ok ? 0 : each.bytes;
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024);
    expect(bytes).toBe(160 * piece.length);
    expect(decoder.push(Buffer.from(`\r\n${setInterval}`))).toHaveLength(1);
  });

  test('accepts ten megabytes in one push, and a head that declares more than arrives', () => {
    const text = `##9999${'b'.repeat(10 * 1024 * 1024)}\r\n${setInterval}`;
    const { decoded } = decodeAll(text);
    expect(decoded[0]).toMatchObject({ ok: false, reason: 'length' });
    expect(decoded.at(-1)).toMatchObject({ ok: true });
    expect(decoded.length).toBeLessThan(10);
  });
});

describe('a connection of several devices', () => {
  const modbus = encodeFrame(
    'ST=22;CN=2011;MN=second;Flag=4;CP=&&DataTime=20261115080000;a34004-Rtd=1&&',
    'modbus',
  );
  const standard = encodeFrame('ST=22;CN=2011;MN=first;Flag=4;CP=&&DataTime=20261115080000;a34004-Rtd=2&&');

  test('checks the CRC of each device by its own rule', () => {
    const decoder = createDecoder({
      checkOf: (mn) => (mn === 'second' ? { crc: 'modbus', sm4: null } : undefined),
    });
    const found = decoder.push(Buffer.concat([standard, modbus, standard]));
    expect(found.map((one) => (one.ok ? one.packet.mn : one.reason))).toEqual(['first', 'second', 'first']);
  });

  test('refuses an unknown device whose rule is another', () => {
    expect(
      createDecoder()
        .push(modbus)
        .map((one) => one.ok),
    ).toEqual([false]);
  });
});
