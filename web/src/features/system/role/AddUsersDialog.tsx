import { roleUser, selectUsers, unallocatedUsers } from '@limpid/contract/system/role';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toRem } from '../../../ui/scale.ts';
import styles from './role.module.css';
import { UserList } from './UserList.tsx';

interface AddUsersDialogProps {
  open: boolean;
  roleId: number;
  name: string;
  onClose: () => void;
}

/** Assigns the role to the selected users. Mount a new dialog for every opening. */
export function AddUsersDialog({ open, roleId, name, onClose }: AddUsersDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [ticked, setTicked] = useState<number[]>([]);
  const adding = useMutation({
    mutationFn: () => call(selectUsers, { query: { roleId, userIds: ticked.join(',') } }),
    onSuccess() {
      getNotifier().success(t('system.roleUser.added'));
      void invalidatePath(client, roleUser.path);
      onClose();
    },
  });
  return (
    <Dialog
      open={open}
      title={t('system.roleUser.addTo', { name })}
      width={toRem(960)}
      okText={t('system.roleUser.addChosen')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ disabled: ticked.length === 0, loading: adding.isPending && { delay: 200 } }}
      onOk={() => adding.mutate()}
      onCancel={onClose}
    >
      <div className={styles.dialogList}>
        <UserList
          endpoint={unallocatedUsers}
          roleId={roleId}
          empty={{
            title: t('system.roleUser.emptyUnallocated'),
            hint: t('system.roleUser.emptyUnallocatedHint'),
          }}
          onSelect={setTicked}
        />
      </div>
    </Dialog>
  );
}
