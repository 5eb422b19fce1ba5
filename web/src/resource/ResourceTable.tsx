import type { Resource } from '@limpid/contract/kit/resource';
import type { ExpandableConfig, SorterResult, TableRowSelection } from 'antd/es/table/interface';
import { type InputHTMLAttributes, isValidElement, memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { rem, useScale } from '../ui/scale.ts';
import { ListTable } from './ListTable.tsx';
import { type ResourceRow, rowId, rowName } from './row.ts';
import controls from './row-controls.module.css';
import { useLanguage } from './use-language.ts';
import type { Sort } from './use-resource-list.ts';
import { mayTick } from './use-row-actions.ts';
import { type ColumnFacts, tickWidth, useTableColumns } from './use-table-columns.tsx';
import type { TreeExpansion } from './use-tree-expansion.ts';

export interface ResourceTableProps extends ColumnFacts {
  empty: ReactNode;
  expansion: TreeExpansion;
}

const flat = { childrenColumnName: 'none' } as const;

/**
 * Drawing the rows is most of what turning a page costs. Those that are seen until the next ones come are left as they
 * are, unless somebody does something to them meanwhile.
 */
export const ResourceTable = memo(
  PlainTable,
  ({ list: before }, { list: now }) =>
    now.isTurning &&
    now.rows === before.rows &&
    now.sort === before.sort &&
    now.selected.length === 0 &&
    before.selected.length === 0,
);

function PlainTable({ empty, expansion, ...facts }: ResourceTableProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { resource, list } = facts;
  const { tableColumns, minWidth } = useTableColumns(facts);
  const scale = useScale();
  const ticks: TableRowSelection<ResourceRow> = {
    columnWidth: rem(tickWidth),
    fixed: true,
    selectedRowKeys: list.selected,
    onChange: (keys) => list.select(keys.map(Number)),
    getTitleCheckboxProps: () => ({ 'aria-label': t('kit.list.tickAll') }),
    getCheckboxProps: (row) => ({
      'aria-label': t('kit.list.tick', { name: rowName(resource, row, language) }),
    }),
    renderCell: (_checked, _row, _index, box) => !list.isPending && lightTick(box),
  };
  const branches: ExpandableConfig<ResourceRow> = {
    indentSize: 20 * scale,
    expandedRowKeys: expansion.expanded,
    onExpandedRowsChange: (keys) => expansion.expand(keys.map(Number)),
  };

  return (
    <ListTable<ResourceRow>
      rowKey={(row) => rowId(resource, row)}
      columns={tableColumns}
      dataSource={list.isPending ? placeholders(resource) : list.rows}
      scroll={{ x: minWidth }}
      locale={{ emptyText: empty }}
      expandable={resource.tree === undefined ? flat : branches}
      rowSelection={mayTick(resource) ? ticks : undefined}
      onChange={(_pages, _filters, sorter) => list.sortBy(readSort(sorter))}
    />
  );
}

/** The browser's own box in place of the library's, which costs ten times as much; it does what that one would do. */
function lightTick(box: ReactNode): ReactNode {
  if (!isValidElement<InputHTMLAttributes<HTMLInputElement>>(box)) return box;
  const { checked, onChange, 'aria-label': label } = box.props;
  return (
    <label className={controls.tick}>
      <input type="checkbox" checked={checked} aria-label={label} onChange={onChange} />
    </label>
  );
}

/** The order that a click on a heading asks for. */
export function readSort<R>(sorter: SorterResult<R> | SorterResult<R>[]): Sort | undefined {
  const { columnKey, order } = Array.isArray(sorter) ? {} : sorter;
  return order ? { by: String(columnKey), desc: order === 'descend' } : undefined;
}

/** Rows of the size the real ones will have, while the first page is on its way. */
export function placeholders(resource: Resource): ResourceRow[] {
  return Array.from({ length: 10 }, (_, index) => ({ [resource.id]: -1 - index }));
}
