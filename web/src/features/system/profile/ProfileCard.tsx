import { CameraOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Card, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { getNotifier } from '../../../api/notifier.ts';
import { PersonAvatar } from '../../../api/PersonAvatar.tsx';
import { changeUser, useSession } from '../../../api/session.ts';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { useDialog } from '../../../resource/row/use-dialog.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { AvatarDialog } from './AvatarDialog.tsx';
import factsStyles from './facts.module.css';
import styles from './profile-card.module.css';
import { type Profile, profileKey } from './use-profile.ts';

/** The user's picture, with a button to change it, and account data. */
export function ProfileCard({ profile }: { profile: Profile | undefined }) {
  const { t } = useTranslation();
  const user = useSession((session) => session.user);
  return (
    <Card aria-busy={!profile} className={styles.card}>
      <h2 className="visually-hidden">{t('system.profile.facts.title')}</h2>
      <div className={styles.head}>
        <AvatarButton />
        <strong className={styles.name}>{user?.nickName}</strong>
      </div>
      <Facts profile={profile} />
    </Card>
  );
}

function AvatarButton() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const user = useSession((session) => session.user);
  const dialog = useDialog();
  function keep(avatar: string) {
    changeUser({ avatar });
    void client.invalidateQueries({ queryKey: profileKey, exact: true });
    getNotifier().success(t('system.profile.avatar.saved'));
    dialog.hide();
  }
  return (
    <>
      <button
        type="button"
        className={styles.avatarButton}
        aria-label={t('system.profile.avatar.change')}
        title={t('system.profile.avatar.change')}
        onClick={() => dialog.show()}
      >
        <PersonAvatar person={user} className={styles.avatar} />
        <span className={styles.camera}>
          <CameraOutlined aria-hidden />
        </span>
      </button>
      {dialog.turn > 0 && (
        <AvatarDialog key={dialog.turn} open={dialog.open} onClose={dialog.hide} onSaved={keep} />
      )}
    </>
  );
}

function Facts({ profile }: { profile: Profile | undefined }) {
  const { t } = useTranslation();
  const list = new Intl.ListFormat(useLanguage(), { type: 'unit', style: 'short' });
  const names = (group: string) => list.format(group.split(',').filter(Boolean));
  const data = profile?.data;
  const place = [data?.dept.deptName, names(profile?.postGroup ?? '')].filter(Boolean).join(' / ');
  const facts: { label: string; value: ReactNode }[] = [
    { label: t('system.profile.facts.userName'), value: data?.userName },
    { label: t('system.profile.fields.phonenumber'), value: data?.phonenumber },
    { label: t('system.profile.fields.email'), value: data?.email },
    { label: t('system.profile.facts.place'), value: place },
    { label: t('system.profile.facts.roles'), value: names(profile?.roleGroup ?? '') },
    { label: t('system.profile.facts.createTime'), value: data && <DateTimeText value={data.createTime} /> },
  ];
  const none = <span className={styles.none}>{t('system.profile.facts.none')}</span>;
  const waiting = <Skeleton.Button active size="small" className={styles.waiting} />;
  return (
    <dl className={`${factsStyles.facts} ${styles.facts}`}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{profile ? value || none : waiting}</dd>
        </div>
      ))}
    </dl>
  );
}
