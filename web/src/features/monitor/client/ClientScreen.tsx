import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { hasAnyPermission } from '../../../api/session.ts';
import { ConnectionList } from './ConnectionList.tsx';
import styles from './client.module.css';
import { RefusalList } from './RefusalList.tsx';
import { StationReportList } from './StationReportList.tsx';
import { SummaryCards } from './SummaryCards.tsx';
import { UnknownDeviceList } from './UnknownDeviceList.tsx';

/** The open list is in the address, so that it can be linked to. */
const tabParameter = 'tab';

export default function ClientScreen() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const items = [
    { key: 'connections', label: t('monitor.client.tabs.connections'), children: <ConnectionList /> },
    ...(hasAnyPermission('ingest:unknown:list')
      ? [{ key: 'unknown', label: t('ingest.unknown.title'), children: <UnknownDeviceList /> }]
      : []),
    ...(hasAnyPermission('ingest:refusal:list')
      ? [{ key: 'refusals', label: t('ingest.refusal.title'), children: <RefusalList /> }]
      : []),
    ...(hasAnyPermission('ingest:report:list')
      ? [{ key: 'reports', label: t('ingest.report.title'), children: <StationReportList /> }]
      : []),
  ];
  const requested = search.get(tabParameter);
  const open = items.find(({ key }) => key === requested)?.key ?? 'connections';
  return (
    <div className={styles.page}>
      <SummaryCards />
      <Tabs
        className={styles.lists}
        items={items}
        activeKey={open}
        // Only the visible list is refreshed.
        destroyOnHidden
        onChange={(key) => setSearch({ [tabParameter]: key }, { replace: true })}
      />
    </div>
  );
}
