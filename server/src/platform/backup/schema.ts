import type pg from 'pg';
import { applyStep, createLedger, type MigrationStep, readMigrations } from '../db/migrate.ts';
import { BackupError } from './backup-error.ts';
import { listPartitions, listTables, quoteIdentifier } from './catalogue.store.ts';
import type { BackupHeader } from './records.ts';

const ledger = 'schema_migration';
/** Tables that are created at the start of a server instead of by a migration. */
const ledgers = [ledger, 'schema_seed'];

/** The migrations that a backup includes and the later ones; refuses migrations unknown to this release. */
export function splitMigrations(
  header: BackupHeader,
  file: string,
  steps: readonly MigrationStep[] = readMigrations(),
): { before: MigrationStep[]; after: MigrationStep[] } {
  const checksums = new Map(steps.map(({ name, checksum }) => [name, checksum]));
  const unknown = header.migrations.filter(({ name }) => !checksums.has(name)).map(({ name }) => name);
  if (unknown.length > 0) {
    throw new BackupError('newer', { file, version: header.version, names: unknown.join(', ') });
  }
  const changed = header.migrations.find(({ name, checksum }) => checksums.get(name) !== checksum);
  if (changed) throw new BackupError('changed', { file, name: changed.name });
  const seen = new Set(header.migrations.map(({ name }) => name));
  return {
    before: steps.filter(({ name }) => seen.has(name)),
    after: steps.filter(({ name }) => !seen.has(name)),
  };
}

/** Creates the tables as they were when the backup was made, all of them empty. */
export async function buildSchema(
  client: pg.ClientBase,
  steps: MigrationStep[],
  header: BackupHeader,
): Promise<Set<string>> {
  for (const table of ledgers) await createLedger(client, table);
  // These steps are not recorded here, because the data of the backup includes their records.
  for (const step of steps) await step.run(client);
  await matchPartitions(client, header.partitions);
  const tables = (await listTables(client)).map(({ name }) => name);
  // Migrations may have inserted rows into them.
  await client.query(`truncate ${tables.map(quoteIdentifier).join(', ')}`);
  return new Set(tables);
}

export async function runLaterMigrations(client: pg.ClientBase, steps: MigrationStep[]): Promise<void> {
  for (const step of steps) await applyStep(client, ledger, step);
}

/** Partitions change while a server runs: those of the backup replace those that migrations create. */
async function matchPartitions(client: pg.ClientBase, wanted: BackupHeader['partitions']): Promise<void> {
  const describe = (partition: BackupHeader['partitions'][number]) =>
    JSON.stringify(Object.values(partition));
  const found = await listPartitions(client);
  const wantedOnes = new Set(wanted.map(describe));
  for (const partition of found) {
    if (!wantedOnes.has(describe(partition)))
      await client.query(`drop table ${quoteIdentifier(partition.name)}`);
  }
  const kept = new Set(found.map(describe));
  const parents = new Set(
    (await listTables(client)).filter((table) => table.partitioned).map(({ name }) => name),
  );
  for (const partition of wanted) {
    if (kept.has(describe(partition)) || !parents.has(partition.parent)) continue;
    const { name, parent, bound } = partition;
    if (!isBound(bound)) throw new BackupError('bound', { name });
    await client.query(
      `create table ${quoteIdentifier(name)} partition of ${quoteIdentifier(parent)} ${bound}`,
    );
  }
}

/** Allows constants only, because this part of the file becomes part of a statement. */
function isBound(text: string): boolean {
  const list = String.raw`\((?:'(?:[^'\\]|'')*'|-?[\d.]+|MINVALUE|MAXVALUE|NULL|true|false|modulus|remainder|[ ,])*\)`;
  return new RegExp(`^(DEFAULT|FOR VALUES (FROM ${list} TO ${list}|IN ${list}|WITH ${list}))$`).test(text);
}
