import { fail } from '@limpid/contract/errors';
import type { Page } from '@limpid/contract/kit/endpoint';
import { fieldEntries, fieldLabel, isSortable, type Resource } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import type { Language } from '@limpid/contract/language';
import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.rule.ts';
import { resolveSubtree, scopeCondition, subtreeCondition } from '../platform/auth/scope.store.ts';
import type { Database } from '../platform/db/database.ts';
import { findKeys, translateStored } from '../platform/texts.ts';
import { countRows, countUpTo, sumTally } from './count-rows.ts';
import type { Definition, FieldValues, StoredRow } from './definition.ts';
import { resolveNames } from './known-names.store.ts';
import { matchPart } from './match-part.ts';
import { presentParts } from './part-secrets.ts';

/** The kit works on any table, so columns are known at run time only. */
type Tables = Record<string, FieldValues>;
type Rows = SelectQueryBuilder<Tables, string, FieldValues>;

export function withAnyTable(db: Database): Kysely<Tables> {
  return db.withTables<Tables>();
}

const defaultPageSize = 20;

export async function listRows<R extends Resource, C extends object>(
  db: Database,
  definition: Definition<R, C>,
  scope: Scope,
  query: FieldValues,
  language: Language,
): Promise<Page<RowOf<R>>> {
  const resolved = await resolveNames(db, definition, query);
  const reached = definition.isLarge ? await resolveSubtree(db, scope) : scope;
  const source = definition.isLarge ? { ...definition, view: undefined } : definition;
  const rows = filterRows(db, source, reached, resolved, language);
  const size = Number(query['pageSize'] ?? defaultPageSize);
  const requested = Number(query['pageNum'] ?? 1);
  const readPage = async (page: number) => {
    const read = selectPage(db, definition, rows, query, language, { size, page });
    return (await read.execute()).map((row) => presentRow(definition, row, language));
  };
  const { tally } = definition;
  const count = () =>
    tally && hasOnlyFilters(definition.resource, query, tally.columns)
      ? sumTally(
          filterTally(
            filterRows(db, { ...source, ...tally }, reached, resolved, language),
            tally,
            reached,
            query,
          ),
        )
      : countRows(db, rows, definition.isLarge);
  const readLast = async (total: number) =>
    total === 0 ? [] : readPage(Math.min(requested, Math.ceil(total / size)));

  // Past page 1 the total is always needed, and in a large list nearly always, so count in parallel.
  const [found, counted] = await Promise.all([
    readPage(requested),
    requested > 1 || definition.isLarge ? count() : undefined,
  ]);
  const least = (requested - 1) * size + found.length + (found.length === size ? 1 : 0);
  // A page that is not full is the last one, so its total needs no count.
  if (found.length < size && (found.length > 0 || requested === 1)) return { rows: found, total: least };
  const { total, estimated } = counted ?? (await count());
  if (!estimated) return { rows: found.length > 0 ? found : await readLast(total), total };
  // An estimate may be too low, which would hide rows, or too high, which would offer empty pages.
  if (found.length > 0) return { rows: found, total: Math.max(total, least), estimated };
  const exact = await countUpTo(db, rows, Number.MAX_SAFE_INTEGER);
  return { rows: await readLast(exact), total: exact };
}

/** Finds the ids of the page in the table first, so that a view computes its columns for these rows only. */
function selectPage(
  db: Database,
  definition: Definition,
  rows: Rows,
  query: FieldValues,
  language: Language,
  { size, page }: { size: number; page: number },
): Rows {
  const order = (some: Rows) => orderRows(some, definition, query, language);
  const part = order(rows)
    .limit(size)
    .offset((page - 1) * size);
  const { view, resource } = definition;
  if (!view) return part.selectAll();
  return order(
    withAnyTable(db).selectFrom(view).where(resource.id, 'in', part.select(resource.id)),
  ).selectAll();
}

/** Selects some columns of all rows that match, in the order of the list. */
export function selectMatching(
  db: Database,
  definition: Definition,
  scope: Scope,
  query: FieldValues,
  language: Language,
  columns: readonly string[],
) {
  return orderRows(filterRows(db, definition, scope, query, language), definition, query, language).select(
    columns,
  );
}

/** Streams the rows of an export through a cursor, so that memory does not grow with their number. */
export function streamRows(...rows: Parameters<typeof selectMatching>): AsyncIterable<FieldValues> {
  return selectMatching(...rows).stream(500);
}

export async function findRow<R extends Resource, C extends object>(
  db: Database,
  definition: Definition<R, C>,
  scope: Scope,
  id: number,
): Promise<StoredRow<R, C> | undefined> {
  const row = await filterRows(db, definition, scope, {})
    .selectAll()
    .where(definition.resource.id, '=', id)
    .executeTakeFirst();
  // The fields of a resource describe the columns of its table or view, which the database keeps to their types.
  return row as StoredRow<R, C> | undefined;
}

/** Turns a stored row into one of the wire: translation keys in the reader's language, of a secret whether it is set. */
export function presentRow<R extends Resource>(
  { resource }: { resource: R },
  row: FieldValues,
  language: Language,
): RowOf<R> {
  const presented: FieldValues = {};
  for (const [name, field] of fieldEntries(resource)) {
    if ('keyed' in field && field.keyed) presented[name] = translateStored(language, row[name]);
    if (field.kind === 'secret') presented[name] = row[name] !== null;
    if (field.kind === 'parts' && row[name] !== undefined) presented[name] = presentParts(field, row[name]);
  }
  // Rows of a table or view have the columns that the resource describes.
  return { ...row, ...presented } as RowOf<R>;
}

export function filterRows(
  db: Database,
  definition: Definition,
  scope: Scope,
  query: FieldValues,
  language: Language = 'zh',
): Rows {
  let rows: Rows = withAnyTable(db).selectFrom(definition.view ?? definition.table);
  if (definition.keepsRemoved) rows = rows.where('delFlag', '=', '0');
  const readable = definition.readScope ?? definition.scope;
  if (readable) rows = rows.where(scopeCondition(scope, readable));
  for (const [name, field] of fieldEntries(definition.resource)) {
    const wanted = query[name];
    const several = query[`${name}s`];
    if (field.search === 'anyOf' && Array.isArray(several)) rows = rows.where(name, 'in', several);
    if (field.search === 'range') rows = filterRange(rows, definition, name, query);
    else if (wanted === undefined) continue;
    else if (field.search === 'exact' || field.search === 'anyOf') rows = rows.where(name, '=', wanted);
    else if (field.search === 'below') rows = rows.where(subtreeCondition(name, Number(wanted)));
    else if (Array.isArray(wanted)) rows = rows.where(name, '=', sql`any(${wanted})`);
    else if ('keyed' in field && field.keyed) {
      rows = rows.where(name, '=', sql`any(${findKeys(language, String(wanted))})`);
    } else if (field.search === 'like' || field.search === 'known') {
      const translated = 'translated' in field && field.translated;
      const columns = translated ? [name, `${name}En`, `${name}Fr`] : [name];
      const matches = matchPart(columns, String(wanted));
      const named = definition.namedRows?.[name];
      rows = rows.where(
        named
          ? sql<SqlBool>`${sql.ref(named.id)} in (
        select ${sql.ref(named.id)} from ${sql.table(named.table)} where ${matches})`
          : matches,
      );
    }
  }
  return rows;
}

/** Chooses the totals of all departments where all are wanted; other conditions on departments never include them. */
function filterTally(rows: Rows, { dept }: { dept: string }, scope: Scope, query: FieldValues): Rows {
  return scope.all && query[dept] === undefined ? rows.where(dept, '=', 0) : rows;
}

/** Whether a query filters by no other fields than these. */
function hasOnlyFilters(resource: Resource, query: FieldValues, names: readonly string[]): boolean {
  const { begin, end } = readRange(query);
  return fieldEntries(resource).every(
    ([name, { search }]) =>
      names.includes(name) ||
      search === undefined ||
      (search === 'range'
        ? begin === undefined && end === undefined
        : query[name] === undefined && query[`${name}s`] === undefined),
  );
}

/** Reads the range in both spellings of the family. */
function readRange(query: FieldValues): { begin: unknown; end: unknown } {
  const { params } = query;
  const nested =
    typeof params === 'object' && params !== null
      ? new Map<string, unknown>(Object.entries(params))
      : undefined;
  return {
    begin: nested?.get('beginTime') ?? query['beginTime'],
    end: nested?.get('endTime') ?? query['endTime'],
  };
}

/** An end without a time includes the whole day. */
function filterRange(rows: Rows, { resource }: Definition, name: string, query: FieldValues): Rows {
  const { begin, end } = readRange(query);
  for (const moment of [begin, end]) {
    if (moment !== undefined && !isInCalendar(String(moment)))
      fail('field.date', { label: fieldLabel(resource, name) }, name);
  }
  if (begin !== undefined) rows = rows.where(sql<SqlBool>`${sql.ref(name)} >= ${begin}::timestamptz`);
  if (end === undefined) return rows;
  const step = String(end).length === 10 ? '1 day' : '1 second';
  return rows.where(sql<SqlBool>`${sql.ref(name)} < ${end}::timestamptz + ${step}::interval`);
}

/** The contract checks only the form; PostgreSQL would fail on 30 February. */
function isInCalendar(moment: string): boolean {
  const [day = '', time = '00:00'] = moment.split(' ');
  const date = new Date(`${day}T${time}Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCFullYear() > 0 && date.toISOString().startsWith(day);
}

function orderRows(rows: Rows, { resource }: Definition, query: FieldValues, language: Language): Rows {
  const requested = String(query['orderByColumn'] ?? '');
  let isDown = resource.order.at(-1)?.desc ?? false;
  if (isSortable(resource, requested)) {
    isDown = String(query['isAsc'] ?? '').startsWith('desc');
    rows = rows.orderBy(sortExpression(resource, requested, language), isDown ? 'desc' : 'asc');
    // Matches the indexes of large tables, which order equal values by time.
    if (resource.sortable)
      for (const { by } of resource.order)
        if (by !== requested) rows = rows.orderBy(by, isDown ? 'desc' : 'asc');
  } else {
    for (const { by, desc } of resource.order) rows = rows.orderBy(by, desc ? 'desc' : 'asc');
  }
  // Same direction as the sorted column, so that one index serves both.
  return rows.orderBy(resource.id, isDown ? 'desc' : 'asc');
}

/** Sorts the text that the reader sees by the collation of their language: pinyin, or accents next to their letter. */
function sortExpression(resource: Resource, name: string, language: Language) {
  const field = resource.fields[name];
  if (field?.sortedBy) return sql.ref(field.sortedBy);
  if (field?.kind !== 'text' || resource.sortable) return sql.ref(name);
  const collation = sql.raw(`collate "${language}-x-icu"`);
  if (language === 'zh' || !field.translated) return sql`${sql.ref(name)} ${collation}`;
  const translated = sql.ref(name + (language === 'en' ? 'En' : 'Fr'));
  return sql`coalesce(nullif(${translated}, ''), ${sql.ref(name)}) ${collation}`;
}

/** All rows of a tree; siblings in their order. */
export async function listAllRows<R extends Resource, C extends object>(
  db: Database,
  definition: Definition<R, C>,
  scope: Scope,
  query: FieldValues,
): Promise<StoredRow<R, C>[]> {
  const rows = await orderRows(filterRows(db, definition, scope, query), definition, {}, 'zh')
    .selectAll()
    .execute();
  // The cast is explained in findRow.
  return rows as StoredRow<R, C>[];
}

const maxOptions = 1000;

/** The enabled rows in their default order, for choosing in a form. */
export async function listOptionRows<R extends Resource, C extends object>(
  db: Database,
  definition: Definition<R, C>,
  scope: Scope,
): Promise<StoredRow<R, C>[]> {
  const all = filterRows(db, definition, scope, {});
  const rows = 'status' in definition.resource.fields ? all.where('status', '=', '0') : all;
  const found = await orderRows(rows, definition, {}, 'zh').selectAll().limit(maxOptions).execute();
  // The cast is explained in findRow.
  return found as StoredRow<R, C>[];
}
