import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transact } from '../../platform/db/transaction.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addSite } from '../../testing/stations.ts';
import { type DataEntry, recordDataChanges } from '../reading/changes/data-log.store.ts';
import { type ForwardEntry, recordForwards } from './monitor.api.ts';

let t: TestApp;
let admin: string;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.login();
});
afterAll(() => t.close());

async function list(path: string, query = ''): Promise<Record<string, unknown>[]> {
  const { body } = await t.send('GET', `${path}/list?${query}`, { token: admin });
  expect(body.code, body.msg).toBe(200);
  return body['rows'] as Record<string, unknown>[];
}

const sent: ForwardEntry = {
  type: 'hj212-2017',
  businessKey: 'site-7 2026-03-01 08:00:00 10.0.0.5:9002',
  handleData: '##0101QN=20260301080000000;ST=22;CN=2011',
  succeeded: true,
  errorMsg: null,
  dataTime: new Date('2026-03-01T00:00:00Z'),
};

describe('the forward log', () => {
  const path = '/log/forward';

  it('contains forwarded data, searched by type, key, result and time', async () => {
    const failed = {
      ...sent,
      type: 'json',
      businessKey: 'site-8 x',
      succeeded: false,
      errorMsg: 'ECONNREFUSED',
    };
    await recordForwards(t.app.db, t.app.clock, [sent, failed]);
    await recordForwards(t.app.db, t.app.clock, []);
    expect(await list(path, 'type=hj212-2017')).toMatchObject([
      {
        businessKey: sent.businessKey,
        handleData: sent.handleData,
        handleResult: '0',
        dataTime: '2026-03-01 08:00:00',
      },
    ]);
    expect(await list(path, 'businessKey=SITE-8')).toMatchObject([{ errorMsg: 'ECONNREFUSED' }]);
    expect(await list(path, 'handleResult=1')).toHaveLength(1);
    expect(await list(path, 'beginTime=2036-01-01')).toEqual([]);
  });

  it('shortens long data', async () => {
    const long = { ...sent, type: 'mqtt', handleData: 'x'.repeat(100_000), errorMsg: 'y'.repeat(10_000) };
    await recordForwards(t.app.db, t.app.clock, [long]);
    const [row] = await list(path, 'type=mqtt');
    expect(String(row?.['handleData'])).toHaveLength(8000);
    expect(String(row?.['errorMsg'])).toHaveLength(2000);
  });

  it('can be exported and emptied', async () => {
    const { bytes } = await t.send('POST', `${path}/export`, { token: admin });
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect((await t.send('DELETE', `${path}/clean`, { token: admin })).body.code).toBe(200);
    expect(await list(path)).toEqual([]);
  });
});

describe('the data-modify log', () => {
  const path = '/log/dataModify';
  const changed: DataEntry = {
    siteId: 7,
    siteName: '东门站',
    channelCode: 'a34004',
    dataTime: new Date('2026-03-01T00:00:00Z'),
    oldValue: '812.4',
    newValue: '81.24',
    reason: 'decimal point lost by the device',
    operName: 'lin',
  };

  it('shows user, old and new value, time and reason of a change', async () => {
    // Any translated text can be a reason.
    const byProgram = { ...changed, channelCode: 'a34002', operName: null, reason: 'server.registered' };
    await transact(t.app.pool, (client) => recordDataChanges(client, t.app.clock, [changed, byProgram]));
    const [one] = await list(path, 'channelCode=a34004&siteName=东门&operName=LI');
    expect(one).toMatchObject({
      ...changed,
      dataTime: '2026-03-01 08:00:00',
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    expect(await list(path, 'channelCode=a34002&lang=en_US')).toMatchObject([
      { reason: 'Account created', operName: null },
    ]);
  });

  it('marks simulated sites', async () => {
    const siteId = await addSite(t, { mn: 'MADEUP' });
    await t.app.pool.query('update site set simulated = true where site_id = $1', [siteId]);
    const made = { ...changed, siteId, siteName: 'MADEUP', channelCode: 'marked' };
    const real = { ...changed, siteId: null, siteName: 'gone', channelCode: 'marked' };
    await transact(t.app.pool, (client) => recordDataChanges(client, t.app.clock, [made, real]));
    const found = await list(path, 'channelCode=marked');
    expect(found.map(({ siteName, simulated }) => [siteName, simulated]).toSorted()).toEqual([
      ['MADEUP', true],
      ['gone', false],
    ]);
    const [{ logId } = {}] = await list(path, 'siteName=MADEUP');
    expect((await t.send('GET', `${path}/${logId}`, { token: admin })).body['data']).toMatchObject({
      simulated: true,
    });
    expect((await t.send('DELETE', `${path}/${logId}`, { token: admin })).body.code).toBe(200);
  });

  it('is written in the transaction of the change', async () => {
    const undone = transact(t.app.pool, async (client) => {
      await recordDataChanges(client, t.app.clock, [{ ...changed, channelCode: 'undone' }]);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await list(path, 'channelCode=undone')).toEqual([]);
  });

  it('can be emptied with the permission', async () => {
    expect((await t.send('DELETE', `${path}/clean`, { token: admin })).body.code).toBe(200);
    expect(await list(path)).toEqual([]);
  });
});
