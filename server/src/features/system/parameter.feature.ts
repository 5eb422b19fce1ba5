import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { parameter, readParameter, refreshParameters } from '@limpid/contract/system/parameter';
import { crud } from '../../crud/crud.ts';
import type { Values } from '../../crud/definition.ts';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';

export function addParameters(app: App): void {
  route(app, readParameter, async ({ params }) => (await app.parameters.get(params.configKey)) ?? '');
  route(app, refreshParameters, () => app.parameters.clear());
  crud(app, parameter, {
    table: 'sysConfig',
    beforeWrite: checkParameter,
    beforeRemove: ({ configType, configKey }) => {
      if (configType === 'Y') fail('parameter.built_in', { key: String(configKey) });
    },
    afterChange: () => app.parameters.clear(),
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
  if (key === 'global_custom_config' && !isJsonObject(String(values['configValue'] ?? '{}'))) {
    fail('field.json', { label: fieldLabel(parameter, 'configValue') }, 'configValue');
  }
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
