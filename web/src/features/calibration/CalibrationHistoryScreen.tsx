import { calibrationHistory } from '@limpid/contract/calibration/history';
import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { orderColumns } from '../../resource/fields/resource-fields.ts';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { IssueHistory } from './issue/IssueHistory.tsx';

/** The hour beside its station, before the values. */
const valueColumns = {
  fields: orderColumns(calibrationHistory, [
    'stationName',
    'stationCode',
    'city',
    'releaseTime',
    'pm25',
    'pm10',
    'so2',
    'no2',
    'o3',
    'co',
  ]),
  widths: { stationName: 170, stationCode: 110, pm25: 80, pm10: 80, so2: 80, no2: 80, o3: 80, co: 80 },
} as const;

/** The open tab is in the address, so that it can be linked to. */
const tabParameter = 'tab';

/** The values of reference stations that calibrations use, and the K and B that were issued. */
export default function CalibrationHistoryScreen() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const items = [
    {
      key: 'values',
      label: t('calibration.history.tabs.values'),
      children: <ResourceScreen resource={calibrationHistory} columns={valueColumns} />,
    },
    { key: 'issues', label: t('calibration.history.tabs.issues'), children: <IssueHistory /> },
  ];
  return (
    <Tabs
      items={items}
      activeKey={search.get(tabParameter) === 'issues' ? 'issues' : 'values'}
      destroyOnHidden
      onChange={(key) => setSearch(key === 'values' ? {} : { [tabParameter]: key }, { replace: true })}
    />
  );
}
