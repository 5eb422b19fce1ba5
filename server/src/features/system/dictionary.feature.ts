import { localised } from '@limpid/contract/kit/resource';
import { dictData, dictType, readDictionary } from '@limpid/contract/system/dictionary';
import { crud } from '../../crud/crud.ts';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';

export function addDictionaries(app: App): void {
  const cache = app.dictionaries;
  route(app, readDictionary, async ({ params, language }) =>
    (await cache.get(params.dictType)).map((entry) => ({
      ...entry,
      dictLabel: localised(entry, 'dictLabel', language),
    })),
  );
  crud(app, dictType, { table: 'sysDictType', offered: true, cache });
  crud(app, dictData, { table: 'sysDictData', cache });
}
