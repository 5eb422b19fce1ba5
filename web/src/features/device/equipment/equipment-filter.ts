import { equipment } from '@limpid/contract/device/equipment';
import { fieldEntries } from '@limpid/contract/kit/resource';
import type { Filter } from '../../../resource/list-query.ts';

const filtered = fieldEntries(equipment).filter(([, field]) => field.search !== undefined);

/** The filter that an address contains; what no link of ours would contain is ignored. */
export function readAddressFilter(address: URLSearchParams): Filter {
  return Object.fromEntries(
    filtered.flatMap(([name, field]): [string, string | number][] => {
      const text = address.get(name) ?? '';
      if (text === '' || (field.kind === 'choice' && !field.values.includes(text))) return [];
      if (field.kind !== 'ref') return [[name, text]];
      return /^[1-9]\d{0,8}$/.test(text) ? [[name, Number(text)]] : [];
    }),
  );
}

/** The address with other values of these fields; its other parts stay. */
export function writeAddressFilter(
  address: URLSearchParams,
  names: readonly string[],
  values: Filter,
): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const name of names) {
    const value = values[name];
    if (value === undefined || value === null) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}
