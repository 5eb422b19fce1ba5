import {
  CheckOutlined,
  LockOutlined,
  LogoutOutlined,
  SettingOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { App, type MenuProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSession } from '../../api/session.ts';
import { profilePath } from '../menu/content-routes.ts';
import { changeAppearance, usePreferences } from '../preferences.ts';
import { logoutAndReload } from '../session/logout.ts';
import { themeModes } from '../settings/appearance.ts';
import { useModeNames } from '../settings/use-mode-names.ts';
import { usePanelOffer } from '../settings/use-panel-offer.ts';
import styles from './top-bar.module.css';

type Items = NonNullable<MenuProps['items']>;

/** The theme modes, which every user can choose, with or without the settings panel. */
function useModeItems(): Items {
  const { t } = useTranslation();
  const names = useModeNames();
  const chosen = usePreferences((preferences) => preferences.mode);
  const children = themeModes.map((mode) => ({
    key: mode,
    label: names[mode],
    icon: <CheckOutlined aria-hidden className={mode === chosen ? undefined : styles.unchosen} />,
    role: 'menuitemradio',
    'aria-checked': mode === chosen,
    onClick: () => changeAppearance({ mode }),
  }));
  return [{ key: 'mode', type: 'group', label: t('shell.settings.mode.title'), children }];
}

function useLogoutItem(): Items[number] {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  async function askLogout(): Promise<void> {
    const confirmed = await modal.confirm({
      title: t('shell.expired.title'),
      content: t('shell.user.logoutQuestion'),
      okText: t('shell.user.logout'),
      cancelText: t('shell.cancel'),
    });
    if (confirmed) await logoutAndReload();
  }
  const icon = <LogoutOutlined aria-hidden />;
  return { key: 'logout', icon, label: t('shell.user.logout'), onClick: () => void askLogout() };
}

export function useUserItems(openSettings: () => void): Items {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const isPanelOffered = usePanelOffer();
  const modeItems = useModeItems();
  const logoutItem = useLogoutItem();
  const who = [user?.userName, user?.deptName].filter(Boolean).join(' · ');
  const settingsItem: Items[number] = {
    key: 'settings',
    icon: <SettingOutlined aria-hidden />,
    label: t('shell.settings.title'),
    onClick: openSettings,
  };
  return [
    { key: 'who', type: 'group', label: who },
    {
      key: 'profile',
      icon: <UserOutlined aria-hidden />,
      label: t('shell.pages.profile'),
      onClick: () => void navigate(profilePath),
    },
    {
      key: 'password',
      icon: <LockOutlined aria-hidden />,
      label: t('shell.user.password'),
      onClick: () => void navigate(`${profilePath}?tab=password`),
    },
    ...(isPanelOffered ? [settingsItem] : []),
    { type: 'divider' },
    ...modeItems,
    { type: 'divider' },
    logoutItem,
  ];
}
