import { encodeFrame, encodePacket } from '@limpid/hj212/encode';
import { describe, expect, it } from 'vitest';
import { framePrefix, header, minuteFrame, run, sampleHeartbeat, writeTempFile } from './cli.fixture.ts';

const strange = encodeFrame(
  `${framePrefix}DataTime=20261115083000;a34004-Rtd=56.0,a34004-Flag=N;a34002-Rtd=1e309&&`,
);
describe('limpid hj212 decode', () => {
  it('prints one line for each frame of a file or of standard input', async () => {
    const stream = Buffer.concat([Buffer.from('DTU0001\r\n'), strange, sampleHeartbeat]);
    const wanted = [
      {
        ok: true,
        qn: '20261115083000123',
        st: '22',
        cn: '2011',
        pw: '123456',
        mn: '010000A8900016F000169DC0',
        flag: 5,
        version: '2017',
        cp: {
          DataTime: '20261115083000',
          'a34004-Rtd': '56.0',
          'a34004-Flag': 'N',
          'a34002-Rtd': '1e309',
        },
        factors: { a34004: { Rtd: 56, Flag: 'N' }, a34002: { Rtd: null } },
      },
      expect.objectContaining({ cn: '9015', flag: 9, cp: {} }),
    ];
    const piped = await run(['hj212', 'decode'], stream);
    expect(piped).toMatchObject({ code: 0, lines: wanted });
    expect(piped.err).toBe('frames read: 2, refused: 0, bytes outside of frames: 7\n');
    expect((await run(['hj212', 'decode', writeTempFile('frames', stream)])).lines).toEqual(piped.lines);
  });

  it('prints why a frame is refused', async () => {
    const broken = minuteFrame.toString().replace('56.0', '57.0');
    const cut = minuteFrame.subarray(0, 60);
    const { code, lines } = await run(['hj212', 'decode'], Buffer.concat([Buffer.from(broken), cut]));
    expect(code).toBe(0);
    expect(lines).toMatchObject([
      { ok: false, reason: 'crc' },
      { ok: false, reason: 'incomplete' },
    ]);
  });

  it('accepts the CRC mode and the SM4 key of a device', async () => {
    const key = Buffer.from('0123456789abcdef');
    const items = [[{ name: 'DataTime', value: '20261115083000' }], [{ name: 'a34004-Rtd', value: '56' }]];
    const fields = { ...header, version: '2025', qn: '20261115083000123', cn: '2011', items } as const;
    const frame = encodePacket(fields, { crc: 'modbus', key });
    const known = await run(['hj212', 'decode', '--crc', 'modbus', '--key', key.toString('hex')], frame);
    expect(known.lines).toMatchObject([{ ok: true, encrypted: true, cp: { 'a34004-Rtd': '56' } }]);
    const wrongKey = ['--crc', 'modbus', '--key', '00'.repeat(16)];
    expect((await run(['hj212', 'decode', ...wrongKey], frame)).lines).toMatchObject([{ reason: 'sm4' }]);
    expect((await run(['hj212', 'decode', '--crc', 'modbus'], frame)).lines).toMatchObject([
      { reason: 'encrypted' },
    ]);
  });

  it('reads a file of any size as a stream', async () => {
    const { lines, err } = await run(['hj212', 'decode'], Buffer.alloc(10_000_000, 'x'));
    expect(lines).toEqual([]);
    expect(err).toContain('bytes outside of frames: 10000000');
  });
});

function packetWith(json: string): string {
  return `{"qn":"20261115083000123","st":"22","cn":"2011","pw":"1","mn":"2","flag":4,"cp":{},${json}}`;
}

describe('limpid hj212 encode', () => {
  it('makes the frame that decode reads, and the same JSON again from that frame', async () => {
    const { out } = await run(['hj212', 'decode'], minuteFrame);
    const { code, out: frame } = await run(['hj212', 'encode'], out);
    expect({ code, frame }).toEqual({ code: 0, frame: minuteFrame.toString() });
  });

  it('keeps order and repetition of fields, on which the meaning depends', async () => {
    const texts = [
      'a34004-Rtd=1,a34004-Flag=N;a34004-Rtd=2,a34004-Flag=D',
      'PolId=a34004;InfoId=i13008;i13008-Info=1.08;InfoId=i13007;i13007-Info=-3.2',
      'DataTime=20261115083000;107=5;a34004=7',
    ];
    const frames = Buffer.concat(texts.map((text) => encodeFrame(`${framePrefix}${text}&&`)));
    const { out } = await run(['hj212', 'decode'], frames);
    expect((await run(['hj212', 'encode'], out)).out).toBe(frames.toString());
  });

  it('writes numbers as the protocol does', async () => {
    const cp = '{"a-Rtd":1e-7,"b-Rtd":1e21,"c-Rtd":-0.5,"d-Rtd":101.32}';
    const input = `{"qn":"20261115083000123","st":22,"cn":2011,"pw":"1","mn":"2","flag":4,"cp":${cp}}`;
    const { out } = await run(['hj212', 'encode'], input);
    expect(out).toContain('CP=&&a-Rtd=0.0000001;b-Rtd=1000000000000000000000;c-Rtd=-0.5;d-Rtd=101.32&&');
  });

  it('splits a packet that does not fit into one frame', async () => {
    const cp = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`a${10000 + index}-Rtd`, index + 0.5]),
    );
    const packet = { ...header, qn: '20261115083000123', cn: '2011', flag: 5 };
    const input = JSON.stringify({ ...packet, cp: { DataTime: '20261115083000', ...cp } });
    const { out } = await run(['hj212', 'encode'], input);
    const { lines } = await run(['hj212', 'decode'], out);
    expect(lines).toMatchObject([
      { flag: 7, pnum: 2, pno: 1 },
      { flag: 7, pnum: 2, pno: 2 },
    ]);
    const factors = lines.flatMap((line) => Object.keys(Object(line['factors'])));
    expect(factors).toHaveLength(60);
  });

  it.each([
    ['[1', 'This is not a JSON object'],
    ['{"st":"22"}', 'cn: missing'],
    ['{"st":"22","cn":"2011","pw":"1","mn":"2","flag":4,"cp":{"a":"x;y"}}', 'qn: missing'],
    ['{"st":"22","cn":"2011","pw":"1","mn":"2","flag":300,"cp":{}}', 'flag: 300'],
    [packetWith('"cp":{"a":"x;y"}'), 'a: "x;y"'],
    [packetWith('"cp":{"a-Rtd":1e309}'), 'a-Rtd: null'],
    [packetWith('"cp":{"a-Rtd":"NaN"}'), 'a-Rtd: "NaN"'],
    [packetWith('"cp":[["a","1"]]'), 'cp: [["a","1"]]'],
    [packetWith('"qn":20261115083000123'), 'qn: 20261115083000124'],
    [packetWith('"mn":888888888000000123456'), 'mn: 888888888000000'],
    [packetWith('"flag":7'), 'flag: 7 announces pnum and pno'],
    [packetWith('"flag":true'), 'flag: true'],
    [packetWith('"flag":null,"version":"2030"'), 'version: "2030"'],
    [packetWith('"rf":"x"'), 'rf: "x"'],
  ])('prints the problem of %s', async (input, problem) => {
    const { code, out, err } = await run(['hj212', 'encode'], input);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(problem);
  });
});

describe('limpid aqi', () => {
  it('computes an index', async () => {
    const values = ['PM2.5=75', 'PM10=150', 'SO2=500', 'NO2=200', 'CO=10', 'O3=200'];
    const { lines } = await run(['aqi', '--standard', 'HJ 633-2026', '--mode', 'hourly', ...values]);
    expect(lines).toEqual([
      {
        aqi: 114,
        published: 114,
        level: 3,
        primary: ['PM2.5'],
        iaqi: { 'PM2.5': 114, PM10: 112, SO2: 100, NO2: 100, CO: 100, O3: 100 },
        missing: [],
        reference: false,
      },
    ]);
  });

  it('gives null for values that are no concentration, and NA where no index may be published', async () => {
    const words = ['PM2.5=NaN', 'PM10=-1', 'CO=1e309', 'O3=', 'SO2=0x10', 'NO2=20'];
    const { lines } = await run(['aqi', '--standard', 'HJ 633-2026', '--mode', 'hourly', ...words]);
    const iaqi = { 'PM2.5': null, PM10: null, CO: null, O3: null, SO2: null, NO2: 10 };
    expect(lines).toMatchObject([{ aqi: 10, published: 'NA', level: 1, primary: [], iaqi, reference: true }]);
  });

  it.each([
    [['--standard', 'ISO', 'PM2.5=1'], '--standard has to be one of "HJ 633-2012"'],
    [['--mode', 'weekly', 'PM2.5=1'], '--mode has to be one of "hourly", "daily".'],
    [[], 'No concentrations given'],
    [['PM2.5'], '“PM2.5” is not a concentration'],
  ])('prints the problem of %j', async (args, problem) => {
    const { code, err } = await run(['aqi', ...args]);
    expect(code).toBe(1);
    expect(err).toContain(problem);
  });
});

describe('limpid', () => {
  it('prints its help in the language of the terminal', async () => {
    expect((await run([])).out).toContain('limpid hj212 decode [FILE]');
    expect((await run(['--help'], '', 'zh_CN.UTF-8')).out).toContain('平台命令行工具');
    expect((await run(['hj212', 'decode', '/no/such'], '', 'fr_FR.UTF-8')).err).toBe(
      '/no/such ne peut pas être lu (ENOENT).\n',
    );
  });

  it.each([[['nothing']], [['hj212']], [['hj212', 'nothing']], [['hj212', 'decode', '--no-such']]])(
    'refuses %j with one line',
    async (args) => {
      const { code, out, err } = await run(args);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err.trim().split('\n')).toHaveLength(1);
    },
  );
});
