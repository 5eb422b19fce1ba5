import { fieldEntries, type Resource } from '@limpid/contract/kit/resource';
import type { Database } from '../platform/db/database.ts';
import type { FieldValues } from './definition.ts';

/** So many names in a condition are still quick; what more of them share is found quickly row by row. */
const most = 1000;

/**
 * Turns part of a name into the names that hold it, where millions of rows share a few thousand: the table of names is
 * small, and for whole names there is an index with an exact picture of how frequent each is.
 */
export async function resolveNames(
  db: Database,
  resource: Pick<Resource, 'fields'>,
  query: FieldValues,
): Promise<FieldValues> {
  const resolved = { ...query };
  for (const [name, field] of fieldEntries(resource)) {
    const part = query[name];
    if (field.search !== 'known' || typeof part !== 'string') continue;
    const found = await db
      .withTables<{ knownName: { name: string } }>()
      .selectFrom('knownName')
      .select('name')
      .where('name', 'ilike', `%${part.replace(/[\\%_]/g, '\\$&')}%`)
      .limit(most + 1)
      .execute();
    if (found.length <= most) resolved[name] = found.map((row) => row.name);
  }
  return resolved;
}
