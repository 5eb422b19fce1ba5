import { menuChoices } from '@limpid/contract/system/menu';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { CheckTree } from './CheckTree.tsx';

interface MenuTreeInputProps {
  id?: string;
  value?: number[] | null;
  onChange?: (menuIds: number[]) => void;
}

/** A form control for the menu permissions of a role; offers those that the user holds. */
export function MenuTreeInput({ id, value, onChange }: MenuTreeInputProps) {
  const { t } = useTranslation();
  const isLinked = Form.useWatch<boolean | undefined>('menuCheckStrictly') ?? true;
  const menus = useQuery({
    queryKey: [menuChoices.path],
    queryFn: ({ signal }) => call(menuChoices, { signal, quiet: true }),
  });
  const linkSwitch = (
    <Form.Item name="menuCheckStrictly" valuePropName="checked" initialValue noStyle>
      <Checkbox>{t('system.role.tree.linked')}</Checkbox>
    </Form.Item>
  );
  if (menus.error) {
    return (
      <ErrorState
        title={t('system.role.tree.failed')}
        detail={menus.error.message}
        retryText={t('kit.states.retry')}
        onRetry={() => void menus.refetch()}
      />
    );
  }
  return (
    <CheckTree
      id={id}
      label={t('system.role.fields.menuIds')}
      nodes={menus.data}
      chosen={value ?? []}
      onChoose={(chosen) => onChange?.(chosen)}
      isLinked={isLinked}
      linkSwitch={linkSwitch}
    />
  );
}
