import pg from 'pg';
import { BackupError } from './backup-error.ts';
import { listTables, pinSettings, quoteIdentifier, type Table } from './catalogue.store.ts';

const undefinedTable = '42P01';
// More tables take longer to lock, while partitions come and go, so several attempts are needed.
const attempts = 100;

/**
 * A snapshot of the database for the duration of the session. The tables are locked against schema changes before the
 * snapshot is taken, because truncating or rewriting a table would be visible in it.
 */
export async function takeSnapshot(client: pg.ClientBase): Promise<Table[]> {
  await pinSettings(client);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const tables = await listTables(client);
    if (tables.length === 0) throw new BackupError('nothing');
    await client.query('begin isolation level repeatable read read only');
    if ((await lockTables(client, tables)) && sameTables(tables, await listTables(client))) return tables;
    // A table, perhaps a partition, was created or dropped in between.
    await client.query('rollback');
  }
  throw new BackupError('restless');
}

async function lockTables(client: pg.ClientBase, tables: Table[]): Promise<boolean> {
  const names = tables.map(({ name }) => `only ${quoteIdentifier(name)}`).join(', ');
  try {
    await client.query(`lock table ${names} in access share mode`);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return false;
    throw error;
  }
}

function sameTables(before: Table[], now: Table[]): boolean {
  return JSON.stringify(before) === JSON.stringify(now);
}
