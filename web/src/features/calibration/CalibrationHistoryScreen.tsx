import { calibrationHistory } from '@limpid/contract/calibration/history';
import type { RowOf } from '@limpid/contract/kit/row';
import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { dash } from '../../air/describe-value.ts';
import { formatDecimal } from '../../lib/format.ts';
import { orderColumns } from '../../resource/fields/resource-fields.ts';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import frame from '../../resource/resource.module.css';
import { useLanguage } from '../../resource/use-language.ts';
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

const decimals = { pm25: 0, pm10: 0, so2: 0, no2: 0, o3: 0, co: 1 } as const;

function PublishedHours() {
  const language = useLanguage();
  const number = (name: keyof typeof decimals) => (row: RowOf<typeof calibrationHistory>) => {
    const value = row[name];
    return value === null ? dash : formatDecimal(value, decimals[name], language);
  };
  const cells = {
    pm25: number('pm25'),
    pm10: number('pm10'),
    so2: number('so2'),
    no2: number('no2'),
    o3: number('o3'),
    co: number('co'),
  };
  return <ResourceScreen resource={calibrationHistory} columns={valueColumns} cells={cells} />;
}

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
      children: <PublishedHours />,
    },
    { key: 'issues', label: t('calibration.history.tabs.issues'), children: <IssueHistory /> },
  ];
  return (
    <div className={frame.screen}>
      <Tabs
        items={items}
        activeKey={search.get(tabParameter) === 'issues' ? 'issues' : 'values'}
        destroyOnHidden
        onChange={(key) => setSearch(key === 'values' ? {} : { [tabParameter]: key }, { replace: true })}
      />
    </div>
  );
}
