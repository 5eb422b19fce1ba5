import { localised } from '@limpid/contract/kit/resource';
import { dictData, dictType, readDictionary } from '@limpid/contract/system/dictionary';
import { keepBuiltIn } from '../../../crud/built-in.ts';
import { crud } from '../../../crud/crud.ts';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';

type DictionaryColumns = { createBy: string | null };
const isBuiltIn = (row: DictionaryColumns) => row.createBy === 'system';
const errors = ['dictionary.built_in_key', 'dictionary.built_in'] as const;

export function addDictionaries(app: App): void {
  const cache = app.dictionaries;
  route(app, readDictionary, async ({ params, language }) =>
    (await cache.get(params.dictType)).map((entry) => ({
      ...entry,
      dictLabel: localised(entry, 'dictLabel', language),
    })),
  );
  const types = keepBuiltIn<typeof dictType, DictionaryColumns>(dictType, {
    isBuiltIn,
    names: ['dictType'],
    errors,
  });
  const entries = keepBuiltIn<typeof dictData, DictionaryColumns>(dictData, {
    isBuiltIn,
    names: ['dictType', 'dictValue'],
    errors,
  });
  crud(app, dictType, { table: 'sysDictType', offered: true, cache, ...types });
  crud(app, dictData, { table: 'sysDictData', cache, ...entries });
}
