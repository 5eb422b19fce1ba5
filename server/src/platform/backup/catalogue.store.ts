import pg from 'pg';
import type { BackupHeader, TableFacts } from './records.ts';

/** Tables of our schema that are logged and not part of an extension. */
const ownRelations = `c.relnamespace = (select oid from pg_namespace where nspname = current_schema())
  and c.relpersistence = 'p' and ${notOfExtension('c')}`;

function notOfExtension(relation: string): string {
  return `not exists (select from pg_depend d
    where d.classid = 'pg_class'::regclass and d.objid = ${relation}.oid and d.deptype = 'e')`;
}

export interface Table extends TableFacts {
  /** True for a partitioned table: its partitions hold the rows. */
  partitioned: boolean;
}

export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname::text as name, c.relkind = 'p' as partitioned,
       array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
             order by a.attnum) as columns
     from pg_class c where ${ownRelations} and c.relkind in ('r', 'p') order by c.relname`,
  );
  return rows;
}

type Partition = BackupHeader['partitions'][number];

export async function listPartitions(client: pg.ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select c.relname::text as name, p.relname::text as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
     where ${ownRelations} and c.relkind = 'r' and c.relispartition order by c.relname`,
  );
  return rows;
}

type Sequence = BackupHeader['sequences'][number];

/** Sequences ignore snapshots: values read after the snapshot was taken are high enough for it. */
export async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c where ${ownRelations} and c.relkind = 'S' order by c.relname`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const state = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoteIdentifier(name)}`,
    );
    sequences.push(...state.rows.map((row) => ({ name, ...row })));
  }
  return sequences;
}

/** The contents of a database that should be empty, in all schemas. */
export async function listRelations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select case when n.nspname = current_schema() then '' else n.nspname || '.' end || c.relname as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       and ${notOfExtension('c')} order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** The statements that drop every foreign key, and those that create and validate it again. */
export async function listForeignKeys(client: pg.ClientBase): Promise<{ drop: string; add: string }[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %I drop constraint %I', c.relname, k.conname) as drop,
       format('alter table %I add constraint %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) as add
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where ${ownRelations} and k.contype = 'f' and k.conparentid = 0 order by c.relname, k.conname`,
  );
  return rows;
}

/** Other sessions in this database by their application name. */
export async function listSessionPrograms(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ program: string }>(
    `select application_name as program from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return rows.map(({ program }) => program);
}

/** The application names of the sessions that hold an advisory lock; null for a session that is no longer listed. */
export async function listLockHolders(client: pg.ClientBase, key: number): Promise<(string | null)[]> {
  const { rows } = await client.query<{ program: string | null }>(
    `select a.application_name as program from pg_locks l left join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.objsubid = 1
       and l.database = (select oid from pg_database where datname = current_database())
       and l.classid::bigint << 32 | l.objid::bigint = $1`,
    [key],
  );
  return rows.map(({ program }) => program);
}

export async function tryLock(client: pg.ClientBase, key: number): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [key]);
  return rows[0]?.free ?? false;
}

/** Fixes the text formats, which must be the same on both sides, and allows statements to take hours. */
export async function pinSettings(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select set_config(s.name, v.value, false) from pg_settings s join (values
       ('DateStyle', 'ISO'), ('IntervalStyle', 'postgres'), ('TimeZone', 'UTC'), ('bytea_output', 'hex'),
       ('extra_float_digits', '3'), ('client_encoding', 'UTF8'), ('row_security', 'off'),
       ('statement_timeout', '0'), ('lock_timeout', '0'), ('transaction_timeout', '0'),
       ('idle_in_transaction_session_timeout', '0')
     ) v (name, value) on s.name = v.name`,
  );
}

export function quoteIdentifier(name: string): string {
  return pg.escapeIdentifier(name);
}

/** The table and column list of a COPY statement. */
export function tableWithColumns({ name, columns }: TableFacts): string {
  return columns.length === 0
    ? quoteIdentifier(name)
    : `${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')})`;
}
