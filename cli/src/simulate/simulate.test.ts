import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { demoCities } from '@limpid/simulator/demo/demo-cities';
import { faultNames } from '@limpid/simulator/faults/fault-request';
import { faultKinds } from '@limpid/simulator/faults/faults';
import { openPlatform, type TestPlatform } from '@limpid/simulator/station/platform.fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../terminal.ts';
import { readFault, readMn, readNumberOption, readZone } from './options.ts';
import { readDemoFaults, runSimulate } from './simulate.ts';

const program = fileURLToPath(new URL('../../limpid.mjs', import.meta.url));
let platform: TestPlatform;
beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.close());

async function run(args: string[], { input = '', language = 'C' } = {}) {
  const env = { ...process.env, LC_ALL: '', LC_MESSAGES: '', LANG: language };
  const child = spawn(process.execPath, [program, 'simulate', ...args], { env });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  child.stdin.end(input);
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return {
    code,
    lines: out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
    err,
  };
}

const port = () => ['--port', String(platform.address.port)];

describe('limpid simulate', () => {
  it('puts a load on a platform and prints a report', async () => {
    const { code, lines } = await run([...port(), '--stations', '3', '--rate', '50', '--seconds', '1']);
    expect(code).toBe(0);
    expect(lines).toMatchObject([{ stations: 3, lost: 0, reconnects: 0, p50: expect.any(Number) }]);
    expect(platform.packets.map(({ mn }) => mn)).toContain('SIM000003');
  });

  it('replays hours from a table', async () => {
    const input = 'time,PM2.5,Weather\n2026-11-01 00:00,12,sunny\n2026-11-01 01:00,13,rain\n';
    const { code, lines, err } = await run([...port(), '--replay', '-', '--mn', 'A1', '--mn', 'A2'], {
      input,
    });
    expect(code).toBe(0);
    expect(lines).toMatchObject([
      { mn: 'A1', rows: 2, acknowledged: 2 },
      { mn: 'A2', rows: 2, acknowledged: 2 },
    ]);
    expect(err).toBe('Columns that are not channels, ignored: Weather\n');
  });

  it('runs the demo for a limited time', async () => {
    const { code, lines } = await run([...port(), '--demo', '--seconds', '2']);
    expect(code).toBe(0);
    expect(lines).toMatchObject([{ stations: 60, lost: 0 }]);
    expect(lines[0].acknowledged).toBeGreaterThan(0);
  });

  it('plans the requested faults at the requested stations and times', () => {
    const [one, other] = demoCities.flatMap(({ sites }) => sites);
    if (!one || !other) throw new Error('two sites');
    const named = readDemoFaults({ fault: ['spike:5:20', 'offline'], mn: [one.mn] }, 1000);
    expect(named.faults?.(other)).toEqual([]);
    expect(named.faults?.(one)).toEqual([
      { kind: 'spike', from: 6000, to: 26_000, channel: 'PM2.5' },
      { kind: 'offline', from: 61_000, to: 361_000 },
    ]);
    const all = readDemoFaults({ fault: faultNames }, 0);
    expect(new Set(all.faults?.(other).map(({ kind }) => kind))).toEqual(new Set(faultKinds));
    expect([named.hasBattery, all.hasBattery]).toEqual([false, true]);
    expect(readDemoFaults({}, 0)).toEqual({});
  });

  it('sends nothing while its stations are set to be offline', async () => {
    const { code, lines } = await run([...port(), '--demo', '--fault', 'offline:0', '--seconds', '1']);
    expect(code).toBe(0);
    expect(lines).toMatchObject([{ stations: 60, sent: 0, connections: 0 }]);
  });

  it.each([
    [['--rate', 'much'], '--rate has to be a number from 0.01 to 100000, not “much”.'],
    [['--port', '1'], '127.0.0.1:1 cannot be reached (ECONNREFUSED).'],
  ])('prints the problem of %j', async (args, message) => {
    const { code, lines, err } = await run(args);
    expect({ code, lines }).toEqual({ code: 1, lines: [] });
    expect(err).toContain(message);
  });

  it.each([
    ['half a station', () => readNumberOption('stations', '1.5', 1)],
    ['no number', () => readNumberOption('seconds', ' ', 1)],
    ['a port that there is not', () => readNumberOption('port', '65536', 1)],
    ['an MN with a blank', () => readMn('A B')],
    ['an MN that is too long', () => readMn('A'.repeat(25))],
    ['a zone of another planet', () => readZone('Mars')],
    ['a fault that nobody knows', () => readFault('fire')],
    ['a fault without an end', () => readFault('spike:1:')],
    ['a fault of no length', () => readFault('spike:1:0')],
    ['a fault of more than it has', () => readFault('spike:1:2:3')],
    ['a fault without the demo', () => runSimulate(['--fault', 'spike'])],
    ['faults of a station that is not of the demo', () => runSimulate(['--demo', '--mn', 'NOBODY'])],
    ['a word', () => runSimulate(['now'])],
    ['hours of nobody', () => runSimulate(['--replay', '-'])],
  ])('refuses %s', async (_, attempt) => {
    await expect((async () => attempt())()).rejects.toThrow(UsageError);
  });
});
