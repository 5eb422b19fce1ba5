import type { RowOf } from '@limpid/contract/kit/row';
import type { Language } from '@limpid/contract/language';
import { nationalControl } from '@limpid/contract/reference/national-control';
import { Button, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pollutantSign } from '../../air/pollutants.ts';
import { ValueChip } from '../../air/ValueChip.tsx';
import { formatDecimal } from '../../lib/format.ts';
import { useAddressPart } from '../../query/state/use-address-part.ts';
import { orderColumns } from '../../resource/fields/resource-fields.ts';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { DateTimeText } from '../../resource/row/DateTimeText.tsx';
import { useLanguage } from '../../resource/use-language.ts';
import { LevelTag } from './LevelTag.tsx';
import { NewestHours } from './newest/NewestHours.tsx';
import { usePublishedScale } from './newest/use-published-scale.ts';
import { RevisionDrawer } from './revisions/RevisionDrawer.tsx';
import revisionStyles from './revisions/revisions.module.css';

type Row = RowOf<typeof nationalControl>;

const views = ['newest', 'all'] as const;
type View = (typeof views)[number];

/** What the stations of authorities have published: the newest hour of each, or every hour. */
export default function NationalControlScreen() {
  const { t } = useTranslation();
  const [view, setView] = useAddressPart<View>('view', views, 'newest');
  const viewSwitch = (
    <Segmented<View>
      aria-label={t('analysis.nationalControl.newest.view')}
      value={view}
      onChange={setView}
      options={views.map((value) => ({ value, label: t(`analysis.nationalControl.newest.${value}`) }))}
    />
  );
  return view === 'newest' ? <NewestHours viewSwitch={viewSwitch} /> : <AllHours viewSwitch={viewSwitch} />;
}

/** The values come before the facts of their station. */
const columns = {
  fields: orderColumns(nationalControl, [
    'stationName',
    'releaseTime',
    'aqi',
    'level',
    'primaryPollutant',
    'pm25',
    'pm10',
    'so2',
    'no2',
    'co',
    'o3',
    'city',
    'stationCode',
  ]),
  widths: {
    stationName: 176,
    releaseTime: 200,
    aqi: 84,
    level: 124,
    primaryPollutant: 112,
    pm25: 80,
    pm10: 80,
    so2: 80,
    no2: 80,
    co: 84,
    o3: 80,
    stationCode: 124,
    actions: 104,
  },
} as const;

const decimals = { longitude: 4, latitude: 4, pm25: 0, pm10: 0, so2: 0, no2: 0, o3: 0, co: 1 };

function AllHours({ viewSwitch }: { viewSwitch: ReactNode }) {
  const language = useLanguage();
  const published = usePublishedScale();
  const [revised, setRevised] = useState<Row>();
  const number = (name: keyof typeof decimals) => (row: Row) => {
    const value = row[name];
    return value === null ? '—' : formatDecimal(value, decimals[name], language);
  };
  return (
    <>
      <ResourceScreen
        resource={nationalControl}
        heading={<div>{viewSwitch}</div>}
        columns={columns}
        cells={{
          longitude: number('longitude'),
          latitude: number('latitude'),
          pm25: number('pm25'),
          pm10: number('pm10'),
          so2: number('so2'),
          no2: number('no2'),
          o3: number('o3'),
          co: number('co'),
          aqi: (row) => <ValueChip value={row.aqi} scale={published} isSmall />,
          level: (row) => <LevelTag level={row.level} />,
          primaryPollutant: (row) => signs(row.primaryPollutant, language),
          releaseTime: (row) => <ReleaseCell row={row} onOpen={() => setRevised(row)} />,
        }}
      />
      <RevisionDrawer row={revised} onClose={() => setRevised(undefined)} />
    </>
  );
}

/** The time of an hour; what was published before it was revised is behind a mark. */
function ReleaseCell({ row, onOpen }: { row: Row; onOpen: () => void }) {
  const { t } = useTranslation();
  const time = row.releaseTime ?? '';
  return (
    <span className={revisionStyles.released}>
      <DateTimeText value={time} />
      {row.revisedAt && (
        <Button
          size="small"
          type="link"
          aria-label={t('reference.revisions.open', { name: row.stationName, time })}
          onClick={onOpen}
        >
          {t('reference.revisions.mark')}
        </Button>
      )}
    </span>
  );
}

function signs(codes: string | null, language: Language): string {
  if (!codes) return '—';
  return codes
    .split(',')
    .map((code) => pollutantSign(code, language) ?? code)
    .join(language === 'zh' ? '、' : ', ');
}
