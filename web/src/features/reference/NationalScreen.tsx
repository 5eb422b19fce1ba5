import { exportNational, type National } from '@limpid/contract/reference/national';
import { Skeleton, Spin } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIndexPreference } from '../../api/use-index-preference.ts';
import { Choice } from '../../query/bar/Choice.tsx';
import { HourPicker } from '../../query/bar/HourPicker.tsx';
import bar from '../../query/bar/query.module.css';
import { ExportButton } from '../../query/result/ExportButton.tsx';
import { QueryError } from '../../query/result/QueryError.tsx';
import { resolveHour } from '../../query/state/period.ts';
import { useAddressPart, useAddressText } from '../../query/state/use-address-part.ts';
import frame from '../../resource/resource.module.css';
import { CityEnds } from './national/CityEnds.tsx';
import { CityLevels } from './national/CityLevels.tsx';
import { CityTable } from './national/CityTable.tsx';
import { HourSummary } from './national/HourSummary.tsx';
import { NationalBasis } from './national/NationalBasis.tsx';
import { NoHours, NothingInHour } from './national/NationalEmpty.tsx';
import { NationalMap } from './national/NationalMap.tsx';
import styles from './national/national.module.css';
import { measures, type NationalCity, type ShownStation } from './national/national-places.ts';
import { rankCities } from './national/rank-cities.ts';
import { StationTable } from './national/StationTable.tsx';
import { TimeBar } from './national/TimeBar.tsx';
import { type StoredHours, useNationalHour, useNationalHours, usePlayback } from './national/use-national.ts';
import { useNationalScale } from './national/use-national-scale.ts';

/** Numbers of hours that the slider covers. */
const spans = ['72', '24', '168'] as const;

/**
 * The stations of authorities and their cities, hour by hour. It has no query bar and saves no queries: it shows all
 * stations, which are no sites, at the hour of a slider, and its address is enough.
 */
export default function NationalScreen() {
  const { t } = useTranslation();
  const hours = useNationalHours();
  const hour = useNationalHour(hours.hour);
  const [{ index }] = useIndexPreference();
  const [span, setSpan] = useAddressPart('span', spans, spans[0]);
  usePlayback(hours, hour.data !== undefined && !hour.isPlaceholderData);
  const error = hours.error ?? hour.error;
  const isEmpty = hours.data !== undefined && hours.stored.length === 0;
  return (
    <section aria-label={t('analysis.national.title')} className={frame.screen}>
      <search aria-label={t('data.query.title')} className={bar.bar}>
        <MeasureChoice />
        {hours.hour !== undefined && hours.zone && (
          <div className={bar.control}>
            <span className={bar.label}>{t('analysis.national.hour')}</span>
            <HourPicker
              hour={resolveHour(hours.hour)}
              zone={hours.zone}
              onChange={({ from }) => hours.seek(from)}
            />
          </div>
        )}
        <Choice
          label={t('analysis.national.span')}
          value={span}
          options={spans
            .toSorted((one, other) => Number(one) - Number(other))
            .map((value) => ({ value, label: value }))}
          onChange={setSpan}
        />
        <div className={bar.actions}>
          <ExportButton
            endpoint={exportNational}
            query={hours.hour === undefined || isEmpty ? undefined : { at: hours.hour, index }}
          />
        </div>
      </search>
      {isEmpty && <NoHours />}
      {!isEmpty && hours.data && <TimeBar hours={hours} span={Number(span)} />}
      {error && !hour.data && (
        <QueryError error={error} onRetry={hours.error ? hours.refetch : hour.refetch} />
      )}
      {!error && !isEmpty && !hour.data && <Skeleton active paragraph={{ rows: 8 }} />}
      {!isEmpty && hour.data && hour.places && (
        <Spin spinning={hour.isPlaceholderData} delay={400}>
          <HourResult national={hour.data} {...hour.places} hours={hours} />
        </Spin>
      )}
    </section>
  );
}

function useMeasure() {
  return useAddressPart('measure', measures, measures[0]);
}

function MeasureChoice() {
  const { t } = useTranslation();
  const [measure, setMeasure] = useMeasure();
  const index = useNationalScale('index');
  return (
    <Choice
      label={t('analysis.national.measure')}
      value={measure}
      options={measures.map((value) => ({ value, label: value === 'index' ? index.title : value }))}
      onChange={setMeasure}
    />
  );
}

interface HourResultProps {
  national: National;
  cities: NationalCity[];
  stations: ShownStation[];
  hours: StoredHours;
}

function HourResult({ national, cities, stations, hours }: HourResultProps) {
  const [measure] = useMeasure();
  const scale = useNationalScale(measure);
  const index = useNationalScale('index');
  const [key, setKey] = useAddressText('city');
  const [marked, setMarked] = useState<string>();
  const open = cities.find((city) => city.key === key);
  const inside = open ? stations.filter(({ cityId }) => cityId === open.id) : [];
  const markedId = inside.find(({ code }) => code === marked)?.id;
  const ranked = rankCities(cities, measure);
  const choose = (city: NationalCity | undefined) => setKey(city?.key);
  const mark = (id: number) => setMarked(stations.find((station) => station.id === id)?.code);
  if (stations.every(({ state }) => state === 'silent'))
    return <NothingInHour onNewest={() => hours.go(hours.stored.length - 1)} />;
  return (
    <div className={styles.result}>
      <HourSummary national={national} ranked={ranked} stations={stations} />
      <div className={styles.overview}>
        <NationalMap
          {...{ cities, measure, scale, open }}
          stations={inside}
          marked={markedId}
          onOpen={choose}
          onMark={mark}
        />
        <div className={styles.aside}>
          <CityLevels cities={cities} measure={measure} scale={scale} />
          <CityEnds ranked={ranked} scale={scale} onOpen={choose} />
        </div>
      </div>
      {open && (
        <StationTable
          city={open}
          stations={inside}
          measure={measure}
          index={index}
          isChinese={national.index === 'china'}
          marked={markedId}
          onMark={mark}
          onClose={() => choose(undefined)}
        />
      )}
      <CityTable ranked={ranked} measure={measure} index={index} onOpen={choose} />
      <NationalBasis {...{ national, cities, stations, measure }} />
    </div>
  );
}
