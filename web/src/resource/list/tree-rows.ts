import type { Resource } from '@limpid/contract/kit/resource';
import { type ResourceRow, rowId } from '../row/row.ts';

/** Nests rows below their parents; a row whose parent is not visible or not found is at the top. */
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

/** The children that `nestRows` has added to a row. */
export function getChildren<Row extends ResourceRow>({ children }: Row): Row[] {
  return Array.isArray(children) ? children : [];
}
