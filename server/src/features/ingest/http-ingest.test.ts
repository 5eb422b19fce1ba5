import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { testMinute } from '../../testing/clock.ts';
import { soon } from '../../testing/soon.ts';
import { addSite } from '../../testing/stations.ts';
import { packetKind } from '../reading/reading.ts';
import { siteChanged } from '../reading/site-changed.ts';

let t: TestApp;
let siteId: number;
const mn = 'HTTP00000000000000000001';
const key = 'a-key-that-nobody-guesses';
const minute = testMinute - HOUR_MS;
let next = minute - DAY_MS;
/** A moment that no other test uses. */
const moment = () => (next += MINUTE_MS);

interface Verdict {
  stored: boolean;
  refused: { reason: string; detail?: string; msg: string }[];
}

beforeAll(async () => {
  t = await openTestApp();
  siteId = await addSite(t, { mn });
  await giveKey(mn, key);
});
afterAll(() => t.close());

async function giveKey(of: string, secret: string): Promise<void> {
  const hash = createHash('sha256').update(secret).digest();
  await t.app.pool.query('update site set http_key_hash = $2 where mn = $1', [of, hash.toString('hex')]);
  await t.app.bus.publish(siteChanged);
  await vi.waitUntil(() => t.ingest.directory.findByKey(hash)?.mn === of, {
    timeout: MINUTE_MS,
    interval: 10,
  });
}

async function post(json: unknown, headers: Record<string, string> = { 'x-device-key': key }) {
  const response = await t.send('POST', '/ingest/readings?lang=en', { json, headers });
  const { stored, results } = (response.body['data'] ?? {}) as { stored?: number; results?: Verdict[] };
  return { ...response, stored, results };
}

async function rowsAt(ts: number, of = siteId) {
  const { rows } = await t.app.pool.query(
    `select kind, rank::bigint, s1, s2, marks from reading where site_id = $1 and ts = to_timestamp($2 / 1000.0) order by kind`,
    [of, ts],
  );
  return rows;
}

async function countRefusals(reason: string, of = mn): Promise<number> {
  await t.ingest.flush();
  const { rows } = await t.app.pool.query(
    'select count, detail from gateway_refusal where mn = $1 and reason = $2',
    [of, reason],
  );
  return rows[0]?.count ?? 0;
}

describe('a reading over HTTP', () => {
  it('is stored when the response says so, alone or in a list, and counts as a contact of the station', async () => {
    const [one, two, three] = [moment(), moment(), moment()];
    const alone = await post({ mn, ts: one, data: { a34004: 35.5, a34002: '80' } });
    expect(alone).toMatchObject({ status: 200, stored: 1, results: [{ stored: true, refused: [] }] });
    expect(await rowsAt(one)).toEqual([
      { kind: packetKind.realtime, rank: 0, s1: 35.5, s2: 80, marks: null },
    ]);
    const list = await post([
      { ts: two / 1000, data: { 'PM2.5': 1 } },
      { ts: new Date(three).toISOString(), kind: 2051, data: { a34004: 2 } },
    ]);
    expect(list).toMatchObject({ stored: 2, results: [{ stored: true }, { stored: true }] });
    expect(await rowsAt(two)).toMatchObject([{ kind: packetKind.realtime, s1: 1 }]);
    expect(await rowsAt(three)).toMatchObject([{ kind: packetKind.minute, s1: 2 }]);
    await t.ingest.flush();
    const { rows } = await t.app.pool.query('select version, address from site_contact where site_id = $1', [
      siteId,
    ]);
    expect(rows).toEqual([{ version: 'http', address: '127.0.0.1' }]);
  });

  it('follows the rules of packets: flags, ranges, K and B', async () => {
    const ts = moment();
    await post({ ts, data: { a34004: 12, a34002: 99_999_999 }, flag: { a34004: 'D' } });
    const [row] = await rowsAt(ts);
    expect(row).toMatchObject({ s1: null, s2: null });
    expect(row.marks).not.toBeNull();
  });

  it('changes nothing when it is repeated; of two readings the one with the later QN stays', async () => {
    const ts = moment();
    const early = { ts, qn: '20260101000000000', data: { a34004: 10 } };
    const late = { ts, qn: '20260101000001000', data: { a34004: 9 } };
    for (const one of [early, late, early, late]) expect((await post(one)).stored).toBe(1);
    expect(await rowsAt(ts)).toMatchObject([{ s1: 9 }]);
    const { rows } = await t.app.pool.query(
      'select old_value, new_value, reason from data_log where site_id = $1 and data_time = to_timestamp($2 / 1000.0)',
      [siteId, ts],
    );
    expect(rows).toEqual([{ old_value: '10 N', new_value: '9 N', reason: 'ingest.replaced' }]);
  });

  it('uses the zone of the entity if its time has none', async () => {
    const id = await addSite(t, { mn: 'HTTP-PARIS', zone: 'Europe/Paris' });
    await giveKey('HTTP-PARIS', 'paris');
    const ts = moment();
    const local = new Date(ts).toLocaleString('sv-SE', { timeZone: 'Europe/Paris' });
    await post({ ts: local, data: { a34004: 1 } }, { 'x-device-key': 'paris' });
    expect(await rowsAt(ts, id)).toMatchObject([{ s1: 1 }]);
  });

  it('gets a response only after the commit', async () => {
    const ts = moment();
    const client = await t.app.pool.connect();
    await client.query('begin; lock table reading in exclusive mode');
    let hasResponse = false;
    const sent = post({ ts, data: { a34004: 3 } }).then((response) => {
      hasResponse = true;
      return response;
    });
    await soon(() => t.ingest.pipeline.depth).toBe(1);
    const blocked = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await soon(async () => (await t.app.pool.query(blocked)).rowCount).toBe(1);
    expect(hasResponse).toBe(false);
    await client.query('commit');
    client.release();
    expect((await sent).stored).toBe(1);
    expect(await rowsAt(ts)).toMatchObject([{ s1: 3 }]);
  });
});

describe('a list of readings', () => {
  it('reports the refused readings and the reasons, in the requested language', async () => {
    const ts = moment();
    const { status, stored, results } = await post([
      { ts, data: { a34004: 1, x99: 2, a34002: 'NaN' } },
      { ts: '2099-01-01 00:00:00', data: { a34004: 1 } },
      { ts: '1999-12-31 00:00:00', data: { a34004: 1 } },
      { ts: '2020-01-01 00:00:00', data: { a34004: 1 } },
      { ts: '2026-02-30 00:00:00', data: { a34004: 1 } },
      { ts, data: { x99: 2 } },
      { ts, mn: 'SOMEBODY-ELSE', data: { a34004: 1 } },
      { ts, data: Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index}`, index])) },
    ]);
    expect({ status, stored }).toEqual({ status: 200, stored: 1 });
    expect(results?.map((one) => [one.stored, ...one.refused.map(({ reason }) => reason)])).toEqual([
      [true, 'channel', 'value'],
      [false, 'future'],
      [false, 'time'],
      [false, 'old'],
      [false, 'time'],
      [false, 'channel'],
      [false, 'mn'],
      [false, 'factors'],
    ]);
    expect(results?.[0]?.refused[0]).toEqual({
      reason: 'channel',
      detail: 'x99',
      msg: 'This device type has no channel for this code',
    });
    expect(await rowsAt(ts)).toMatchObject([{ s1: 1, s2: null }]);
    expect(await countRefusals('future')).toBe(1);
    expect(await countRefusals('channel')).toBe(2);
  });

  it('refuses readings of a disabled site', async () => {
    const stopped = 'HTTP-STOPPED';
    await addSite(t, { mn: stopped });
    await t.app.pool.query(`update site set status = '1' where mn = $1`, [stopped]);
    await giveKey(stopped, 'stopped');
    await soon(() => t.ingest.directory.findByMn(stopped)?.enabled).toBe(false);
    const { results } = await post({ ts: moment(), data: { a34004: 1 } }, { 'x-device-key': 'stopped' });
    expect(results).toMatchObject([{ stored: false, refused: [{ reason: 'stopped' }] }]);
  });
});

it('refuses JSON with a reason and without a contact for a site that requires SM4', async () => {
  const sealed = 'HTTP-SM4';
  const id = await addSite(t, { mn: sealed, sm4Key: '0'.repeat(32), sm4Required: true });
  await giveKey(sealed, 'sealed');
  const ts = moment();
  const { stored, results } = await post({ ts, data: { a34004: 1 } }, { 'x-device-key': 'sealed' });
  expect({ stored, results }).toEqual({
    stored: 0,
    results: [
      {
        stored: false,
        refused: [
          { reason: 'plain', msg: expect.stringContaining('JSON over HTTP or MQTT is always plain text') },
        ],
      },
    ],
  });
  expect(await rowsAt(ts, id)).toEqual([]);
  expect(await countRefusals('plain', sealed)).toBe(1);
  const { rows } = await t.app.pool.query('select 1 from site_contact where site_id = $1', [id]);
  expect(rows).toEqual([]);
});

describe('an unreadable request', () => {
  it.each<[string, unknown]>([
    ['no time', { data: { a34004: 1 } }],
    ['no data', { ts: 1 }],
    ['empty data', { ts: 1, data: {} }],
    ['data that is a list', { ts: 1, data: [1] }],
    ['a value that is an object', { ts: 1, data: { a34004: {} } }],
    ['an unknown kind', { ts: 1, kind: '9999', data: { a34004: 1 } }],
    ['a QN that is none', { ts: 1, qn: 'x', data: { a34004: 1 } }],
    ['an empty list', []],
    ['501 readings', Array.from({ length: 501 }, () => ({ ts: 1, data: { a34004: 1 } }))],
    ['a list of lists', [[{ ts: 1, data: { a34004: 1 } }]]],
  ])('is refused as a whole: %s', async (_, json) => {
    const { status, body } = await post(json);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 500 });
    expect(body.msg).not.toBe('');
  });

  it('is refused beyond a megabyte', async () => {
    const { status } = await post({ ts: 1, data: { a34004: 1 }, more: 'x'.repeat(1024 * 1024) });
    expect(status).toBe(413);
  });

  it('is refused if it is not JSON', async () => {
    const headers = { 'x-device-key': key, 'content-type': 'application/json' };
    const { status } = await t.send('POST', '/ingest/readings', { payload: '{', headers });
    expect(status).toBe(400);
  });
});

describe('a wrong key', () => {
  it('is refused and counted; further guesses are limited while the right key is still accepted', async () => {
    const headers = { 'x-device-key': 'guess' };
    const reading = { ts: moment(), data: { a34004: 1 } };
    const before = await countRefusals('password', '');
    expect(await post(reading, headers)).toMatchObject({ status: 401, body: { code: 401 } });
    expect(await post(reading, {})).toMatchObject({ status: 401 });
    for (let guess = 0; guess < 28; guess++) await post(reading, headers);
    const { status, headers: sent } = await post(reading, headers);
    expect({ status, later: Number(sent['retry-after']) }).toEqual({ status: 429, later: 600 });
    expect(await post(reading)).toMatchObject({ status: 200, stored: 1 });
    t.clock.advance(11);
    expect(await post(reading, headers)).toMatchObject({ status: 401 });
    expect((await countRefusals('password', '')) - before).toBe(32);
  });

  it('includes the old key after a new one was created', async () => {
    await giveKey(mn, 'another');
    expect(await post({ ts: moment(), data: { a34004: 1 } })).toMatchObject({ status: 401 });
    await giveKey(mn, key);
  });
});

it('asks the device to retry later while the queue is full', async () => {
  const full = vi.spyOn(t.ingest.pipeline, 'full', 'get').mockReturnValue(true);
  const { status, headers, body } = await post({ ts: moment(), data: { a34004: 1 } });
  full.mockRestore();
  expect({ status, code: body.code }).toEqual({ status: 503, code: 503 });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});
