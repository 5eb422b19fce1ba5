import {
  listCalibrationChannels,
  listCalibrationSites,
  listCalibrationSources,
  listCalibrationStations,
} from '@limpid/contract/calibration/choices';
import { localised } from '@limpid/contract/kit/resource';
import { stationLevels } from '@limpid/contract/reference/national-control';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatDecimal } from '../../../lib/format.ts';
import type { FormControl } from '../../../resource/form/form-control.ts';
import { useLanguage } from '../../../resource/use-language.ts';

/** Chooses sites, found on the server by name, code or entity. */
export function SitesPicker({ value, onChange, ...control }: FormControl<number[] | null>) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const search = useDeferredValue(text);
  const siteIds = value ?? [];
  const { data, isFetching } = useQuery({
    queryKey: [listCalibrationSites.path, search, siteIds],
    queryFn: ({ signal }) => call(listCalibrationSites, { query: { search, siteIds }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Select<number[]>
      {...control}
      mode="multiple"
      placeholder={t('calibration.config.searchSites')}
      maxTagCount={20}
      // While the names are loading, bare ids would be shown.
      value={data ? siteIds : []}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setText }}
      options={data?.sites.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      onChange={(next) => onChange?.(next)}
    />
  );
}

function useCalibrationChannels() {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: [listCalibrationChannels.path],
    queryFn: ({ signal }) => call(listCalibrationChannels, { signal }),
  });
  return data?.map((channel) => ({
    value: channel.id,
    label: localised({ ...channel }, 'name', language),
    isPublished: channel.isPublished,
  }));
}

/** Chooses the channels to compare: what stations publish, or any where the reference is a site of one's own. */
export function CalibratedChannelPicker({ value, onChange, ...control }: FormControl<number[] | null>) {
  const source: unknown = Form.useWatch('source', Form.useFormInstance());
  const channels = useCalibrationChannels();
  return (
    <Select<number[]>
      {...control}
      mode="multiple"
      value={channels ? (value ?? []) : []}
      loading={!channels}
      showSearch={{ optionFilterProp: 'label' }}
      options={channels?.filter(({ isPublished }) => isPublished || source === 'own') ?? []}
      onChange={(next) => onChange?.(next)}
    />
  );
}

export function RainChannelPicker({ value, onChange, ...control }: FormControl<number | null>) {
  const channels = useCalibrationChannels();
  return (
    <Select<number | null>
      {...control}
      allowClear
      value={channels ? (value ?? null) : null}
      loading={!channels}
      showSearch={{ optionFilterProp: 'label' }}
      options={channels ?? []}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}

/** Chooses the source of reference data whose stations are used, of the network that is chosen. */
export function SourcePicker({ value, onChange, ...control }: FormControl<number | null>) {
  const { t } = useTranslation();
  const network: unknown = Form.useWatch('source', Form.useFormInstance());
  const { data } = useQuery({
    queryKey: [listCalibrationSources.path],
    queryFn: ({ signal }) => call(listCalibrationSources, { signal }),
  });
  const offered = data?.filter(({ id, level }) => level === network || id === value) ?? [];
  return (
    <Select<number | null>
      {...control}
      allowClear
      placeholder={t('calibration.config.anySource')}
      value={data ? (value ?? null) : null}
      loading={!data}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={t('calibration.config.noSource')}
      options={offered.map(({ id, name, isEnabled }) => ({
        value: id,
        label: isEnabled ? name : t('calibration.config.stoppedSource', { name }),
      }))}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}

/** Chooses reference stations by their codes, the nearest to the sites first. */
export function StationsPicker({ value, onChange, ...control }: FormControl<string | null>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const form = Form.useFormInstance();
  const sites: unknown = Form.useWatch('siteIds', form);
  const network: unknown = Form.useWatch('source', form);
  const source: unknown = Form.useWatch('sourceId', form);
  const siteIds = Array.isArray(sites) ? sites.map(Number) : [];
  const level = stationLevels.find((one) => one === network);
  const sourceId = level && typeof source === 'number' ? source : undefined;
  const isOfFiles = network === 'file';
  const [text, setText] = useState('');
  const search = useDeferredValue(text);
  const codes = (value ?? '').split(',').filter(Boolean);
  const { data, isFetching } = useQuery({
    queryKey: [listCalibrationStations.path, search, codes, siteIds, level, sourceId, isOfFiles],
    queryFn: ({ signal }) =>
      call(listCalibrationStations, {
        query: { search, codes, siteIds, level, sourceId, isOfFiles },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const options = data?.stations.map(({ code, name, city, km }) => ({
    value: code,
    label:
      km === null
        ? t('calibration.config.station', { name, city })
        : t('calibration.config.distance', { name, city, km: formatDecimal(km, 1, language) }),
  }));
  return (
    <Select<string[]>
      {...control}
      mode="multiple"
      placeholder={t(codes.length > 0 ? 'calibration.config.searchStations' : 'calibration.config.nearby')}
      value={codes}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setText }}
      options={options ?? []}
      onChange={(next) => onChange?.(next.join(',') || null)}
    />
  );
}
