import { canDo, type Resource } from '@limpid/contract/kit/resource';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { FieldName, RowOf } from '@limpid/contract/kit/row';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasAnyPermission } from '../api/session.ts';
import { searchFields } from './fields/resource-fields.ts';
import type { FormInputs } from './form/FormFields.tsx';
import { ListBody } from './list/ListBody.tsx';
import { ListEmpty } from './list/ListEmpty.tsx';
import { ListWithAside } from './list/ListWithAside.tsx';
import type { RowAction } from './list/RowActions.tsx';
import { useRequestedRow } from './list/requested-row.ts';
import { SearchAndToolbar } from './list/SearchAndToolbar.tsx';
import { useAddressFilter } from './list/use-address-filter.ts';
import { type ColumnLayout, useColumnChoices } from './list/use-column-choices.ts';
import { useResourceList } from './list/use-resource-list.ts';
import { type RowProtection, useRowActions } from './list/use-row-actions.ts';
import { useSearchPanel } from './list/use-search-panel.ts';
import type { Cells } from './list/use-table-columns.tsx';
import { useTreeExpansion } from './list/use-tree-expansion.ts';
import type { Filter } from './list-query.ts';
import { ResourceDialogs, useResourceDialogs } from './ResourceDialogs.tsx';
import styles from './resource.module.css';
import { useRemoveRows } from './row/use-resource-writes.ts';

interface ResourceScreenProps<R extends Resource> {
  resource: R;
  /** Values shared by all rows of this screen: hidden in search and table, set in new rows. */
  fixedFilter?: Filter;
  /** Shown above the search. */
  heading?: ReactNode;
  /** The columns that can be shown, instead of all fields of the table, and their widths. */
  columns?: ColumnLayout;
  /** Custom cells by field, or by a further column. */
  cells?: Cells<R>;
  /** Whether a row cannot be deleted, or ('fixed') not changed either. */
  isKept?: RowProtection<RowOf<R>>;
  /** Custom form controls by field. */
  inputs?: FormInputs;
  /** Whether the form shows a field, given the values typed so far. */
  isFieldShown?(name: FieldName<R>, values: Partial<RowOf<R>>): boolean;
  /** Asks before a row is saved, where that does more than store it; `before` is the stored row. */
  confirmSave?(values: Partial<RowOf<R>>, before: Partial<RowOf<R>> | undefined): Promise<boolean>;
  /** Buttons after the standard ones; they can act on the selected rows. */
  tools?: ReactNode | ((selected: RowOf<R>[]) => ReactNode);
  /** Rows can be selected for the buttons in `tools`, by people who may neither edit nor delete them. */
  isSelectable?: boolean;
  /** Further actions of a row. */
  rowActions?: ((row: RowOf<R>) => RowAction[]) | undefined;
  /** Shown beside the list. */
  aside?: ReactNode;
  /** A filter from outside the search, such as a choice in the aside. */
  outerFilter?: Filter | undefined;
  /** The next step of an empty list whose rows are not added by hand; replaces the general hint. */
  emptyHint?: string;
  /** Initial values of a new row. */
  initialValues?: () => Partial<RowOf<R>>;
}

/** The list screen of a resource: search, toolbar, table, pages and dialogs, derived from its definition. */
export function ResourceScreen<R extends Resource>(props: ResourceScreenProps<R>) {
  const { resource, fixedFilter, heading, aside, outerFilter, isKept, rowActions: more } = props;
  const { t } = useTranslation();
  const endpoints = resourceEndpoints(resource);
  const list = useResourceList({ resource, endpoints, fixedFilter, outerFilter });
  const expansion = useTreeExpansion(resource, list);
  const columns = useColumnChoices(resource, fixedFilter, props.columns);
  const search = useSearchPanel(list);
  const fields = searchFields(resource, fixedFilter);
  const addressed = fields.filter(({ field }) => field.kind === 'text').map(({ name }) => name);
  useAddressFilter(list, search.form, addressed);
  const dialogs = useResourceDialogs();
  const remove = useRemoveRows(resource, endpoints, list);
  const add = () => dialogs.form.show({ initialValues: props.initialValues?.() });
  useRequestedRow(resource, (initialValues) => dialogs.form.show({ initialValues }));
  const edit = (id: number | undefined) => dialogs.form.show({ id });
  const addBelow = (id: number) => dialogs.form.show({ initialValues: { [resource.tree ?? '']: id } });
  const actions = useRowActions(resource, { edit, addBelow, remove, isKept, more });
  const facts = { resource, endpoints, list, expansion };

  const mayAdd = canDo(resource, 'add') && hasAnyPermission(`${resource.permission}:add`);
  const empty = (
    <ListEmpty
      isFiltered={Object.keys(list.filter).length > 0}
      onReset={search.showAll}
      onAdd={mayAdd ? add : undefined}
      canImport={canDo(resource, 'import')}
      hint={props.emptyHint}
    />
  );
  const screen = (
    <section aria-label={t(`${resource.texts}.title`)} className={styles.screen}>
      {heading}
      <SearchAndToolbar
        {...facts}
        search={search}
        fields={fields}
        isKept={isKept}
        columns={columns}
        onAdd={add}
        onEdit={() => edit(list.selected[0])}
        onRemove={() => remove(list.selectedRows)}
        onImport={() => dialogs.importing.show()}
        tools={typeof props.tools === 'function' ? props.tools(list.selectedRows) : props.tools}
      />
      <ListBody
        {...facts}
        columns={columns.shown}
        cells={props.cells}
        columnWidths={props.columns?.widths}
        actions={actions}
        isSelectable={props.isSelectable}
        empty={empty}
      />
      <ResourceDialogs
        {...facts}
        dialogs={dialogs}
        fixedValues={fixedFilter}
        inputs={props.inputs}
        isFieldShown={props.isFieldShown}
        confirmSave={props.confirmSave}
      />
    </section>
  );
  return aside ? <ListWithAside aside={aside}>{screen}</ListWithAside> : screen;
}
