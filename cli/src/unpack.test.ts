import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEntries } from '../../server/src/features/reading/merge.rule.ts';
import { bits, packetKind, type Reading } from '../../server/src/features/reading/reading.ts';
import { openTestApp, type TestApp } from '../../server/src/testing/app.ts';
import { testDay } from '../../server/src/testing/clock.ts';
import { formatUrl } from '../../server/src/testing/connection.ts';
import { runTask } from '../../server/src/testing/run-task.ts';
import { addSite, storeTestReadings } from '../../server/src/testing/stations.ts';

const program = fileURLToPath(new URL('../limpid.mjs', import.meta.url));
/** A packed day, and the next day, which is partly unpacked. */
const day = testDay - 5 * DAY_MS;
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

async function run(args: string[], url: string, language = 'C') {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, LANG: language, DATABASE_URL: url };
  const child = spawn(process.execPath, [program, 'unpack', ...args], { env });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err: err.trim() };
}

function makeReading(siteId: number, minute: number, late = 0): Reading {
  const ts = day + minute * MINUTE_MS;
  const isBad = minute % 5 === 0;
  const mark = { slot: 2, flag: 'D', bits: 0, raw: Math.fround(9.9), rank: null };
  return {
    siteId,
    kind: packetKind.realtime,
    ts,
    hour: Math.floor(ts / HOUR_MS) * HOUR_MS,
    rank: ts * 2 + late,
    slots: [1, 2],
    values: [Math.fround((minute + late) / 7), isBad ? null : Math.fround(minute / 10)],
    marks: isBad ? [mark] : [],
  };
}

describe('limpid unpack', () => {
  it('returns the stored values, packed or not, as a table and as CSV; a second run changes nothing', async () => {
    const siteId = await addSite(test, { mn: 'UNPACK-A', zone: 'UTC' });
    const early = Array.from({ length: 100 }, (_, minute) => makeReading(siteId, minute));
    await storeTestReadings(test, early);
    await runTask(test, 'readingTask.pack(3)');
    const late = makeReading(siteId, 7, 1);
    await storeTestReadings(test, [late, makeReading(siteId, 200)]);
    const stored = [...early.filter(({ ts }) => ts !== late.ts), late, makeReading(siteId, 200)]
      .toSorted((a, b) => a.ts - b.ts)
      .flatMap((reading) => listEntries(reading).map((entry) => ({ ...entry, at: reading.ts })));
    const url = formatUrl(test.connection);
    const order = ['--mn', 'unpack-a', '--from', dateOf(day), '--to', dateOf(day + DAY_MS)];
    expect(await run(order, url)).toEqual({
      code: 0,
      out: '',
      err: `Values in the table reading_unpacked: ${stored.length}.`,
    });
    expect((await run(order, url, 'fr_FR.UTF-8')).code).toBe(0);
    const { rows } = await test.app.pool.query(
      `select extract(epoch from ts)::float8 * 1000 as at, slot, value::float8, flag, raw::float8, edited
       from reading_unpacked join basic_channel on channel_code = channel where site_id = $1 order by ts, slot`,
      [siteId],
    );
    expect(rows).toEqual(
      stored.map(({ at, slot, value, flag, raw }) => ({ at, slot, value, flag, raw, edited: false })),
    );
    const printed = await run([...order, '--csv'], url, 'zh_CN.UTF-8');
    const [head, ...lines] = printed.out.trim().split('\n');
    expect(head).toBe('site_id,mn,ts,kind,channel,value,flag,raw,edited,low,high,out_of_range');
    expect(lines).toHaveLength(stored.length);
    expect(lines[1]).toBe(`${siteId},UNPACK-A,${new Date(day).toISOString()},2011,PM10,,D,9.9,false,,,false`);
    expect(lines.map((line) => Math.fround(Number(line.split(',')[7])))).toEqual(
      stored.map(({ raw }) => raw),
    );
    expect(printed.err).toBe(`已输出 ${stored.length} 个值。`);
  });

  it('includes Min, Max and the mark of out-of-range values, packed or not', async () => {
    const siteId = await addSite(test, { mn: 'UNPACK-B', zone: 'UTC' });
    const outOfRange = { slot: 2, flag: 'N', bits: bits.range, raw: 20_000, rank: null };
    const edit = { rank: day, withdrawn: false, measured: 30 };
    const edited = { slot: 1, flag: 'N', bits: 0, raw: null, rank: null, edit };
    const mean = (minute: number): Reading => ({
      ...makeReading(siteId, minute),
      kind: packetKind.minute,
      values: [Math.fround(30.1), null],
      marks: minute === 2 ? [edited, outOfRange] : [outOfRange],
      extremes: [{ slot: 1, low: Math.fround(20.2), high: minute === 1 ? null : 40 }],
    });
    await storeTestReadings(test, [mean(1), mean(2)]);
    const url = formatUrl(test.connection);
    const order = ['--mn', 'UNPACK-B', '--from', dateOf(day)];
    const read = async () => {
      const { out } = await run([...order, '--csv'], url);
      return out
        .split('\n')
        .slice(1, -1)
        .map((line) => line.split(',').slice(4).join());
    };
    const expected = [
      'PM2.5,30.1,N,30.1,false,20.2,,false',
      'PM10,,N,20000,false,,,true',
      'PM2.5,30.1,N,30,true,,,false',
      'PM10,,N,20000,false,,,true',
    ];
    expect(await read()).toEqual(expected);
    await runTask(test, 'readingTask.pack(3)');
    expect(await read()).toEqual(expected);
    await run(order, url);
    // Creates the table as an earlier version did.
    await test.app.pool.query(
      'alter table reading_unpacked drop column low, drop column high, drop column out_of_range',
    );
    expect((await run(order, url)).code).toBe(0);
    const { rows } = await test.app.pool.query(
      'select low, high, out_of_range from reading_unpacked where site_id = $1 order by ts, channel desc',
      [siteId],
    );
    expect(rows).toEqual([
      { low: 20.2, high: null, out_of_range: false },
      { low: null, high: null, out_of_range: true },
      { low: null, high: null, out_of_range: false },
      { low: null, high: null, out_of_range: true },
    ]);
  });

  it.each([
    [[], 'Which station?'],
    [['--mn', 'NOBODY', '--from', '2026-11-01'], 'No site has the MN “NOBODY”.'],
    [['--mn', 'X', '--from', '2026-02-30'], '--from has to be a date such as 2026-11-01'],
    [['--mn', 'X', '--from', '2026-11-02', '--to', '2026-11-01'], '--to is earlier'],
  ])('prints one clear line for %j', async (args, problem) => {
    const { code, out, err } = await run(args, formatUrl(test.connection));
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringContaining(problem) });
  });
});
