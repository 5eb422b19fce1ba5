import { Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import frame from '../../resource/resource.module.css';
import { LockTab } from './lock/LockTab.tsx';
import { ReviewTab } from './review/ReviewTab.tsx';

/** What an auditor of data does, a tab each. */
export default function DataAuditScreen() {
  const { t } = useTranslation();
  const [tab, setTab] = useState('review');
  const items = [
    { key: 'review', label: t('quality.audit.tabs.review'), children: <ReviewTab /> },
    { key: 'lock', label: t('lock.month.title'), children: <LockTab /> },
  ];
  return (
    <section aria-label={t('quality.audit.title')} className={frame.screen}>
      <Tabs items={items} activeKey={tab} onChange={setTab} destroyOnHidden />
    </section>
  );
}
