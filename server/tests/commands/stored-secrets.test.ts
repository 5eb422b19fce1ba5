import { expect, it } from 'vitest';
import { readMigrations } from '../../src/platform/db/migrate.ts';
import { openTestApp } from '../../src/testing/app.ts';
import { addSite } from '../../src/testing/stations.ts';

it('the migration hides secrets that were stored before, and moves answers to the channel that was asked for', async () => {
  const test = await openTestApp();
  const { pool } = test.app;
  const siteId = await addSite(test, { mn: 'OLD' });
  const raw =
    'FtpPW-Info=ab/cd;ApiKey-Info=k1;SK=s1;SKCreateTime=20260101000000;i21001-Info=//NewPW=p1; door open//';
  const items = [
    { code: 'FtpPW', value: 'ab/cd' },
    { code: 'ApiKey', value: 'k1' },
    { code: 'i21001', value: 'NewPW=p1; door open' },
    { code: 'i23101', value: 'V2' },
  ];
  await pool.query(
    `insert into station_report (site_id, ts, received_at, kind, content, raw, digest)
     values ($1, now(), now(), '3020', $2, $3, 'x')`,
    [siteId, { polId: null, items }, raw],
  );
  await pool.query(
    `insert into device_log (site_id, device_sn, command_code, log_type, kind, state, data_time, send_until, ended_at,
       request, response, result_desc)
     values ($1, 'OLD', '3020', '0', 'readValue', 'done', now(), now(), '2026-01-01 00:00:00.123',
       'CN=3020;PW=p2;MN=OLD;CP=&&PolId=a34004;InfoId=i13008&&', 'CN=3020;CP=&&i13008-Info=2;LoginPwd=p3&&', 'FtpPassword=p4')`,
    [siteId],
  );
  await pool.query(
    `insert into device_parameter (site_id, pol_id, code, read_value, read_at)
     select $1, pol_id, code, value, at::timestamptz from (values
       ('', 'i13008', '2', '2026-01-01 00:00:00.123'), ('', 'i13007', '5', '2026-01-01 00:00:00.123'),
       ('a34004', 'i13008', '1', '2025-01-01'), ('', 'FtpPW', 'p5', '2025-01-01'), ('', 'i23101', 'V2', '2025-01-01')
     ) as given(pol_id, code, value, at)`,
    [siteId],
  );
  const step = readMigrations().find(({ name }) => name === '0100_stored_secrets');
  const client = await pool.connect();
  await step?.run(client);
  await step?.run(client);
  client.release();
  const { rows: reports } = await pool.query('select raw, content from station_report');
  expect(reports).toEqual([
    {
      raw: 'FtpPW-Info=******;ApiKey-Info=******;SK=******;SKCreateTime=20260101000000;i21001-Info=//NewPW=******; door open//',
      content: {
        polId: null,
        items: [
          { code: 'FtpPW', value: '******' },
          { code: 'ApiKey', value: '******' },
          { code: 'i21001', value: 'NewPW=******; door open' },
          { code: 'i23101', value: 'V2' },
        ],
      },
    },
  ]);
  const { rows: log } = await pool.query('select request, response, result_desc from device_log');
  expect(log).toEqual([
    {
      request: 'CN=3020;PW=******;MN=OLD;CP=&&PolId=a34004;InfoId=i13008&&',
      response: 'CN=3020;CP=&&i13008-Info=2;LoginPwd=******&&',
      result_desc: 'FtpPassword=******',
    },
  ]);
  const { rows: parameters } = await pool.query(
    `select pol_id || ' ' || code || '=' || read_value as value from device_parameter order by value`,
  );
  expect(parameters.map(({ value }) => value)).toEqual([' i13007=5', ' i23101=V2', 'a34004 i13008=2']);
  await test.close();
});
