import { localised } from '@limpid/contract/kit/resource';
import { listReportCities } from '@limpid/contract/report/report-plan';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useChosenSites, useSiteEntities, useSiteSearch } from '../../../query/sites/use-sites.ts';
import type { FormControl } from '../../../resource/form/form-control.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import type { ReportCity } from './report-draft.ts';

const permission = 'analysis:report:list';

/** Chooses a site, found on the server by name, code or MN. */
export function ReportSitePicker({ value, onChange, ...control }: FormControl<number | null | undefined>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const found = useSiteSearch(permission, search ? { search } : {});
  const chosen = useChosenSites(permission, value ? [value] : []);
  const sites = new Map(
    [...(value ? (chosen.data ?? []) : []), ...(found.data?.sites ?? [])].map((site) => [site.siteId, site]),
  );
  return (
    <Select<number | null>
      {...control}
      // While the name is loading, the bare id would be shown.
      value={value && sites.has(value) ? value : null}
      placeholder={t('report.make.chooseSite')}
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch: setText, searchValue: text }}
      notFoundContent={found.isError ? found.error.message : t('data.query.nothingFound')}
      options={[...sites.values()].map((site) => ({
        value: site.siteId,
        label: `${site.siteName} · ${localised(site, 'entityName', language)}`,
      }))}
      onOpenChange={(open) => open || setText('')}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}

/** Chooses an entity with sites. */
export function ReportEntityPicker({
  value,
  onChange,
  ...control
}: FormControl<number | null | undefined> & { allowClear?: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const entities = useSiteEntities(permission);
  return (
    <Select<number | null>
      {...control}
      value={entities.data ? (value ?? null) : null}
      placeholder={t('report.make.chooseEntity')}
      loading={entities.isPending}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={entities.isError ? entities.error.message : undefined}
      options={
        entities.data?.map((entity) => ({
          value: entity.entityId,
          label: t('data.query.entityOption', {
            name: localised(entity, 'entityName', language),
            count: entity.siteCount,
          }),
        })) ?? []
      }
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}

const separator = '\n';

/** Chooses a city with reference stations. */
export function ReportCityPicker({ value, onChange, ...control }: FormControl<ReportCity | undefined>) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const cities = useQuery({
    queryKey: [listReportCities.path, search],
    queryFn: ({ signal }) => call(listReportCities, { query: { search }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
  const name = ({ province, city }: ReportCity) => [province, city].filter(Boolean).join(' · ');
  const found = cities.data ?? [];
  const offered = found.map(({ stations, ...city }) => ({
    value: toKey(city),
    label: t('report.make.cityOption', { name: name(city), count: stations }),
  }));
  const isListed = value && offered.some((one) => one.value === toKey(value));
  return (
    <Select<string | null>
      {...control}
      value={value ? toKey(value) : null}
      placeholder={t('report.make.chooseCity')}
      loading={cities.isFetching}
      showSearch={{ filterOption: false, onSearch: setText, searchValue: text }}
      notFoundContent={cities.isError ? cities.error.message : t('report.make.noCities')}
      options={value && !isListed ? [{ value: toKey(value), label: name(value) }, ...offered] : offered}
      onOpenChange={(open) => open || setText('')}
      onChange={(key) => {
        const [province = '', city = ''] = (key ?? '').split(separator);
        onChange?.({ province, city });
      }}
    />
  );
}

const toKey = ({ province, city }: ReportCity) => `${province}${separator}${city}`;
