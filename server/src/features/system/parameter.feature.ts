import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { parameter, readParameter } from '@limpid/contract/system/parameter';
import { crud } from '../../crud/crud.ts';
import type { Values } from '../../crud/definition.ts';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import { isObject, parseJson } from '../../platform/json.ts';

export function addParameters(app: App): void {
  route(app, readParameter, async ({ params }) => (await app.parameters.get(params.configKey)) ?? '');
  crud(app, parameter, {
    table: 'sysConfig',
    beforeWrite: checkParameter,
    beforeRemove: ({ configType, configKey }) => {
      if (configType === 'Y') fail('parameter.built_in', { key: String(configKey) });
    },
    cache: app.parameters,
  });
}

/** The program reads built-in parameters by their key, and JSON ones as JSON: neither may break under it. */
function checkParameter(values: Values, _writer: unknown, before: Values | undefined): void {
  if (before?.['configType'] === 'Y') {
    for (const name of ['configKey', 'configType']) {
      if (name in values && values[name] !== before[name]) {
        fail('parameter.built_in_key', { label: fieldLabel(parameter, name) }, name);
      }
    }
  }
  const key = values['configKey'] ?? before?.['configKey'];
  if (key === 'global_custom_config' && !isObject(parseJson(String(values['configValue'] ?? '{}')))) {
    fail('field.json', { label: fieldLabel(parameter, 'configValue') }, 'configValue');
  }
}
