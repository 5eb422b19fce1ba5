import type { RowOf } from '@limpid/contract/kit/row';
import { unlockUser } from '@limpid/contract/system/session';
import { user } from '@limpid/contract/system/user';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { hasAnyPermission } from '../../../api/session.ts';
import type { RowAction } from '../../../resource/list/RowActions.tsx';
import { useDialog } from '../../../resource/row/use-dialog.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx';
import { UserRolesDialog } from './UserRolesDialog.tsx';

/** Further actions of a user, as far as permitted. */
export function useUserDialogs() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reset = useDialog<RowOf<typeof user>>();
  const roles = useDialog<RowOf<typeof user>>();
  const unlocking = useMutation({
    mutationFn: (row: RowOf<typeof user>) => call(unlockUser, { params: { userName: row.userName } }),
    onSuccess() {
      getNotifier().success(t('system.user.unlocked'));
      return invalidatePath(client, user.path);
    },
  });

  function actions(row: RowOf<typeof user>): RowAction[] {
    const found: RowAction[] = [];
    if (row.locked === '1' && hasAnyPermission('monitor:logininfor:unlock'))
      found.push({ key: 'unlock', text: t('system.user.unlock'), run: () => unlocking.mutate(row) });
    if (hasAnyPermission('system:user:edit') && hasAnyPermission('system:user:query'))
      found.push({ key: 'roles', text: t('system.user.roles.action'), run: () => roles.show(row) });
    if (hasAnyPermission('system:user:resetPwd'))
      found.push({ key: 'reset', text: t('system.user.reset.action'), run: () => reset.show(row) });
    return found;
  }

  return { reset, roles, actions };
}

export function UserDialogs({ dialogs }: { dialogs: ReturnType<typeof useUserDialogs> }) {
  const { reset, roles } = dialogs;
  return (
    <>
      {reset.subject && (
        <ResetPasswordDialog
          key={`reset${reset.turn}`}
          open={reset.open}
          row={reset.subject}
          onClose={reset.hide}
        />
      )}
      {roles.subject && (
        <UserRolesDialog
          key={`roles${roles.turn}`}
          open={roles.open}
          row={roles.subject}
          onClose={roles.hide}
        />
      )}
    </>
  );
}
