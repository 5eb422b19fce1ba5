import { PlusOutlined, UserDeleteOutlined } from '@ant-design/icons';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import { allocatedUsers, cancelUsers, role, roleUser } from '@limpid/contract/system/role';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { BackLink } from '../../../resource/row/BackLink.tsx';
import { RowState } from '../../../resource/row/RowState.tsx';
import { rowId } from '../../../resource/row/row.ts';
import { useDialog } from '../../../resource/row/use-dialog.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { useRow } from '../../../resource/row/use-row.ts';
import { useSetPageName } from '../../../ui/page-name.ts';
import { AddUsersDialog } from './AddUsersDialog.tsx';
import styles from './role.module.css';
import { UserList } from './UserList.tsx';

const roles = resourceEndpoints(role);

/** The users of a role, with actions to add and remove them. */
export default function RoleUserScreen() {
  const { t } = useTranslation();
  const id = Number(useParams().roleId);
  const found = useRow(roles, id);
  const name = found.data?.roleName;
  useSetPageName(`/system/role-auth/user/${id}`, name);
  const adding = useDialog();
  const cancel = useCancel(id, name ?? '');
  if (!name) return <RowState row={found} lines={12} />;
  return (
    <section aria-label={t('system.roleUser.of', { name })} className={styles.page}>
      <div className={styles.heading}>
        <BackLink to="/system/role" text={t('system.roleUser.back')} />
        <h2>{t('system.roleUser.of', { name })}</h2>
      </div>
      <UserList
        endpoint={allocatedUsers}
        roleId={id}
        empty={{
          title: t('system.roleUser.emptyAllocated'),
          hint: t('system.roleUser.emptyAllocatedHint'),
        }}
        rowActions={(row) => [
          { key: 'cancel', text: t('system.roleUser.cancel'), run: () => cancel([row], () => {}) },
        ]}
        tools={(list) => (
          <>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => adding.show()}>
              {t('system.roleUser.add')}
            </Button>
            <Button
              danger
              icon={<UserDeleteOutlined aria-hidden />}
              disabled={list.selected.length === 0}
              onClick={() => cancel(list.selectedRows, () => list.select([]))}
            >
              {t('system.roleUser.cancel')}
            </Button>
          </>
        )}
      />
      <AddUsersDialog key={adding.turn} open={adding.open} roleId={id} name={name} onClose={adding.hide} />
    </section>
  );
}

const namesShown = 3;

/** Removes users from the role after a confirmation. */
function useCancel(roleId: number, name: string) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const client = useQueryClient();
  const cancelling = useMutation({
    mutationFn: (rows: RowOf<typeof roleUser>[]) => {
      const userIds = rows.map((row) => rowId(roleUser, row)).join(',');
      return call(cancelUsers, { query: { roleId, userIds } });
    },
    onSuccess() {
      getNotifier().success(t('system.roleUser.cancelled'));
      return invalidatePath(client, roleUser.path);
    },
  });
  return (rows: RowOf<typeof roleUser>[], onDone: () => void) => {
    const names = rows.slice(0, namesShown).map((row) => t('kit.remove.name', { name: row.userName ?? '' }));
    const listed = names.join(t('kit.remove.comma'));
    const more = rows.length - names.length;
    const users = more > 0 ? t('kit.remove.andMore', { names: listed, more }) : listed;
    modal.confirm({
      title: t('system.roleUser.cancelTitle'),
      content: t('system.roleUser.cancelQuestion', { users, name }),
      okText: t('system.roleUser.cancelConfirm'),
      cancelText: t('kit.cancel'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () =>
        new Promise<void>((close) =>
          cancelling.mutate(rows, { onSuccess: onDone, onSettled: () => close() }),
        ),
    });
  };
}
