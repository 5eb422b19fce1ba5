import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** A pattern for `like` that matches every text with this part; wildcards in the part are plain characters. */
export function likePattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Any of the columns contains the text, in any case; true without a text. */
export function textCondition(columns: readonly string[], text: string | undefined): RawBuilder<SqlBool> {
  const part = text?.trim();
  if (!part) return sql`true`;
  const matches = columns.map((column) => sql<SqlBool>`${sql.ref(column)} ilike ${likePattern(part)}`);
  return sql`(${sql.join(matches, sql` or `)})`;
}
