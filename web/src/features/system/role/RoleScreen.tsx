import type { RowOf } from '@limpid/contract/kit/row';
import { role } from '@limpid/contract/system/role';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { hasAnyPermission } from '../../../api/session.ts';
import type { FormInputs } from '../../../resource/form/FormFields.tsx';
import { StatusSwitch } from '../../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { rowId } from '../../../resource/row/row.ts';
import { useDialog } from '../../../resource/row/use-dialog.ts';
import { DataScopeDialog } from './DataScopeDialog.tsx';
import { MenuTreeInput } from './MenuTreeInput.tsx';

/** The role of the super administrator is built in. */
const isBuiltIn = (row: RowOf<typeof role>) => rowId(role, row) === 1;
const inputs: FormInputs = { menuIds: <MenuTreeInput /> };

export default function RoleScreen() {
  const { t } = useTranslation();
  const cells: Cells<typeof role> = {
    // Wraps to two lines instead of being cut.
    dataScope: (row) => t(`system.role.fields.dataScope_${row.dataScope ?? ''}`),
    status: (row) => <StatusSwitch resource={role} row={row} isKept={isBuiltIn(row)} />,
  };
  const navigate = useNavigate();
  const scope = useDialog<RowOf<typeof role>>();
  const mayEdit = hasAnyPermission('system:role:edit');
  const rowActions = (row: RowOf<typeof role>) => [
    ...(isBuiltIn(row)
      ? []
      : [{ key: 'scope', text: t('system.role.scope.action'), run: () => scope.show(row) }]),
    {
      key: 'users',
      text: t('shell.pages.roleUsers'),
      run: () => void navigate(`/system/role-auth/user/${rowId(role, row)}`),
    },
  ];
  return (
    <>
      <ResourceScreen
        resource={role}
        cells={cells}
        inputs={inputs}
        isKept={(row) => isBuiltIn(row) && 'fixed'}
        rowActions={mayEdit ? rowActions : undefined}
      />
      {scope.subject && (
        <DataScopeDialog key={scope.turn} open={scope.open} row={scope.subject} onClose={scope.hide} />
      )}
    </>
  );
}
