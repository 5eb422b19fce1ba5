import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import type { SeededParam } from './command-params.ts';
import { commandRow, paramRow } from './command-rows.ts';
import { factor, period, read, type SeededCommand, write } from './seeded-command.ts';

/** After the seeded rows so far, before those of an administrator. */
const [firstCommand, firstParam] = [941, 921];

/** HJ/T 212-2005 prints a comma between the two times. */
const oldPeriod = period.replace(';', ',');
const oldest = { until: '2005' } as const;

/** Commands whose CP differs in 2005, with the template that all versions had. */
const splits: { before: string; command: SeededCommand }[] = [
  {
    before: 'NewPW={NewPW}',
    command: {
      code: '1072',
      type: write,
      titles: ['设置访问密码（2005）', 'Set password (2005)', 'Changer le mot de passe (2005)'],
      template: 'PW={PW}',
      dangerous: true,
      ...oldest,
    },
  },
  {
    before: period,
    command: {
      code: '2031',
      type: read,
      titles: ['读取日数据（2005）', 'Read daily data (2005)', 'Lire les données journalières (2005)'],
      template: oldPeriod,
      ...oldest,
    },
  },
  {
    before: period,
    command: {
      code: '2041',
      type: read,
      titles: ['读取设备运行时间（2005）', 'Read running hours (2005)', 'Lire les heures de marche (2005)'],
      template: oldPeriod,
      ...oldest,
    },
  },
  {
    before: period,
    command: {
      code: '2051',
      type: read,
      titles: ['读取分钟数据（2005）', 'Read minute data (2005)', 'Lire les données minute (2005)'],
      template: oldPeriod,
      ...oldest,
    },
  },
  {
    before: period,
    command: {
      code: '2061',
      type: read,
      titles: ['读取小时数据（2005）', 'Read hourly data (2005)', 'Lire les données horaires (2005)'],
      template: oldPeriod,
      ...oldest,
    },
  },
];

const added: SeededCommand[] = [
  {
    code: '1001',
    type: write,
    titles: ['设置报警时间（2005）', 'Set alarm duration (2005)', 'Régler la durée d’alarme (2005)'],
    template: 'WarnTime={WarnTime}',
    ...oldest,
  },
  {
    code: '1032',
    type: write,
    titles: ['设置上报目标（2005）', 'Set report target (2005)', 'Régler le destinataire (2005)'],
    template: 'AlarmTarget={AlarmTarget}',
    parent: '1031',
    ...oldest,
  },
  {
    code: '2071',
    type: read,
    titles: ['读取报警记录（2005）', 'Read alarm records (2005)', 'Lire les alarmes (2005)'],
    template: oldPeriod,
    ...oldest,
  },
];

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')).join(', ');
const params: SeededParam[] = [
  {
    commands: ['1072'],
    code: 'PW',
    titles: ['新密码', 'New password', 'Nouveau mot de passe'],
    type: 'password',
  },
  {
    commands: ['1001'],
    code: 'WarnTime',
    titles: ['报警时间', 'Duration', 'Durée'],
    type: 'integer',
    unit: 's',
    min: 1,
    max: 99999,
  },
  {
    commands: ['1032'],
    code: 'AlarmTarget',
    titles: ['上报目标', 'Target', 'Destinataire'],
    type: 'text',
    min: 1,
    max: 20,
  },
  { commands: ['2071'], code: 'BeginTime', titles: ['开始时间', 'From', 'Début'], type: 'time' },
  { commands: ['2071'], code: 'EndTime', titles: ['结束时间', 'To', 'Fin'], type: 'time' },
  {
    commands: ['3014'],
    code: 'CTime',
    titles: ['采样时刻', 'Hour of sampling', 'Heure de prélèvement'],
    type: 'choice',
    unit: 'h',
    choices: hours,
  },
];

/** Seeded and never edited. */
const untouched = `create_by = 'system' and update_by is null`;

/**
 * Gives the commands of HJ/T 212-2005 the CP of that version. Rows that an administrator has changed or removed stay as
 * they are, and get no second command beside them.
 */
export async function seedOldStationCommands(client: pg.PoolClient): Promise<void> {
  const commands: SeededCommand[] = [];
  for (const { before, command } of splits) {
    const { rowCount } = await client.query(
      `update basic_command set since_version = '2017'
       where command_code = $1 and config_params = $2 and since_version = '2005' and until_version = '2025'
         and ${untouched}`,
      [command.code, before],
    );
    if (rowCount === 1) commands.push(command);
  }
  await insertRows(
    client,
    'basic_command_param',
    params
      .flatMap(({ commands: codes, ...param }) => codes.map((command) => ({ command, ...param })))
      .map((param, index) => paramRow(param, firstParam + index)),
  );
  await insertRows(
    client,
    'basic_command',
    [...commands, ...added].map((command, index) => commandRow(command, firstCommand + index)),
  );
  await client.query(
    `update basic_command set config_params = $2
     where command_code = '3014' and config_params = $1 and ${untouched}`,
    [`${factor};Ctime={Ctime}`, `${factor},CTime={CTime}`],
  );
  await client.query(
    `delete from basic_command_param p where command_code = '3014' and param_code = 'Ctime' and ${untouched}
       and not exists (select from basic_command c where c.command_code = '3014' and c.config_params like '%{Ctime}%')`,
  );
  await client.query(
    `update basic_command set dangerous = true
     where (command_code = '3016' or command_code = '3021' and config_params like '%InfoId=i13003;%'
       or command_code = '3014' and until_version = '2005') and ${untouched}`,
  );
  await client.query(
    `update basic_command_param set param_type = 'hourMinute'
     where command_code = '1042' and param_code = 'ReportTime' and param_type = 'timeOfDay' and ${untouched}`,
  );
}
