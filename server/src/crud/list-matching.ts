import type { Resource } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import type { Language } from '@limpid/contract/language';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.rule.ts';
import type { Database } from '../platform/db/database.ts';
import type { Definition, FieldValues } from './definition.ts';
import { filterRows, presentRow, selectMatching } from './list.ts';

/** Some columns of all rows that match, in the order of the list; for lists that fit into memory. */
export function listMatching(...rows: Parameters<typeof selectMatching>): Promise<FieldValues[]> {
  return selectMatching(...rows).execute();
}

/** The rows with these ids, in their order; those outside the data scope or removed meanwhile are left out. */
export async function listRowsById<R extends Resource, C extends object>(
  db: Database,
  definition: Definition<R, C>,
  scope: Scope,
  ids: readonly number[],
  language: Language,
): Promise<RowOf<R>[]> {
  const { id } = definition.resource;
  const rows = await filterRows(db, definition, scope, {})
    .selectAll()
    .where(id, '=', sql`any(${[...ids]}::integer[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row[id], row]));
  return ids.flatMap((one) => {
    const row = byId.get(one);
    return row ? [presentRow(definition, row, language)] : [];
  });
}
