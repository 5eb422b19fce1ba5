import type { Resource } from '@limpid/contract/kit/resource';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Branches, ListTable, type RowSelection } from '../list-table/ListTable.tsx';
import { type ResourceRow, rowId, rowName } from '../row/row.ts';
import { useLanguage } from '../use-language.ts';
import { getChildren } from './tree-rows.ts';
import { canSelectRows } from './use-row-actions.ts';
import { type TableColumnOptions, useTableColumns } from './use-table-columns.tsx';
import type { TreeExpansion } from './use-tree-expansion.ts';

export interface ResourceTableProps<Row extends ResourceRow> extends TableColumnOptions<Row> {
  empty: ReactNode;
  expansion: TreeExpansion;
  /** Rows can be selected for an action that is neither editing nor deleting. */
  isSelectable?: boolean | undefined;
  /** Which rows can be selected; by default all. */
  canSelect?: (row: Row) => boolean;
  rowClass?: (row: Row) => string;
}

/**
 * Rendering rows is the main cost of changing the page, so the previous rows are not rendered again while the next ones
 * are loading, unless the order or the selection changes.
 */
export const ResourceTable = memo(
  PlainTable,
  ({ list: before }, { list: now }) =>
    now.isShowingPreviousPage &&
    now.rows === before.rows &&
    now.sort === before.sort &&
    now.selected.length === 0 &&
    before.selected.length === 0,
  // memo drops the type parameter.
) as typeof PlainTable;

function PlainTable<Row extends ResourceRow>(props: ResourceTableProps<Row>) {
  const { empty, expansion, isSelectable = false, canSelect, rowClass, ...facts } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const { resource, list } = facts;
  const { tableColumns, minWidth } = useTableColumns(facts);
  const nameOf = (row: Row) => rowName(resource, row, language);
  const selection: RowSelection<Row> = {
    ids: list.selected,
    onChange: list.select,
    label: (row) => t('kit.list.tick', { name: nameOf(row) }),
    canSelect,
    isHidden: list.isPending,
  };
  const branches: Branches<Row> = {
    below: getChildren,
    name: nameOf,
    open: expansion.expanded,
    onChange: expansion.expand,
  };

  return (
    <ListTable<Row>
      label={t(`${resource.texts}.title`)}
      columns={tableColumns}
      rows={list.isPending ? placeholders<Row>(resource) : list.rows}
      idOf={(row) => rowId(resource, row)}
      minWidth={minWidth}
      empty={empty}
      sort={list.sort}
      onSort={list.sortBy}
      selection={isSelectable || canSelectRows(resource) ? selection : undefined}
      {...(rowClass && { rowClass })}
      branches={resource.tree === undefined ? undefined : branches}
    />
  );
}

/** Placeholder rows while the first page is loading. */
export function placeholders<Row extends ResourceRow>(resource: Resource): Row[] {
  // Cells of a loading table render no fields, so the id is enough.
  return Array.from({ length: 10 }, (_, index) => ({ [resource.id]: -1 - index }) as Row);
}
