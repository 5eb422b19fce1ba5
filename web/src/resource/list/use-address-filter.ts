import type { FormInstance } from 'antd';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useStableCallback } from '../../ui/use-stable-callback.ts';
import type { ResourceList } from './use-resource-list.ts';

/** Searches for what the address says about these fields, so that other screens can link to rows of a list. */
export function useAddressFilter(
  { search }: Pick<ResourceList, 'search'>,
  form: FormInstance,
  fields: readonly string[],
): void {
  const [address] = useSearchParams();
  const given = fields.flatMap((name) => {
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
