import { DownOutlined, LockOutlined, LogoutOutlined } from '@ant-design/icons';
import { App, Avatar, Button, Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getNotifier } from '../../api/notifier.ts';
import { useSession } from '../../api/session.ts';
import { buttonMenu } from '../dropdown.ts';
import { logoutAndReload } from '../session/logout.ts';
import { PasswordDialog } from '../session/PasswordDialog.tsx';

export function UserMenu() {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const user = useSession((session) => session.user);
  const [isChanging, setChanging] = useState(false);
  const name = user?.nickName || user?.userName || '';

  async function askLogout(): Promise<void> {
    const confirmed = await modal.confirm({
      title: t('shell.expired.title'),
      content: t('shell.user.logoutQuestion'),
      okText: t('shell.user.logout'),
      cancelText: t('shell.cancel'),
    });
    if (confirmed) await logoutAndReload();
  }

  const who = [user?.userName, user?.deptName].filter(Boolean).join(' · ');
  const items: MenuProps['items'] = [
    { key: 'who', type: 'group', label: who },
    { key: 'password', icon: <LockOutlined aria-hidden />, label: t('shell.user.password') },
    { type: 'divider' },
    { key: 'logout', icon: <LogoutOutlined aria-hidden />, label: t('shell.user.logout') },
  ];
  const choose: MenuProps['onClick'] = ({ key }) =>
    key === 'password' ? setChanging(true) : void askLogout();
  return (
    <>
      <Dropdown {...buttonMenu} menu={{ items, onClick: choose }}>
        <Button type="text" className="shell-user" aria-haspopup="menu">
          <span className="visually-hidden">{t('shell.user.menu')}</span>
          <Avatar size={28} src={user?.avatar || undefined} alt="" aria-hidden>
            {[...name][0]?.toUpperCase()}
          </Avatar>
          <span className="shell-user-name">{name}</span>
          <DownOutlined aria-hidden className="shell-user-arrow" />
        </Button>
      </Dropdown>
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
