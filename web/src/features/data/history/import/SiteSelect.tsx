import type { ChosenSite } from '@limpid/contract/data/site-choice';
import { Select } from 'antd';
import { useState } from 'react';
import { useSiteSearch } from '../../../../query/sites/use-sites.ts';

interface SiteSelectProps {
  label: string;
  /** Sites that are offered before a search and whose names are known. */
  known: readonly Pick<ChosenSite, 'siteId' | 'siteName'>[];
  value: number | undefined;
  placeholder: string;
  onChange: (siteId: number | undefined) => void;
}

/** One site by its name, code or MN. */
export function SiteSelect({ label, known, value, placeholder, onChange }: SiteSelectProps) {
  const [search, setSearch] = useState('');
  const { data } = useSiteSearch('data:history:list', search ? { search } : {});
  const listed = new Map(
    [...(search ? [] : known), ...(data?.sites ?? [])].map(({ siteId, siteName }) => [siteId, siteName]),
  );
  return (
    <Select<number>
      aria-label={label}
      allowClear
      showSearch={{ filterOption: false, onSearch: setSearch }}
      {...(value !== undefined && { value })}
      placeholder={placeholder}
      popupMatchSelectWidth={false}
      options={[...listed].map(([siteId, siteName]) => ({ value: siteId, label: siteName }))}
      onChange={(siteId: number | undefined) => onChange(siteId)}
    />
  );
}
