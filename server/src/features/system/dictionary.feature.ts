import { dictData, dictType, readDictionary } from '@limpid/contract/system/dictionary';
import { crud } from '../../crud/crud.ts';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';

export function addDictionaries(app: App): void {
  const cache = app.dictionaries;
  route(app, readDictionary, ({ params }) => cache.get(params.dictType));
  crud(app, dictType, { table: 'sysDictType', offered: true, cache });
  crud(app, dictData, { table: 'sysDictData', cache });
}
