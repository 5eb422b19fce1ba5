import { fieldEntries } from '@limpid/contract/kit/resource';
import type { Database } from '../platform/db/database.ts';
import type { Definition, FieldValues } from './definition.ts';
import { matchPart } from './match-part.ts';

/** Above this number of names, scanning the rows is faster than the condition. */
const most = 1000;

/**
 * Replaces part of a name by the full names that contain it, where millions of rows share a few thousand names: that
 * table is small, and full names use an index with exact statistics.
 */
export async function resolveNames(
  db: Database,
  { resource, namedRows }: Pick<Definition, 'resource' | 'namedRows'>,
  query: FieldValues,
): Promise<FieldValues> {
  const resolved = { ...query };
  for (const [name, field] of fieldEntries(resource)) {
    const part = query[name];
    if (field.search !== 'known' || typeof part !== 'string') continue;
    // Too short for the index of the names, so finding them would take as long as finding what is named so.
    if (namedRows?.[name] && [...part].length < 3) continue;
    const found = await db
      .withTables<{ knownName: { name: string } }>()
      .selectFrom('knownName')
      .select('name')
      .where(matchPart(['name'], part))
      .limit(most + 1)
      .execute();
    if (found.length <= most) resolved[name] = found.map((row) => row.name);
  }
  return resolved;
}
