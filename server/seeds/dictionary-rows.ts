import type pg from 'pg';
import { insertRows, type Titles } from './insert.ts';

type Entry = [value: string, zh: string, en: string, fr: string, listClass?: string];

export interface SeededDictionary {
  type: string;
  names: Titles;
  entries: Entry[];
}

/** `first` are the first ids of the types and entries; ids below 100 are reserved for seeds. */
export async function insertDictionaries(
  client: pg.PoolClient,
  dictionaries: readonly SeededDictionary[],
  first: { type: number; entry: number },
): Promise<void> {
  const types = dictionaries.map(({ type, names: [zh, en, fr] }, index) => ({
    dict_id: first.type + index,
    dict_name: zh,
    dict_name_en: en,
    dict_name_fr: fr,
    dict_type: type,
    create_by: 'system',
  }));
  await insertRows(client, 'sys_dict_type', types);
  const entries = dictionaries.flatMap(listEntries);
  await insertRows(
    client,
    'sys_dict_data',
    entries.map((row, index) => ({ dict_code: first.entry + index, ...row })),
  );
}

function listEntries({ type, entries }: SeededDictionary) {
  return entries.map(([value, zh, en, fr, listClass = 'default'], index) => ({
    dict_sort: index + 1,
    dict_label: zh,
    dict_label_en: en,
    dict_label_fr: fr,
    dict_value: value,
    dict_type: type,
    list_class: listClass,
    is_default: index === 0 ? 'Y' : 'N',
    create_by: 'system',
  }));
}
