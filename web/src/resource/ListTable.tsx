import { ConfigProvider, Table, type TableProps, theme } from 'antd';
import { useMemo } from 'react';
import { useScale } from '../ui/scale.ts';
import styles from './resource.module.css';

/** The table of a list: its head stays in view, its columns keep their widths, its rows follow the chosen size. */
export function ListTable<R extends object>(props: TableProps<R>) {
  const { token } = theme.useToken();
  const scale = useScale();
  // A row is a little higher than the controls of the chosen size.
  const cellPaddingBlock = (token.controlHeight + 8 * scale - token.fontSize * token.lineHeight) / 2;
  // The same object as long as it says the same: each new one is derived from again by everything in the table.
  const look = useMemo(
    () => ({
      components: {
        Table: { cellPaddingBlock, cellPaddingInline: 12 * scale, headerSplitColor: 'transparent' },
      },
    }),
    [cellPaddingBlock, scale],
  );
  return (
    <ConfigProvider theme={look}>
      <Table<R>
        className={styles.table}
        pagination={false}
        sticky
        tableLayout="fixed"
        showSorterTooltip={{ target: 'sorter-icon' }}
        {...props}
      />
    </ConfigProvider>
  );
}
