import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { commandRow, paramRow } from './command-rows.ts';
import { factor, read, type SeededCommand, write } from './seeded-command.ts';

/** After the seeded rows so far, before those of an administrator. */
const [firstCommand, firstParam] = [951, 931];

const commands: SeededCommand[] = [
  {
    code: '1011',
    type: read,
    titles: ['读取仪器时钟', 'Read instrument clock', 'Lire l’horloge d’un instrument'],
    template: factor,
    since: '2017',
  },
  {
    code: '1012',
    type: write,
    titles: ['设置仪器时钟', 'Set instrument clock', 'Régler l’horloge d’un instrument'],
    template: `${factor};SystemTime={SystemTime}`,
    parent: '1011',
    since: '2017',
  },
];

/** The clock of an instrument, named by its factor; without a factor the same codes are about the logger. */
export async function seedInstrumentClocks(client: pg.PoolClient): Promise<void> {
  await insertRows(
    client,
    'basic_command_param',
    commands.map(({ code: command }, index) =>
      paramRow(
        { command, code: 'PolId', titles: ['监测因子', 'Channel', 'Paramètre'], type: 'channel' },
        firstParam + index,
      ),
    ),
  );
  await insertRows(
    client,
    'basic_command',
    commands.map((command, index) => commandRow(command, firstCommand + index)),
  );
}
