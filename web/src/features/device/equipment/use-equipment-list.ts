import { equipment, listDeviceIds } from '@limpid/contract/device/equipment';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../api/call.ts';
import { useAddress } from '../../../query/state/use-address.ts';
import { searchFields } from '../../../resource/fields/resource-fields.ts';
import { usePolledList } from '../../../resource/list/use-polled-list.ts';
import { useResourceList } from '../../../resource/list/use-resource-list.ts';
import { useSearchPanel } from '../../../resource/list/use-search-panel.ts';
import type { Filter } from '../../../resource/list-query.ts';
import { readAddressFilter, writeAddressFilter } from './equipment-filter.ts';

export const equipmentEndpoints = resourceEndpoints(equipment);
export const equipmentSearch = searchFields(equipment);
const everyMs = 10_000;
const searched = equipmentSearch.map(({ name }) => name);
const picked = ['deptId', 'entityId', 'deviceTypeId'] as const;

/** The list of devices: its filter is in the address, its selection stays on every page. */
export function useEquipmentList() {
  usePolledList(equipment, everyMs);
  const [address, changeAddress] = useAddress();
  const filter = readAddressFilter(address);
  const list = useResourceList({
    resource: equipment,
    endpoints: equipmentEndpoints,
    outerFilter: filter,
    keepsSelection: true,
  });
  const search = useSearchPanel(list);
  const { form } = search;
  const key = JSON.stringify(searched.map((name) => filter[name]));
  // The address also changes by links and by going back.
  useEffect(() => {
    const values: unknown[] = JSON.parse(key);
    form.setFieldsValue(
      Object.fromEntries(searched.map((name, index) => [name, values[index] ?? undefined])),
    );
  }, [form, key]);

  return {
    list,
    search,
    filter,
    searchFor(values: Filter) {
      const isSame = searched.every((name) => (values[name] ?? undefined) === filter[name]);
      if (isSame) list.refresh();
      else changeAddress((current) => writeAddressFilter(current, searched, values));
    },
    pick(name: (typeof picked)[number], id: number | null) {
      changeAddress((current) => writeAddressFilter(current, [name], id === null ? {} : { [name]: id }));
    },
    showAll() {
      changeAddress((current) => writeAddressFilter(current, [...searched, ...picked], {}));
    },
  };
}

export type EquipmentList = ReturnType<typeof useEquipmentList>;

/** Adds all devices that match the filter to the selection, as many as an order may reach. */
export function useSelectAll({ list, filter }: EquipmentList) {
  return useMutation({
    mutationFn: () => {
      const { sort } = list;
      const order = sort && { orderByColumn: sort.by, isAsc: sort.desc ? 'desc' : 'asc' };
      return call(listDeviceIds, { query: { ...filter, ...order } });
    },
    onSuccess: ({ siteIds }) => list.select([...new Set([...list.selected, ...siteIds])]),
  });
}
