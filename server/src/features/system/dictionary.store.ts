import type { Database } from '../../platform/db/database.ts';

export async function dictionaryExists(db: Database, dictType: string): Promise<boolean> {
  const found = await db
    .withTables<{ sysDictType: { dictType: string } }>()
    .selectFrom('sysDictType')
    .select('dictType')
    .where('dictType', '=', dictType)
    .executeTakeFirst();
  return found !== undefined;
}
