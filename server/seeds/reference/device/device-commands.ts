import type pg from 'pg';
import { insertDictionaries, type SeededDictionary } from '../../dictionary-rows.ts';
import { insertRows } from '../../insert.ts';
import { type SeededScreen, screenRows } from '../../menu-rows.ts';
import { seededParams } from './command-params.ts';
import { commandRow, paramRow } from './command-rows.ts';
import { seededCommands } from './commands.ts';

const basic = 1200;

const types: SeededDictionary = {
  type: 'device_command_type',
  names: ['命令类型', 'Command types', 'Types de commande'],
  entries: [
    ['0', '读取', 'Read', 'Lecture', 'primary'],
    ['1', '写入', 'Write', 'Écriture', 'warning'],
    ['2', '设备操作', 'Operate', 'Commande', 'danger'],
    ['3', '主动上传日志', 'Log upload', 'Envoi du journal', 'info'],
    ['4', '读取日志', 'Read log', 'Lecture du journal', 'primary'],
    ['5', '保存配置', 'Save configuration', 'Enregistrement', 'warning'],
    ['7', '获取国/省控校准数据', 'Get reference data', 'Données de référence', 'info'],
  ],
};

const screens: SeededScreen[] = [
  {
    id: basic + 4,
    parent: basic,
    order: 4,
    titles: ['设备命令', 'Device commands', 'Commandes d’appareil'],
    path: 'command',
    component: 'basic/command/index',
    permission: 'basic:command',
    icon: 'code',
    buttons: { query: 1240, add: 1241, edit: 1242, remove: 1243, export: 1244, import: 1245 },
  },
  {
    id: basic + 5,
    parent: basic,
    order: 5,
    titles: ['命令参数', 'Command parameters', 'Arguments'],
    path: 'commandParam',
    component: 'basic/commandParam/index',
    permission: 'basic:commandParam',
    icon: 'list',
    buttons: { query: 1250, add: 1251, edit: 1252, remove: 1253, export: 1254, import: 1255 },
  },
];

/** The menus of commands, and every command of the standards with its parameters. */
export async function seedDeviceCommands(client: pg.PoolClient): Promise<void> {
  await insertDictionaries(client, [types], { type: 44, entry: 70 });
  await insertRows(client, 'sys_menu', screens.flatMap(screenRows));
  await insertRows(
    client,
    'basic_command',
    seededCommands.map((command, index) => commandRow(command, index + 1)),
  );
  const params = seededParams.flatMap(({ commands, ...param }) =>
    commands.map((command) => ({ command, ...param })),
  );
  await insertRows(
    client,
    'basic_command_param',
    params.map((param, index) => paramRow(param, index + 1)),
  );
}
