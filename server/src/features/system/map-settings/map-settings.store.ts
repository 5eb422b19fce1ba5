import type { Database } from '../../../platform/db/database.ts';

interface Row {
  configKey: string;
  configValue: string | null;
  updateBy: string | null;
  updateTime: Date | null;
}

const rows = (db: Database) => db.withTables<{ sysConfig: Row }>();

export async function getCustomConfig(db: Database): Promise<string> {
  const row = await rows(db)
    .selectFrom('sysConfig')
    .select('configValue')
    .where('configKey', '=', 'global_custom_config')
    .executeTakeFirst();
  return row?.configValue ?? '';
}

/** Writes what `decide` returns; the row is locked meanwhile. */
export async function updateCustomConfig(
  db: Database,
  mark: { updateBy: string; updateTime: Date },
  decide: (before: string) => string,
): Promise<void> {
  await db.transaction().execute(async (db) => {
    const table = rows(db);
    const before = await table
      .selectFrom('sysConfig')
      .select('configValue')
      .where('configKey', '=', 'global_custom_config')
      .forUpdate()
      .executeTakeFirstOrThrow();
    await table
      .updateTable('sysConfig')
      .set({ configValue: decide(before.configValue ?? ''), ...mark })
      .where('configKey', '=', 'global_custom_config')
      .execute();
  });
}
