import { fail } from '@limpid/contract/errors';
import { fieldLabel, localised, type Resource } from '@limpid/contract/kit/resource';
import { dictData, dictType, readDictionary } from '@limpid/contract/system/dictionary';
import { crud } from '../../crud/crud.ts';
import type { Crud } from '../../crud/definition.ts';
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
  const types = { table: 'sysDictType', offered: true, cache };
  const entries = { table: 'sysDictData', cache };
  crud(app, dictType, { ...types, ...keepBuiltIn(dictType, ['dictType']) });
  crud(app, dictData, { ...entries, ...keepBuiltIn(dictData, ['dictType', 'dictValue']) });
}

/** The program reads what it came with by these names: words and order may change, they may not. */
function keepBuiltIn(resource: Resource, names: string[]): Pick<Crud, 'beforeWrite' | 'beforeRemove'> {
  return {
    beforeWrite(values, _writer, before) {
      if (before?.['createBy'] !== 'system') return;
      const changed = names.find((name) => name in values && values[name] !== before[name]);
      if (changed) fail('dictionary.built_in_key', { label: fieldLabel(resource, changed) }, changed);
    },
    beforeRemove(row, { language }) {
      if (row['createBy'] === 'system')
        fail('dictionary.built_in', { name: localised(row, resource.name, language) });
    },
  };
}
