import { newUser } from '@limpid/contract/system/user';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';

interface ChoiceSelectProps {
  id?: string;
  value?: number[];
  onChange?: (ids: number[]) => void;
}

interface Option {
  value: number;
  label: string;
  disabled: boolean;
}

function useChoices() {
  return useQuery({ queryKey: [newUser.path], queryFn: ({ signal }) => call(newUser, { signal }) }).data;
}

/** Roles to assign; roles with more permissions than the user's own are disabled. */
export function RoleSelect(props: ChoiceSelectProps) {
  const { t } = useTranslation();
  const options = useChoices()?.roles.map(({ roleId, roleName, status, exceeds }) => ({
    value: roleId,
    label: roleName,
    disabled: exceeds || status !== '0',
  }));
  return <ChoiceSelect {...props} options={options} unknown={t('system.user.roles.other')} />;
}

export function PostSelect(props: ChoiceSelectProps) {
  const options = useChoices()?.posts.map(({ postId, postName, status }) => ({
    value: postId,
    label: postName,
    disabled: status !== '0',
  }));
  return <ChoiceSelect {...props} options={options} />;
}

interface SelectProps extends ChoiceSelectProps {
  /** Undefined while loading. */
  options: Option[] | undefined;
  /** The label of a chosen record that is not among the options. */
  unknown?: string;
}

function ChoiceSelect({ options, unknown, value, ...control }: SelectProps) {
  return (
    <Select
      mode="multiple"
      // While loading, only ids would be shown.
      value={options ? (value ?? []) : []}
      options={options ?? []}
      loading={!options}
      showSearch={{ optionFilterProp: 'label' }}
      maxTagCount="responsive"
      labelRender={({ label, value: id }) => label ?? unknown ?? id}
      {...control}
    />
  );
}
