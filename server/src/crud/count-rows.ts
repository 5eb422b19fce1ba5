import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../platform/db/database.ts';
import type { FieldValues } from './definition.ts';

type Tables = Record<string, FieldValues>;
type Rows = SelectQueryBuilder<Tables, string, FieldValues>;

interface Total {
  total: number;
  /** True if the total is the planner's estimate. */
  estimated?: true;
}

/** Totals up to this number are always exact: counting takes about a millisecond. */
const quickTotal = 10_000;

/** Totals are exact up to this number of rows, if counting takes no longer than this. Tests change both limits. */
export const totalLimits = { rows: 1_000_000, milliseconds: 20 };

/** A page of a large list takes 20 ms at the most, and half of that is left for its total. */
const largeListMilliseconds = 10;

export async function countRows(db: Database, rows: Rows, isLarge = false): Promise<Total> {
  // Counting twice would be too slow for a large list, so the planner decides whether the quick count suffices.
  const expected = isLarge ? await estimateRows(rows) : undefined;
  const isMany = expected !== undefined && expected > quickTotal;
  const few = isMany ? 0 : await countUpTo(db, rows, quickTotal + 1);
  if (!isMany && few <= quickTotal) return { total: few };
  const { rows: most } = totalLimits;
  const milliseconds = isLarge ? largeListMilliseconds : totalLimits.milliseconds;
  const counted = most > quickTotal ? await countInTime(db, rows, most + 1, milliseconds) : undefined;
  if (counted !== undefined && counted <= most) return { total: counted };
  return { total: Math.max(few, counted ?? 0, expected ?? (await estimateRows(rows))), estimated: true };
}

/** The total of rows of a tally, each of which has a number of rows. */
export async function sumTally(rows: Rows): Promise<Total> {
  return rows.select(sql<number>`coalesce(sum(count), 0)`.as('total')).executeTakeFirstOrThrow();
}

/** Undefined if counting takes longer. */
export function countInTime(
  db: Database,
  rows: Rows,
  limit: number,
  milliseconds: number,
): Promise<number | undefined> {
  const counting = db.transaction().execute(async (transaction) => {
    await sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`.execute(transaction);
    return countUpTo(transaction, rows, limit);
  });
  return counting.catch((error: unknown) => {
    if (isCanceled(error)) return undefined;
    throw error;
  });
}

export async function countUpTo(db: Database, rows: Rows, limit: number): Promise<number> {
  const some = rows.select(sql`1`.as('one')).limit(limit);
  const { total } = await db
    .withTables<Tables>()
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

const queryCanceled = '57014';

function isCanceled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === queryCanceled;
}

async function estimateRows(rows: Rows): Promise<number> {
  const text = JSON.stringify(await rows.select(sql`1`.as('one')).explain('json'));
  return Number(/"Plan Rows":\s*(\d+)/.exec(text)?.[1] ?? 0);
}
