import { HOUR_MS } from '@limpid/contract/durations';
import { afterAll, expect, it } from 'vitest';
import { serveHttp } from '../../platform/outbound/outbound.fixture.ts';
import { openTestApp } from '../../testing/app.ts';
import { errorText } from '../../testing/error-text.ts';
import { makeResourceClient } from '../../testing/resource-client.ts';
import { soon } from '../../testing/soon.ts';
import { wrapFile } from '../../testing/upload.ts';

const t = await openTestApp({ TZ_SERVER: 'Europe/Paris' });
afterAll(() => t.close());
const token = await t.login();
const { pool } = t.app;

/** Clocks of Paris show 02:00 at this moment and again an hour later. */
const first = Date.parse('2026-10-25T00:00Z');
const stored = async () =>
  (
    await pool.query(
      `select (extract(epoch from release_time) * 1000)::float8 as at, pm25, revised_at from reference_reading
       order by release_time`,
    )
  ).rows;

it('hours that the clock of the server shows alike are stored apart, and each is revised alone', async () => {
  let rows = [first, first + HOUR_MS, first + 2 * HOUR_MS].map((at, n) => ({ code: 'FR1', at, v: 10 + n }));
  const server = await serveHttp((_, response) => response.end(JSON.stringify(rows)));
  t.app.outbound.allowOwnServer(server.port);
  const path = '/analysis/referenceSource';
  const source = {
    sourceName: 'Local network',
    kind: 'json',
    url: `http://127.0.0.1:${server.port}/a`,
    codeField: 'code',
    timeField: 'at',
    pollutants: [{ pollutant: 'pm25', field: 'v', unit: 'µg/m³' }],
  };
  expect(await makeResourceClient(t, path, token).send('POST', '', source)).toMatchObject({ code: 200 });
  const { rows: ids } = await pool.query('select source_id from reference_source');
  const fetchNow = () => t.send('POST', `${path}/run/${ids[0].source_id}`, { token });
  const added = [0, 1, 2].map((n) => ({ at: first + n * HOUR_MS, pm25: 10 + n, revised_at: null }));
  await fetchNow();
  await soon(stored).toEqual(added);
  rows = rows.map((row, n) => ({ ...row, v: n === 1 ? 50 : row.v }));
  await fetchNow();
  await soon(stored).toEqual([added[0], { ...added[1], pm25: 50, revised_at: expect.any(String) }, added[2]]);
});

it('a file is refused the hour that it cannot name, and its other hours are imported', async () => {
  await pool.query('delete from reference_reading');
  const lines = ['time,station_code,pm2_5', '2026-10-25 01:00,FR1,1', '2026-10-25 02:00,FR1,2'];
  const upload = wrapFile(Buffer.from([...lines, '2026-10-25 03:00,FR1,3'].join('\n')), 'file', 'a.csv');
  const { body } = await t.send('POST', '/analysis/nationalControl/importData', { token, ...upload });
  const label = 'analysis.nationalControl.fields.releaseTime';
  expect(body['data']).toMatchObject({
    added: 2,
    failed: [{ line: 3, reason: errorText('reference.repeated_time', { label }) }],
  });
  expect((await stored()).map(({ at, pm25 }) => [at, pm25])).toEqual([
    [first - HOUR_MS, 1],
    [first + 2 * HOUR_MS, 3],
  ]);
});
