import { ProfileOutlined } from '@ant-design/icons';
import { Badge, Button, Popover } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRunning, useWorkList } from '../../api/work.ts';
import { useEscape } from '../../ui/use-escape.ts';
import { WorkList } from './WorkList.tsx';

/** Long work in the top bar: nothing to see while there is none. */
export function WorkMenu() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const { data: rows = [] } = useWorkList();
  const running = rows.filter(isRunning).length;
  const name = running > 0 ? t('shell.work.running', { count: running }) : t('shell.work.title');

  useEscape(isOpen, close);
  if (rows.length === 0) return null;
  return (
    // Beside its button in the document, the list is the next stop of the Tab key.
    <div className="shell-work">
      <Popover
        trigger="click"
        placement="bottomRight"
        title={t('shell.work.title')}
        content={<WorkList rows={rows} />}
        open={isOpen}
        onOpenChange={setOpen}
        getPopupContainer={(button) => button.parentElement ?? document.body}
      >
        <Button
          type="text"
          icon={
            <Badge dot={running > 0} status="processing">
              <ProfileOutlined aria-hidden />
            </Badge>
          }
          aria-label={name}
          aria-expanded={isOpen}
          title={name}
        />
      </Popover>
    </div>
  );
}
