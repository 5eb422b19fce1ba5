import { text } from '@limpid/contract/kit/field';
import type { RowOf } from '@limpid/contract/kit/row';
import { deptTree } from '@limpid/contract/system/department';
import { passwordRule, user } from '@limpid/contract/system/user';
import { Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import { generatePassword } from '../../../lib/generate-password.ts';
import type { FormInputs } from '../../../resource/form/FormFields.tsx';
import { TreePicker } from '../../../resource/form/TreePicker.tsx';
import { StatusSwitch } from '../../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { rowId } from '../../../resource/row/row.ts';
import { PostSelect, RoleSelect } from './ChoiceSelects.tsx';
import { DepartmentTree } from './DepartmentTree.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { UserDialogs, useUserDialogs } from './UserDialogs.tsx';
import { UserNameCell } from './UserNameCell.tsx';

/** The form has an initial password, which cannot be read later. */
const { remark, ...otherFields } = user.fields;
const resource = {
  ...user,
  fields: {
    ...otherFields,
    password: text({
      required: true,
      max: passwordRule.max,
      pattern: `^.{${passwordRule.min},}$`,
      notIn: ['table', 'sheet'],
    }),
    remark,
  },
};

const inputs: FormInputs = {
  deptId: <TreePicker endpoint={deptTree} />,
  postIds: <PostSelect />,
  roleIds: <RoleSelect />,
  password: <PasswordInput />,
};
const isAsked = (name: string, values: Partial<RowOf<typeof user>>) =>
  name !== 'password' || values.userId === undefined;

export default function UserScreen() {
  const { t } = useTranslation();
  const currentUser = useSession((session) => session.user);
  const [department, setDepartment] = useState<{ id: number; label: string }>();
  const dialogs = useUserDialogs();
  const isSuper = (row: RowOf<typeof user>) => rowId(user, row) === 1;
  const isOwn = (row: RowOf<typeof user>) => rowId(user, row) === currentUser?.userId;
  const cells: Cells<typeof user> = {
    userName: (row) => <UserNameCell row={row} />,
    status: (row) => <StatusSwitch resource={user} row={row} isKept={isSuper(row) || isOwn(row)} />,
  };
  return (
    <>
      <ResourceScreen
        resource={resource}
        cells={cells}
        inputs={inputs}
        isFieldShown={isAsked}
        isKept={(row) => (isSuper(row) ? 'fixed' : isOwn(row))}
        rowActions={(row) => (isSuper(row) ? [] : dialogs.actions(row))}
        aside={<DepartmentTree chosen={department?.id} onChoose={setDepartment} />}
        outerFilter={department && { deptId: department.id }}
        initialValues={() => ({
          deptId: department?.id ?? currentUser?.deptId,
          password: generatePassword(),
        })}
        heading={
          department && (
            <div>
              <Tag
                closable={{ 'aria-label': t('system.user.departments.clear') }}
                onClose={() => setDepartment(undefined)}
              >
                {t('system.user.departments.chosen', { name: department.label })}
              </Tag>
            </div>
          )
        }
      />
      <UserDialogs dialogs={dialogs} />
    </>
  );
}
