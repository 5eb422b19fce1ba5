import type { TestApp } from './app.ts';

/** The whole database as text, table by table, for "nothing changed" and "nothing leaked". */
export async function dumpTables({ app: { pool } }: Pick<TestApp, 'app'>): Promise<Map<string, string[]>> {
  const { rows: tables } = await pool.query<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = 'public' order by tablename`,
  );
  const dump = new Map<string, string[]>();
  for (const { tablename } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select t::text as row from "${tablename}" t order by t::text`,
    );
    dump.set(
      tablename,
      rows.map(({ row }) => row),
    );
  }
  return dump;
}
