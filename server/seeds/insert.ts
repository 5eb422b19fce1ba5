import type pg from 'pg';

/** A name in the three languages. */
export type Titles = [zh: string, en: string, fr: string];

/** Inserts rows of plain columns; a row that conflicts with an existing one is skipped. */
export async function insertRows(
  client: pg.PoolClient,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  for (const row of rows) {
    const columns = Object.keys(row);
    const placeholders = columns.map((_, index) => `$${index + 1}`);
    await client.query(
      `insert into ${table} (${columns.join(', ')}) values (${placeholders.join(', ')}) on conflict do nothing`,
      Object.values(row),
    );
  }
}
