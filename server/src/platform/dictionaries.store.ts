import type { RowOf } from '@limpid/contract/kit/row';
import type { dictData } from '@limpid/contract/system/dictionary';
import type { Bus } from './bus.ts';
import { defineTopic } from './bus-topic.ts';
import { type Cache, makeCache } from './cache.ts';
import type { Database } from './db/database.ts';

type DictionaryEntry = RowOf<typeof dictData>;
export type Dictionaries = Cache<DictionaryEntry[]>;

export const dictionariesChanged = defineTopic('dictionary.changed');

/** The enabled entries of each dictionary, in their order. An unknown or disabled dictionary is empty. */
export function openDictionaries(db: Database, bus: Bus): Dictionaries {
  const tables = db.withTables<{
    sysDictData: DictionaryEntry;
    sysDictType: { dictType: string; status: string };
  }>();
  return makeCache(bus, dictionariesChanged, (type) =>
    tables
      .selectFrom('sysDictData as d')
      .innerJoin('sysDictType as t', 't.dictType', 'd.dictType')
      .selectAll('d')
      .where('d.dictType', '=', type)
      .where('d.status', '=', '0')
      .where('t.status', '=', '0')
      .orderBy('d.dictSort')
      .orderBy('d.dictCode')
      .execute(),
  );
}
