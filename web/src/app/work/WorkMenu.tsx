import { ProfileOutlined } from '@ant-design/icons';
import { Badge } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRunning, useWorkList } from '../../api/work.ts';
import { BarPopover } from '../bar-controls/BarPopover.tsx';
import { WorkList } from './WorkList.tsx';

/** Background work in the top bar; hidden if there is none. */
export function WorkMenu() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { data: rows = [] } = useWorkList();
  const running = rows.filter(isRunning).length;
  const name = running > 0 ? t('shell.work.running', { count: running }) : t('shell.work.title');
  if (rows.length === 0) return null;
  return (
    <BarPopover
      title={t('shell.work.title')}
      name={name}
      icon={
        <Badge dot={running > 0} status="processing">
          <ProfileOutlined aria-hidden />
        </Badge>
      }
      content={<WorkList rows={rows} />}
      open={isOpen}
      onOpenChange={setOpen}
    />
  );
}
