import pg from 'pg';
import { BackupError } from './backup-error.ts';
import { listTables, pinSettings, quoteIdentifier, type Table } from './catalogue.store.ts';

const undefinedTable = '42P01';
// With every table it takes longer to look at all of them, and partitions come and go.
const attempts = 100;

/**
 * One moment of the database, for as long as the session lasts. The tables are locked against being changed in
 * shape before the moment is chosen: emptying or rewriting a table would show through a snapshot.
 */
export async function takeSnapshot(client: pg.ClientBase): Promise<Table[]> {
  await pinSettings(client);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const tables = await listTables(client);
    if (tables.length === 0) throw new BackupError('nothing');
    await client.query('begin isolation level repeatable read read only');
    if ((await lockTables(client, tables)) && sameTables(tables, await listTables(client))) return tables;
    // A table was made or dropped in between, a partition perhaps.
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
