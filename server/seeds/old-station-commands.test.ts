import { afterAll, expect, it } from 'vitest';
import { openTestApp } from '../src/testing/app.ts';
import { seedOldStationCommands } from './reference/device/old-station-commands.ts';

const t = await openTestApp();
afterAll(() => t.close());
const { pool } = t.app;

async function listCommands(...codes: string[]) {
  const { rows } = await pool.query(
    `select command_code as code, config_params as template, since_version as since, until_version as until
     from basic_command where command_code = any($1) order by command_code, since_version, command_id`,
    [codes],
  );
  return rows.map(({ code, since, until, template }) => `${code} ${since}-${until} ${template}`);
}

const corrected = [
  '1072 2005-2005 PW={PW}',
  '1072 2017-2025 NewPW={NewPW}',
  '2051 2005-2005 BeginTime={BeginTime},EndTime={EndTime}',
  '2051 2017-2025 BeginTime={BeginTime};EndTime={EndTime}',
  '3014 2005-2005 PolId={PolId},CTime={CTime}',
  '3014 2017-2025 PolId={PolId}',
];

it('commands of 2005 have the CP of that version', async () => {
  expect(await listCommands('1072', '2051', '3014')).toEqual(corrected);
  expect(await listCommands('1001', '1032', '1042', '2071')).toEqual([
    '1001 2005-2005 WarnTime={WarnTime}',
    '1032 2005-2005 AlarmTarget={AlarmTarget}',
    '1042 2005-2005 ReportTime={ReportTime}',
    '2071 2005-2005 BeginTime={BeginTime},EndTime={EndTime}',
  ]);
});

it('an installation of before is corrected, except rows that an administrator has changed or removed', async () => {
  // As the seed of the commands left them.
  await pool.query(`delete from basic_command where command_id between 941 and 948`);
  await pool.query(`delete from basic_command_param where param_id between 921 and 926`);
  await pool.query(
    `update basic_command set since_version = '2005' where command_code in ('1072', '2031', '2041', '2051', '2061')`,
  );
  await pool.query(`update basic_command set config_params = 'PolId={PolId};Ctime={Ctime}'
    where command_code = '3014' and until_version = '2005'`);
  await pool.query(`update basic_command_param set param_type = 'timeOfDay' where command_code = '1042'`);
  await pool.query(`update basic_command set status = '1', update_by = 'admin' where command_code = '2031'`);
  await pool.query(`update basic_command set config_params = 'Begin={BeginTime}', update_by = 'admin'
    where command_code = '2041'`);
  await pool.query(`delete from basic_command where command_code = '2061'`);
  const client = await pool.connect();
  try {
    await seedOldStationCommands(client);
  } finally {
    client.release();
  }
  expect(await listCommands('1072', '2051', '3014')).toEqual(corrected);
  expect(await listCommands('2031', '2041', '2061')).toEqual([
    '2031 2005-2025 BeginTime={BeginTime};EndTime={EndTime}',
    '2041 2005-2025 Begin={BeginTime}',
  ]);
  const { rows } = await pool.query(
    `select param_code, param_type from basic_command_param where command_code in ('1042', '3014') order by 1`,
  );
  expect(rows).toEqual([
    { param_code: 'CTime', param_type: 'choice' },
    { param_code: 'PolId', param_type: 'channel' },
    { param_code: 'ReportTime', param_type: 'hourMinute' },
  ]);
});
