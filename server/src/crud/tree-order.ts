import { fail } from '@limpid/contract/errors';
import { fieldLabel, type Resource } from '@limpid/contract/kit/resource';
import { maxInteger } from '@limpid/contract/kit/schema';
import { sql } from 'kysely';
import type { Caller } from '../platform/auth/caller.ts';
import type { Scope } from '../platform/auth/scope.rule.ts';
import { scopeCondition } from '../platform/auth/scope.store.ts';
import type { Database } from '../platform/db/database.ts';
import type { Definition } from './definition.ts';

export interface TreeOrder {
  ids: number[];
  orderNums: number[];
}

/** Pairs each id with its order number; the contract has checked the form of both lists. */
export function readOrder(resource: Resource, ids: string, orderNums: string): TreeOrder {
  const order = { ids: ids.split(',').map(Number), orderNums: orderNums.split(',').map(Number) };
  const isPaired = order.ids.length === order.orderNums.length;
  if (!isPaired) fail('field.pattern', { label: fieldLabel(resource, 'orderNum') }, 'orderNums');
  if (order.ids.some((id) => id > maxInteger)) fail('row.gone');
  return order;
}

/** Stores the whole order or nothing: one missing row, or one outside the data scope, fails the request. */
export async function storeOrder(
  db: Database,
  { resource, table, keepsRemoved, scope: columns }: Definition,
  { caller, scope }: { caller: Caller; scope: Scope },
  { ids, orderNums }: TreeOrder,
): Promise<void> {
  const within = columns ? scopeCondition(scope, columns) : sql`true`;
  const present = keepsRemoved ? sql`del_flag = '0'` : sql`true`;
  await db.transaction().execute(async (transaction) => {
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set order_num = place.number, update_by = ${caller.userName}, update_time = limpid_now()
      from unnest(${ids}::integer[], ${orderNums}::integer[]) as place (id, number)
      where ${sql.ref(resource.id)} = place.id and ${present} and ${within}`.execute(transaction);
    if (numAffectedRows !== BigInt(new Set(ids).size)) fail('row.gone');
  });
}
