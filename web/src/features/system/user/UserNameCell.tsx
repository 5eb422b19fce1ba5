import { LockOutlined } from '@ant-design/icons';
import type { RowOf } from '@limpid/contract/kit/row';
import type { user } from '@limpid/contract/system/user';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';

/** The user name, with a mark if the account is locked. */
export function UserNameCell({ row }: { row: RowOf<typeof user> }) {
  const { t } = useTranslation();
  if (row.locked !== '1') return row.userName;
  return (
    <>
      {row.userName}{' '}
      <Tag color="warning" icon={<LockOutlined aria-hidden />}>
        {t('system.user.fields.locked_1')}
      </Tag>
    </>
  );
}
