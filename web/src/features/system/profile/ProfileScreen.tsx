import { Card, Skeleton, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { BasicForm } from './BasicForm.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import styles from './profile.module.css';
import { SessionPanel } from './SessionPanel.tsx';
import { useProfile } from './use-profile.ts';

/** The open tab is in the address, so that it can be linked to. */
const tabParameter = 'tab';

export default function ProfileScreen() {
  const { t } = useTranslation();
  const profile = useProfile();
  const [search, setSearch] = useSearchParams();
  const items = [
    {
      key: 'basic',
      label: t('system.profile.tabs.basic'),
      children: profile.data ? (
        <BasicForm profile={profile.data} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      ),
    },
    { key: 'password', label: t('system.profile.tabs.password'), children: <PasswordPanel /> },
    {
      key: 'sessions',
      label: t('system.profile.tabs.sessions'),
      children: <SessionPanel />,
      // Loads again whenever it is opened.
      destroyOnHidden: true,
    },
  ];
  const requested = search.get(tabParameter);
  const open = items.find(({ key }) => key === requested)?.key ?? 'basic';
  if (profile.error && !profile.data) {
    return (
      <Card>
        <ErrorState
          title={t('kit.states.rowFailed')}
          detail={profile.error.message}
          retryText={t('kit.states.retry')}
          onRetry={() => void profile.refetch()}
        />
      </Card>
    );
  }
  return (
    <div className={styles.columns}>
      <ProfileCard profile={profile.data} />
      <Card className={styles.main}>
        <Tabs
          items={items}
          activeKey={open}
          onChange={(key) => setSearch({ [tabParameter]: key }, { replace: true })}
        />
      </Card>
    </div>
  );
}
