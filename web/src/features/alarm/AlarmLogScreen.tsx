import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { AlarmLogList } from './log/AlarmLogList.tsx';
import { AlarmStatisticsPanel } from './statistics/AlarmStatisticsPanel.tsx';

/** The open tab is in the address, so that it can be linked to. */
const tabParameter = 'tab';

export default function AlarmLogScreen() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const items = [
    { key: 'log', label: t('alarm.log.tabs.log'), children: <AlarmLogList /> },
    { key: 'statistics', label: t('alarm.log.tabs.statistics'), children: <AlarmStatisticsPanel /> },
  ];
  return (
    <Tabs
      items={items}
      activeKey={search.get(tabParameter) === 'statistics' ? 'statistics' : 'log'}
      destroyOnHidden
      onChange={(key) => setSearch(key === 'log' ? {} : { [tabParameter]: key }, { replace: true })}
    />
  );
}
