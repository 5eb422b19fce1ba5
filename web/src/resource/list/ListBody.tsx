import { ListFrame } from './ListFrame.tsx';
import { ListPagination } from './ListPagination.tsx';
import { ResourceTable, type ResourceTableProps } from './ResourceTable.tsx';

/** The table and its pages. */
export function ListBody(props: ResourceTableProps) {
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
