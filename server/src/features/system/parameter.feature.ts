import { type ErrorKey, fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { findWrongStart, type MapStartKey } from '@limpid/contract/map/start';
import { parameter, readParameter } from '@limpid/contract/system/parameter';
import { keepBuiltIn } from '../../crud/built-in.ts';
import { crud } from '../../crud/crud.ts';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import { isObject, parseJson } from '../../platform/json.ts';

const builtIn = keepBuiltIn(parameter, {
  isBuiltIn: ({ configType }) => configType === 'Y',
  names: ['configKey', 'configType'],
  errors: ['parameter.built_in_key', 'parameter.built_in'],
});

export function addParameters(app: App): void {
  route(app, readParameter, async ({ params }) => (await app.parameters.get(params.configKey)) ?? '');
  crud(app, parameter, {
    table: 'sysConfig',
    cache: app.parameters,
    ...builtIn,
    async beforeWrite(values, writer, before) {
      await builtIn.beforeWrite(values, writer, before);
      const key = values['configKey'] ?? before?.['configKey'];
      if (key === 'global_custom_config') checkCustomConfig(String(values['configValue'] ?? '{}'));
    },
  });
}

const startErrors: Record<MapStartKey, ErrorKey> = {
  MAP_CENTER: 'parameter.map_center',
  MAP_ZOOM: 'parameter.map_zoom',
  MAP_LEVEL: 'parameter.map_level',
  MAP_ADCODE: 'parameter.map_adcode',
  MAP_STYLE: 'parameter.map_style',
};

/** The program reads this one as JSON: it may not break under it. */
function checkCustomConfig(value: string): void {
  const config = parseJson(value);
  if (!isObject(config)) fail('field.json', { label: fieldLabel(parameter, 'configValue') }, 'configValue');
  const wrong = findWrongStart(config);
  if (wrong) fail(startErrors[wrong], {}, 'configValue');
}
