import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '../../api/PersonAvatar.tsx';
import { useSession } from '../../api/session.ts';
import { buttonMenu } from '../dropdown.ts';
import { fetchOnDemand } from '../fetch-on-demand.tsx';
import styles from './top-bar.module.css';
import { useUserItems } from './use-user-items.tsx';

const SettingsPanel = fetchOnDemand(
  async () => (await import('../settings/SettingsPanel.tsx')).SettingsPanel,
  null,
);

export function UserMenu() {
  const { t } = useTranslation();
  const user = useSession((session) => session.user);
  const button = useRef<HTMLButtonElement>(null);
  const [panel, setPanel] = useState<'never' | 'open' | 'closed'>('never');
  const items = useUserItems(() => setPanel('open'));
  const name = user?.nickName || user?.userName || '';
  return (
    <>
      <Dropdown {...buttonMenu} menu={{ items }} classNames={{ root: styles.userMenu }}>
        <Button ref={button} type="text" className={styles.user} aria-haspopup="menu">
          <span className="visually-hidden">{t('shell.user.menu')}</span>
          <PersonAvatar person={user} />
          <span className={styles.userName}>{name}</span>
          <DownOutlined aria-hidden className={styles.userArrow} />
        </Button>
      </Dropdown>
      {panel !== 'never' && (
        <SettingsPanel
          open={panel === 'open'}
          onClose={() => setPanel('closed')}
          onClosed={() => button.current?.focus()}
        />
      )}
    </>
  );
}
