import { LockOutlined } from '@ant-design/icons';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { type ResourceRow, toText } from '../../../resource/row.ts';

/** The user name, with a mark if the account is locked. */
export function UserNameCell({ row }: { row: ResourceRow }) {
  const { t } = useTranslation();
  if (row.locked !== '1') return toText(row.userName);
  return (
    <>
      {toText(row.userName)}{' '}
      <Tag color="warning" icon={<LockOutlined aria-hidden />}>
        {t('system.user.fields.locked_1')}
      </Tag>
    </>
  );
}
