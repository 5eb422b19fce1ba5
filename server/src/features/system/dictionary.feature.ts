import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { optionsEndpoint } from '@limpid/contract/kit/resource-endpoints';
import { dictData, dictType, readDictionary, refreshDictionaries } from '@limpid/contract/system/dictionary';
import { crud } from '../../crud/crud.ts';
import type { Values, Writer } from '../../crud/definition.ts';
import { listOptionRows } from '../../crud/list.ts';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import { dictionaryExists } from './dictionary.store.ts';

export function addDictionaries(app: App): void {
  const afterChange = () => app.dictionaries.clear();
  route(app, readDictionary, ({ params }) => app.dictionaries.get(params.dictType));
  route(app, refreshDictionaries, afterChange);
  route(app, optionsEndpoint(dictType), () =>
    listOptionRows(app.db, { resource: dictType, table: 'sysDictType' }),
  );
  crud(app, dictType, { table: 'sysDictType', afterChange });
  crud(app, dictData, { table: 'sysDictData', beforeWrite: checkType, afterChange });
}

async function checkType(values: Values, { db }: Writer): Promise<void> {
  const type = values['dictType'];
  if (typeof type === 'string' && !(await dictionaryExists(db, type))) {
    fail('dict.type_unknown', { type, label: fieldLabel(dictData, 'dictType') }, 'dictType');
  }
}
