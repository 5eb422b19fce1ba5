import { SearchOutlined } from '@ant-design/icons';
import { Input, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { ListPagination } from '../../resource/list/ListPagination.tsx';
import { ListTable } from '../../resource/list-table/ListTable.tsx';
import type { ListColumn } from '../../resource/list-table/list-column.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListSection } from './ListSection.tsx';
import styles from './list-section.module.css';
import type { SearchedTableState } from './use-searched-table.ts';

interface SearchedTableProps<Row> {
  title: string;
  state: SearchedTableState;
  /** The name of the search field, and what to do if nothing is found. */
  searchLabel: string;
  searchHint: string;
  columns: readonly ListColumn<Row>[];
  /** The rows of the page, and the number of all; undefined until it is known. */
  rows: readonly Row[];
  total: number | undefined;
  idOf: (row: Row) => number;
  rowClass?: (row: Row) => string;
  isLoading?: boolean;
}

/** A table with a title, a search field and pages. */
export function SearchedTable<Row extends object>({
  title,
  state,
  searchLabel,
  searchHint,
  columns,
  rows,
  total,
  idOf,
  rowClass,
  isLoading = false,
}: SearchedTableProps<Row>) {
  const { t } = useTranslation();
  return (
    <ListSection
      title={title}
      action={
        <Input
          allowClear
          className={styles.search}
          prefix={<SearchOutlined aria-hidden />}
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={state.text}
          onChange={({ target }) => state.write(target.value)}
        />
      }
    >
      <Spin spinning={isLoading} delay={200}>
        <ListTable<Row>
          label={title}
          columns={columns}
          rows={rows}
          idOf={idOf}
          minWidth={sumWidths(columns)}
          {...(rowClass && { rowClass })}
          empty={<EmptyState title={t('data.query.nothingFound')} hint={searchHint} />}
          sort={state.sort}
          onSort={state.sortBy}
        />
      </Spin>
      <ListPagination list={{ ...state, response: total === undefined ? undefined : { total } }} />
    </ListSection>
  );
}

export function sumWidths(columns: readonly { width?: string }[]): string {
  return `calc(${columns.map(({ width }) => width ?? '0px').join(' + ')})`;
}
