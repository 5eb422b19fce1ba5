import { ReloadOutlined } from '@ant-design/icons';
import type { ListEndpoint } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import { roleUser } from '@limpid/contract/system/role';
import { user } from '@limpid/contract/system/user';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasAnyPermission } from '../../../api/session.ts';
import { searchFields, tableFields } from '../../../resource/fields/resource-fields.ts';
import { ListBody } from '../../../resource/list/ListBody.tsx';
import { ListEmpty } from '../../../resource/list/ListEmpty.tsx';
import type { RowAction } from '../../../resource/list/RowActions.tsx';
import { SearchForm } from '../../../resource/list/SearchForm.tsx';
import { type ResourceList, useResourceList } from '../../../resource/list/use-resource-list.ts';
import { useTreeExpansion } from '../../../resource/list/use-tree-expansion.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import styles from './role.module.css';

type RoleUserRow = RowOf<typeof roleUser>;

interface UserListProps {
  endpoint: ListEndpoint<RoleUserRow>;
  roleId: number;
  /** Shown for an empty list. */
  empty: { title: string; hint: string };
  rowActions?: (row: RoleUserRow) => RowAction[];
  tools?: (list: ResourceList<RoleUserRow>) => ReactNode;
  onSelect?: (ids: number[]) => void;
}

/** Without `edit` in `without`, the table lets users who may edit roles select rows. */
const people = { ...roleUser, without: roleUser.without?.filter((action) => action !== 'edit') };

/** Users to add to a role or remove from it, with search and selection. */
export function UserList({ endpoint, roleId, empty, rowActions, tools, onSelect }: UserListProps) {
  const { t } = useTranslation();
  const fixedFilter = { roleId };
  const read = useResourceList({ resource: people, endpoints: { list: endpoint }, fixedFilter });
  const list: ResourceList<RoleUserRow> = {
    ...read,
    select(ids) {
      read.select(ids);
      onSelect?.(ids);
    },
  };
  const expansion = useTreeExpansion(people, list);
  const [form] = Form.useForm();
  // The server refuses a search by a masked field.
  const searched = searchFields(people, fixedFilter).filter(
    ({ name }) => name !== 'phonenumber' || hasAnyPermission(`${user.permission}:list`),
  );
  const isFiltered = Object.keys(list.filter).length > 0;

  function showAll() {
    form.resetFields();
    list.search({});
  }

  const nobody = isFiltered ? (
    <ListEmpty isFiltered onReset={showAll} onAdd={undefined} canImport={false} />
  ) : (
    <EmptyState {...empty} />
  );
  return (
    <>
      <SearchForm form={form} fields={searched} onSearch={list.search} />
      {tools && (
        <div className={styles.toolbar} role="toolbar" aria-label={t('kit.list.actions')}>
          {tools(list)}
          <IconButton
            name={t('kit.list.refresh')}
            icon={<ReloadOutlined aria-hidden spin={list.isFetching} />}
            onClick={list.refresh}
          />
        </div>
      )}
      <ListBody
        resource={people}
        list={list}
        expansion={expansion}
        columns={tableFields(people, fixedFilter)}
        actions={rowActions}
        empty={nobody}
      />
    </>
  );
}
