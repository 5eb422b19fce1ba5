import { DownOutlined } from '@ant-design/icons';
import { Avatar, Button, Dropdown } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getNotifier } from '../../api/notifier.ts';
import { useSession } from '../../api/session.ts';
import { buttonMenu } from '../dropdown.ts';
import { PasswordDialog } from '../session/PasswordDialog.tsx';
import { useUserItems } from './use-user-items.tsx';

const SettingsPanel = lazy(async () => ({
  default: (await import('../settings/SettingsPanel.tsx')).SettingsPanel,
}));

export function UserMenu() {
  const { t } = useTranslation();
  const user = useSession((session) => session.user);
  const button = useRef<HTMLButtonElement>(null);
  const [isChanging, setChanging] = useState(false);
  const [panel, setPanel] = useState<'never' | 'open' | 'closed'>('never');
  const items = useUserItems({
    changePassword: () => setChanging(true),
    openSettings: () => setPanel('open'),
  });
  const name = user?.nickName || user?.userName || '';
  return (
    <>
      <Dropdown {...buttonMenu} menu={{ items }} classNames={{ root: 'shell-user-menu' }}>
        <Button ref={button} type="text" className="shell-user" aria-haspopup="menu">
          <span className="visually-hidden">{t('shell.user.menu')}</span>
          <Avatar src={user?.avatar || undefined} alt="" aria-hidden>
            {[...name][0]?.toUpperCase()}
          </Avatar>
          <span className="shell-user-name">{name}</span>
          <DownOutlined aria-hidden className="shell-user-arrow" />
        </Button>
      </Dropdown>
      {panel !== 'never' && (
        <Suspense>
          <SettingsPanel
            open={panel === 'open'}
            onClose={() => setPanel('closed')}
            onClosed={() => button.current?.focus()}
          />
        </Suspense>
      )}
      {isChanging && (
        <PasswordDialog
          title={t('shell.password.title')}
          hint={t('shell.password.hint')}
          leave={t('shell.cancel')}
          onLeave={() => setChanging(false)}
          onDone={() => {
            setChanging(false);
            getNotifier().success(t('shell.password.done'));
          }}
        />
      )}
    </>
  );
}
