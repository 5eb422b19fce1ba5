import type { Resource } from '@limpid/contract/kit/resource';
import { ConfigProvider, Table, theme } from 'antd';
import type { ExpandableConfig, TableRowSelection } from 'antd/es/table/interface';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { rem, useScale } from '../ui/scale.ts';
import styles from './resource.module.css';
import { type ResourceRow, rowId, rowName } from './row.ts';
import { useLanguage } from './use-language.ts';
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
  const { token } = theme.useToken();
  const { resource, list } = facts;
  const { tableColumns, minWidth } = useTableColumns(facts);
  const scale = useScale();
  // A row is a little higher than the controls of the chosen size.
  const cellPaddingBlock = (token.controlHeight + 8 * scale - token.fontSize * token.lineHeight) / 2;

  const ticks: TableRowSelection<ResourceRow> = {
    columnWidth: rem(tickWidth),
    fixed: true,
    selectedRowKeys: list.selected,
    onChange: (keys) => list.select(keys.map(Number)),
    getTitleCheckboxProps: () => ({ 'aria-label': t('kit.list.tickAll') }),
    getCheckboxProps: (row) => ({
      'aria-label': t('kit.list.tick', { name: rowName(resource, row, language) }),
    }),
    renderCell: (_checked, _row, _index, box) => !list.isPending && box,
  };
  const branches: ExpandableConfig<ResourceRow> = {
    indentSize: 20 * scale,
    expandedRowKeys: expansion.expanded,
    onExpandedRowsChange: (keys) => expansion.expand(keys.map(Number)),
  };

  return (
    <ConfigProvider
      theme={{
        components: {
          Table: { cellPaddingBlock, cellPaddingInline: 12 * scale, headerSplitColor: 'transparent' },
        },
      }}
    >
      <Table<ResourceRow>
        className={styles.table}
        rowKey={(row) => rowId(resource, row)}
        columns={tableColumns}
        dataSource={list.isPending ? placeholders(resource) : list.rows}
        pagination={false}
        sticky
        tableLayout="fixed"
        scroll={{ x: minWidth }}
        locale={{ emptyText: empty }}
        showSorterTooltip={{ target: 'sorter-icon' }}
        expandable={resource.tree === undefined ? flat : branches}
        rowSelection={mayTick(resource) ? ticks : undefined}
        onChange={(_pages, _filters, sorter) => {
          const { columnKey, order } = Array.isArray(sorter) ? {} : sorter;
          list.sortBy(order ? { by: String(columnKey), desc: order === 'descend' } : undefined);
        }}
      />
    </ConfigProvider>
  );
}

/** Rows of the size the real ones will have, while the first page is on its way. */
function placeholders(resource: Resource): ResourceRow[] {
  return Array.from({ length: 10 }, (_, index) => ({ [resource.id]: -1 - index }));
}
