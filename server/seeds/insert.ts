import type pg from 'pg';

/** Inserts rows of plain columns, leaving alone what is already there. */
export async function insertRows(
  client: pg.PoolClient,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  for (const row of rows) {
    const columns = Object.keys(row);
    const places = columns.map((_, index) => `$${index + 1}`);
    await client.query(
      `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')}) on conflict do nothing`,
      Object.values(row),
    );
  }
}
