import type { RowOf } from '@limpid/contract/kit/row';
import { assignUserRoles, readUserRoles, user } from '@limpid/contract/system/user';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Table, Tag } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { RowState } from '../../../resource/row/RowState.tsx';
import { rowId } from '../../../resource/row/row.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toRem } from '../../../ui/scale.ts';

interface UserRolesDialogProps {
  open: boolean;
  row: RowOf<typeof user>;
  onClose: () => void;
}

/** Assigns roles to a user. Mount a new dialog for every opening. */
export function UserRolesDialog({ open, row, onClose }: UserRolesDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const opening = useId();
  const userId = rowId(user, row);
  const stored = useQuery({
    queryKey: [readUserRoles.path, { userId }, opening],
    queryFn: ({ signal }) => call(readUserRoles, { params: { userId }, signal }),
    staleTime: 'static',
    gcTime: 0,
  });
  const roles = stored.data?.roles;
  const [ticked, setTicked] = useState<number[]>();
  const chosen = ticked ?? roles?.filter(({ flag }) => flag).map(({ roleId }) => roleId) ?? [];
  const saving = useMutation({
    mutationFn: () => call(assignUserRoles, { query: { userId, roleIds: chosen.join(',') } }),
    onSuccess() {
      getNotifier().success(t('system.user.roles.saved'));
      void invalidatePath(client, user.path);
      onClose();
    },
    onError(error) {
      if (error instanceof CallError && error.field) getNotifier().error(error.message);
    },
  });
  return (
    <Dialog
      open={open}
      title={t('system.user.roles.title', { name: row.userName })}
      width={toRem(640)}
      okText={t('kit.form.save')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ disabled: !roles, loading: saving.isPending && { delay: 200 } }}
      onOk={() => saving.mutate()}
      onCancel={onClose}
    >
      {!roles && <RowState row={stored} lines={4} />}
      {roles && (
        <Table
          size="small"
          rowKey="roleId"
          dataSource={roles}
          pagination={false}
          scroll={{ y: '50vh' }}
          locale={{ emptyText: t('system.user.roles.none') }}
          rowSelection={{
            selectedRowKeys: chosen,
            onChange: (keys) => setTicked(keys.map(Number)),
            getCheckboxProps: ({ exceeds, status, flag, roleName }) => ({
              disabled: exceeds || (status !== '0' && !flag),
              'aria-label': roleName,
            }),
          }}
          columns={[
            {
              dataIndex: 'roleName',
              title: t('system.user.roles.name'),
              render: (name: string, { exceeds, status }) => (
                <>
                  {name} {exceeds && <Tag>{t('system.user.roles.exceeds')}</Tag>}
                  {status !== '0' && <Tag>{t('system.user.roles.stopped')}</Tag>}
                </>
              ),
            },
            { dataIndex: 'roleKey', title: t('system.user.roles.key') },
          ]}
        />
      )}
    </Dialog>
  );
}
