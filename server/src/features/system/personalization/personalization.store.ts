import type { Personalization } from '@limpid/contract/system/personalization';
import type { Database } from '../../../platform/db/database.ts';

interface Row extends Personalization {
  installedAt: string;
}

const rows = (db: Database) => db.withTables<{ personalization: Row }>();

export function getPersonalization(db: Database): Promise<Row> {
  return rows(db).selectFrom('personalization').selectAll().executeTakeFirstOrThrow();
}

/** Writes what `decide` returns; the row is locked meanwhile. */
export async function updatePersonalization(
  db: Database,
  decide: (before: Personalization, db: Database) => Promise<Partial<Personalization>>,
): Promise<void> {
  await db.transaction().execute(async (db) => {
    const table = rows(db);
    const before = await table
      .selectFrom('personalization')
      .selectAll()
      .forUpdate()
      .executeTakeFirstOrThrow();
    const values = await decide(before, db);
    if (Object.keys(values).length > 0) await table.updateTable('personalization').set(values).execute();
  });
}
