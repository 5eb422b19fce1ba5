import type { Page } from '@limpid/contract/kit/endpoint';
import { fieldEntries } from '@limpid/contract/kit/resource';
import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.rule.ts';
import { scopeCondition } from '../platform/auth/scope.store.ts';
import type { Database } from '../platform/db/database.ts';
import type { Definition, Values } from './definition.ts';

/** The kit works on any table, so names and types of columns are known only while it runs. */
type Tables = Record<string, Values>;
type Rows = SelectQueryBuilder<Tables, string, Values>;

export function tablesOf(db: Database): Kysely<Tables> {
  return db.withTables<Tables>();
}

/** Beyond this a total is the planner's estimate: counting would cost more than the page. */
const exactTotal = 10_000;
const defaultPageSize = 20;

export async function listRows(
  db: Database,
  definition: Definition,
  scope: Scope,
  query: Values,
): Promise<Page<Values>> {
  const rows = filterRows(db, definition, scope, query);
  const size = Number(query['pageSize'] ?? defaultPageSize);
  const total = await countRows(db, rows);
  const last = Math.max(1, Math.ceil(total.total / size));
  const page = Math.min(Number(query['pageNum'] ?? 1), last);
  const found = await orderRows(rows, definition, query)
    .selectAll()
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { rows: found, ...total };
}

/** The rows of an export, read through a cursor so that their number does not matter. */
export function streamRows(
  db: Database,
  definition: Definition,
  scope: Scope,
  query: Values,
): AsyncIterable<Values> {
  return orderRows(filterRows(db, definition, scope, query), definition, query)
    .selectAll()
    .stream(500);
}

export async function findRow(
  db: Database,
  definition: Definition,
  scope: Scope,
  id: number,
): Promise<Values | undefined> {
  return filterRows(db, definition, scope, {})
    .selectAll()
    .where(definition.resource.id, '=', id)
    .executeTakeFirst();
}

function filterRows(db: Database, definition: Definition, scope: Scope, query: Values): Rows {
  let rows: Rows = tablesOf(db).selectFrom(definition.table);
  if (definition.scope) rows = rows.where(scopeCondition(scope, definition.scope));
  for (const [name, field] of fieldEntries(definition.resource)) {
    const wanted = query[name];
    if (field.search === 'range') rows = filterRange(rows, name, query);
    else if (wanted === undefined) continue;
    else if (field.search === 'exact') rows = rows.where(name, '=', wanted);
    else if (field.search === 'like') {
      const translated = 'translated' in field && field.translated;
      rows = filterLike(rows, translated ? [name, `${name}En`, `${name}Fr`] : [name], String(wanted));
    }
  }
  return rows;
}

/** Part of the text, in any of the columns, whatever the case. */
function filterLike(rows: Rows, names: readonly string[], value: string): Rows {
  const pattern = `%${value.replace(/[\\%_]/g, '\\$&')}%`;
  return rows.where((condition) => condition.or(names.map((name) => condition(name, 'ilike', pattern))));
}

/** Both spellings of the family; a day without a time means all of it. */
function filterRange(rows: Rows, name: string, query: Values): Rows {
  const { params } = query;
  const nested =
    typeof params === 'object' && params !== null
      ? new Map<string, unknown>(Object.entries(params))
      : undefined;
  const begin = nested?.get('beginTime') ?? query['beginTime'];
  const end = nested?.get('endTime') ?? query['endTime'];
  if (begin !== undefined) rows = rows.where(sql<SqlBool>`${sql.ref(name)} >= ${begin}::timestamptz`);
  if (end === undefined) return rows;
  const step = String(end).length === 10 ? '1 day' : '1 second';
  return rows.where(sql<SqlBool>`${sql.ref(name)} < ${end}::timestamptz + ${step}::interval`);
}

function orderRows(rows: Rows, { resource }: Definition, query: Values): Rows {
  const asked = String(query['orderByColumn'] ?? '');
  if (Object.hasOwn(resource.fields, asked)) {
    const desc = String(query['isAsc'] ?? '').startsWith('desc');
    rows = rows.orderBy(asked, desc ? 'desc' : 'asc');
  } else {
    for (const { by, desc } of resource.order) rows = rows.orderBy(by, desc ? 'desc' : 'asc');
  }
  return rows.orderBy(resource.id);
}

async function countRows(db: Database, rows: Rows): Promise<{ total: number; estimated?: boolean }> {
  const some = rows.select(sql`1`.as('one'));
  const { total } = await tablesOf(db)
    .selectFrom(some.limit(exactTotal + 1).as('some'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  if (total <= exactTotal) return { total };
  return { total: Math.max(exactTotal + 1, readEstimate(await some.explain('json'))), estimated: true };
}

function readEstimate(plan: unknown): number {
  const text = JSON.stringify(plan);
  return Number(/"Plan Rows":\s*(\d+)/.exec(text)?.[1] ?? 0);
}

const maxOptions = 1000;

/** What a form may offer for choosing: the enabled rows, in their usual order. */
export function listOptionRows(db: Database, definition: Definition): Promise<Values[]> {
  const rows = tablesOf(db).selectFrom(definition.table).where('status', '=', '0');
  return orderRows(rows, definition, {}).selectAll().limit(maxOptions).execute();
}
