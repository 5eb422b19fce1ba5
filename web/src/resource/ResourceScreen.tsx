import type { Resource } from '@limpid/contract/kit/resource';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { Form } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission } from '../api/session.ts';
import { phoneQuery, useMedia } from '../ui/use-media.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { ListBody } from './ListBody.tsx';
import { ListEmpty } from './ListEmpty.tsx';
import { ResourceForm } from './ResourceForm.tsx';
import { ResourceToolbar } from './ResourceToolbar.tsx';
import styles from './resource.module.css';
import { searchFields } from './resource-fields.ts';
import type { ResourceRow } from './row.ts';
import { SearchForm } from './SearchForm.tsx';
import { useColumnChoices } from './use-column-choices.ts';
import { useOpening } from './use-opening.ts';
import { type Filter, useResourceList } from './use-resource-list.ts';
import { useRemoveRows } from './use-resource-writes.ts';
import { useRowActions } from './use-row-actions.ts';
import type { Cells } from './use-table-columns.tsx';

interface ResourceScreenProps {
  resource: Resource;
  /** Values every row of this screen has: not searched for, not shown, given to new rows. */
  fixedFilter?: Filter;
  /** Above the search, when the screen is about something. */
  heading?: ReactNode;
  /** Cells the screen draws itself, by field. */
  cells?: Cells;
  /** Rows that cannot be deleted. */
  isKept?: (row: ResourceRow) => boolean;
}

/** The list screen of a resource: search, toolbar, table, pages and dialogs, from the resource's facts. */
export function ResourceScreen({ resource, fixedFilter, heading, cells, isKept }: ResourceScreenProps) {
  const { t } = useTranslation();
  const endpoints = useMemo(() => resourceEndpoints(resource), [resource]);
  const list = useResourceList({ resource, endpoints, fixedFilter });
  const columns = useColumnChoices(resource, fixedFilter);
  const [searchForm] = Form.useForm();
  // On a phone the rows come first.
  const isPhone = useMedia(phoneQuery);
  const [isSearchWanted, setSearchWanted] = useState<boolean>();
  const isSearchShown = isSearchWanted ?? !isPhone;
  const form = useOpening<number>();
  const importing = useOpening();
  const remove = useRemoveRows(resource, endpoints, list);
  const actions = useRowActions(resource, { edit: form.show, remove, isKept });
  const add = () => form.show();
  const facts = { resource, endpoints, list };

  function showAll() {
    searchForm.resetFields();
    list.search({});
  }

  const mayAdd = hasPermission(`${resource.permission}:add`);
  const isFiltered = Object.keys(list.filter).length > 0;
  const empty = <ListEmpty isFiltered={isFiltered} onReset={showAll} onAdd={mayAdd ? add : undefined} />;
  return (
    <section aria-label={t(`${resource.texts}.title`)} className={styles.screen}>
      {heading}
      <div hidden={!isSearchShown}>
        <SearchForm form={searchForm} fields={searchFields(resource, fixedFilter)} onSearch={list.search} />
      </div>
      <ResourceToolbar
        {...facts}
        columns={columns}
        isSearchShown={isSearchShown}
        onToggleSearch={() => setSearchWanted(!isSearchShown)}
        onAdd={add}
        onEdit={() => form.show(list.selected[0])}
        onRemove={() => remove(list.selectedRows)}
        onImport={() => importing.show()}
      />
      <ListBody {...facts} columns={columns.shown} cells={cells} actions={actions} empty={empty} />
      <ResourceForm
        {...facts}
        key={`form${form.turn}`}
        open={form.open}
        id={form.subject}
        fixedValues={fixedFilter}
        onClose={form.hide}
      />
      <ImportDialog
        {...facts}
        key={`import${importing.turn}`}
        open={importing.open}
        onClose={importing.hide}
      />
    </section>
  );
}
