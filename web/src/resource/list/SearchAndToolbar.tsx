import { type NamedField, searchFields } from '../fields/resource-fields.ts';
import type { ResourceRow } from '../row/row.ts';
import { ResourceToolbar, type ResourceToolbarProps } from './ResourceToolbar.tsx';
import { SearchForm } from './SearchForm.tsx';
import type { useSearchPanel } from './use-search-panel.ts';

type SearchAndToolbarProps<Row extends ResourceRow> = Omit<
  ResourceToolbarProps<Row>,
  'isSearchShown' | 'onToggleSearch'
> & {
  search: ReturnType<typeof useSearchPanel>;
  /** By default those of the resource. */
  fields?: NamedField[];
};

/** The search of a list, which can be hidden, and its buttons. */
export function SearchAndToolbar<Row extends ResourceRow>({
  search,
  fields,
  ...props
}: SearchAndToolbarProps<Row>) {
  return (
    <>
      <div hidden={!search.isShown}>
        <SearchForm
          form={search.form}
          fields={fields ?? searchFields(props.resource)}
          onSearch={props.list.search}
        />
      </div>
      <ResourceToolbar {...props} isSearchShown={search.isShown} onToggleSearch={search.toggle} />
    </>
  );
}
