import type { ResourceRow } from '../row/row.ts';
import { ListFrame } from './ListFrame.tsx';
import { ListPagination } from './ListPagination.tsx';
import { ResourceTable, type ResourceTableProps } from './ResourceTable.tsx';

/** The table and its pagination. */
export function ListBody<Row extends ResourceRow>(props: ResourceTableProps<Row>) {
  const { list, resource } = props;
  return (
    <>
      <ListFrame list={list} isBusy={list.isFetching && !list.isPending}>
        <ResourceTable {...props} />
      </ListFrame>
      {!resource.tree && <ListPagination list={list} />}
    </>
  );
}
