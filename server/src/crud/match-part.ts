import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { likePattern } from '../platform/db/text-search.ts';

/**
 * Matches part of the text in any of the columns, ignoring case. The trigram index needs three letters; shorter texts
 * scan every row, where `like` with each combination of cases takes half as long as `ilike`. Text without case, such as
 * digits and Chinese, has one combination.
 */
export function matchPart(columns: readonly string[], value: string): RawBuilder<SqlBool> {
  const spellings = [...value].length < 3 ? spellCases(value) : [value];
  const minds = spellings.length > 1 || value.toLowerCase() === value.toUpperCase();
  const operator = sql.raw(minds ? 'like' : 'ilike');
  const conditions = columns.flatMap((column) =>
    spellings.map((part) => sql`${sql.ref(column)} ${operator} ${likePattern(part)}`),
  );
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/** All combinations of lower and upper case. */
function spellCases(text: string): string[] {
  return [...text].reduce<string[]>(
    (begun, letter) => {
      const forms = new Set([letter.toLowerCase(), letter.toUpperCase()]);
      return begun.flatMap((start) => [...forms].map((form) => start + form));
    },
    [''],
  );
}
