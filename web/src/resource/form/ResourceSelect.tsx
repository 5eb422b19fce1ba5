import type { Resource } from '@limpid/contract/kit/resource';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { rowId, rowName, toText } from '../row/row.ts';
import { useLanguage } from '../use-language.ts';

interface ResourceSelectProps {
  resource: Resource;
  value: number;
  onChange: (id: number) => void;
}

const query = { pageNum: 1, pageSize: 1000 };

/** Chooses one row of a resource by its name, its key beside it. */
export function ResourceSelect({ resource, value, onChange }: ResourceSelectProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { list } = resourceEndpoints(resource);
  const { data } = useQuery({
    queryKey: [list.path, query],
    queryFn: ({ signal }) => call(list, { query, signal }),
  });
  const options = data?.rows.map((row) => ({
    value: rowId(resource, row),
    label: [rowName(resource, row, language), ...resource.key.map((name) => toText(row[name]))].join(' · '),
  }));
  return (
    <Select
      aria-label={t(`${resource.texts}.title`)}
      value={options && value}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      style={{ width: 320, maxWidth: '100%' }}
      onChange={onChange}
    />
  );
}
