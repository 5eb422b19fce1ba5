import type { Page } from '@limpid/contract/kit/endpoint';
import type { Resource } from '@limpid/contract/kit/resource';
import { type ListEndpoint, treeEndpoint } from '@limpid/contract/kit/resource-endpoints';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../api/call.ts';
import { usePersonalChoice } from '../../api/use-personal-choice.ts';
import type { Filter, Sort } from '../list-query.ts';
import { type ResourceRow, rowId } from '../row/row.ts';
import { nestRows } from './tree-rows.ts';

export const pageSizes = [10, 20, 30, 50];

interface ListState {
  page: number;
  filter: Filter;
  sort: Sort | undefined;
  selected: number[];
}

const start: ListState = { page: 1, filter: {}, sort: undefined, selected: [] };

/** The state of a list: one page of rows with page number, filter, order and selection. */
export interface ResourceList<Row extends ResourceRow = ResourceRow> extends ListState {
  /** The filter combined with the fixed values of the screen; an export sends it. */
  effectiveFilter: Filter;
  /** The rows of the page; rows of a tree contain their children. */
  rows: Row[];
  allIds: number[];
  response: Page<Row> | undefined;
  pageSize: number;
  isPending: boolean;
  isFetching: boolean;
  /** The rows are those of the previous query while the next ones are loading. */
  isShowingPreviousPage: boolean;
  error: Error | null;
  /** The selected rows of this page. */
  selectedRows: Row[];
  /** Applies a filter and shows page one; refetches even if nothing changed. */
  search: (filter: Filter) => void;
  sortBy: (sort: Sort | undefined) => void;
  goTo: (page: number) => void;
  resize: (pageSize: number) => void;
  select: (ids: number[]) => void;
  refresh: () => void;
}

interface ListOptions<Row extends ResourceRow> {
  resource: Resource;
  endpoints: { list: ListEndpoint<Row> };
  fixedFilter?: Filter | undefined;
  /** A filter chosen beside the list; a change shows page one. */
  outerFilter?: Filter | undefined;
  /** Rows stay selected on other pages and under other filters. */
  keepsSelection?: boolean;
}

export function useResourceList<Row extends ResourceRow>(options: ListOptions<Row>): ResourceList<Row> {
  const { resource, endpoints, fixedFilter, outerFilter, keepsSelection = false } = options;
  const [state, setState] = useState(start);
  const [pageSize, setPageSize] = usePersonalChoice('pageSize', 20);
  // The page size may have been changed on another list.
  const choice = JSON.stringify([outerFilter, pageSize]);
  const [lastChoice, setLastChoice] = useState(choice);
  if (choice !== lastChoice) {
    setLastChoice(choice);
    change({});
  }
  const effectiveFilter = { ...state.filter, ...outerFilter, ...fixedFilter };
  const query = {
    ...effectiveFilter,
    pageNum: state.page,
    pageSize,
    ...(state.sort && { orderByColumn: state.sort.by, isAsc: state.sort.desc ? 'desc' : 'asc' }),
  };
  const { data, isPending, isFetching, isPlaceholderData, error, refetch } = useQuery({
    queryKey: [endpoints.list.path, query],
    queryFn: async ({ signal }): Promise<Page<Row>> => {
      if (!resource.tree) return call(endpoints.list, { query, signal });
      const all = await call(treeEndpoint(resource), { query: effectiveFilter, signal });
      // A tree is listed at the same path, with rows of the same shape.
      return { rows: all as Row[], total: all.length };
    },
    placeholderData: keepPreviousData,
  });
  const found = useMemo(() => data?.rows ?? [], [data]);
  const rows = useMemo(() => (resource.tree ? nestRows(resource, found) : found), [resource, found]);

  function change(part: Partial<ListState>) {
    setState((old) => ({ ...old, page: 1, selected: keepsSelection ? old.selected : [], ...part }));
  }

  return {
    ...state,
    effectiveFilter,
    rows,
    allIds: found.map((row) => rowId(resource, row)),
    response: data,
    pageSize,
    isPending,
    isFetching,
    isShowingPreviousPage: isPlaceholderData,
    error,
    selectedRows: found.filter((row) => state.selected.includes(rowId(resource, row))),
    search(filter) {
      const isSame = state.page === 1 && JSON.stringify(filter) === JSON.stringify(state.filter);
      change({ filter });
      if (isSame) void refetch();
    },
    sortBy: (sort) => change({ sort }),
    goTo: (page) => change({ page }),
    resize: setPageSize,
    select: (selected) => setState((old) => ({ ...old, selected })),
    refresh: () => void refetch(),
  };
}
