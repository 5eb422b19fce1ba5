import type { Resource } from '@limpid/contract/kit/resource';
import { type ResourceRow, rowId } from '../row.ts';

/** Nests rows below the one each names. Whoever may not see the row above, or has not searched for it, starts there. */
export function nestRows(resource: Resource, rows: readonly ResourceRow[]): ResourceRow[] {
  const parentOf = (row: ResourceRow) => Number(row[resource.tree ?? '']);
  const ids = new Set(rows.map((row) => rowId(resource, row)));
  const below = Map.groupBy(rows, parentOf);
  const nest = (row: ResourceRow): ResourceRow => {
    const children = below.get(rowId(resource, row));
    return children ? { ...row, children: children.map(nest) } : row;
  };
  return rows.filter((row) => !ids.has(parentOf(row))).map(nest);
}
