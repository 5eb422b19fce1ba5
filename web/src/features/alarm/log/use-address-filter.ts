import type { FormInstance } from 'antd';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { ResourceList } from '../../../resource/list/use-resource-list.ts';
import { useStableCallback } from '../../../resource/list/use-stable-callback.ts';

const filtered = ['siteName', 'state'] as const;

/** Searches for what the address says: marks of sites link to their active alarms. */
export function useAddressFilter({ search }: Pick<ResourceList, 'search'>, form: FormInstance): void {
  const [address] = useSearchParams();
  const given = filtered.flatMap((name) => {
    const value = address.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const key = JSON.stringify(given);
  const apply = useStableCallback((text: string) => {
    const filter: Record<string, string> = Object.fromEntries(JSON.parse(text));
    if (Object.keys(filter).length === 0) return;
    form.setFieldsValue(filter);
    search(filter);
  });
  useEffect(() => apply(key), [apply, key]);
}
