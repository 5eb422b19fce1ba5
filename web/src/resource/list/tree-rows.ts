import type { Resource } from '@limpid/contract/kit/resource';
import { type ResourceRow, rowId } from '../row.ts';

/** Nests rows below the one each names. Whoever may not see the row above, or has not searched for it, starts there. */
export function nestRows<Row extends ResourceRow>(resource: Resource, rows: readonly Row[]): Row[] {
  const parentOf = (row: Row) => Number(row[resource.tree ?? '']);
  const ids = new Set(rows.map((row) => rowId(resource, row)));
  const below = Map.groupBy(rows, parentOf);
  const nest = (row: Row): Row => {
    const children = below.get(rowId(resource, row));
    return children ? { ...row, children: children.map(nest) } : row;
  };
  return rows.filter((row) => !ids.has(parentOf(row))).map(nest);
}

/** The rows that nesting has put below a row. */
export function childrenOf<Row extends ResourceRow>({ children }: Row): Row[] {
  return Array.isArray(children) ? children : [];
}
