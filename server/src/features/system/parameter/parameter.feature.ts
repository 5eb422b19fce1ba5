import { type ErrorKey, fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { findInvalidMapSetting, type MapStartKey } from '@limpid/contract/map/start';
import { findInvalidProvider, readMapList } from '@limpid/contract/map/tile-providers';
import { openParameterKeys, parameter, readParameter } from '@limpid/contract/system/parameter';
import { keepBuiltIn } from '../../../crud/built-in.ts';
import { crud } from '../../../crud/crud.ts';
import type { StoredRow, WriteValues } from '../../../crud/definition.ts';
import type { App } from '../../../platform/app.ts';
import { hasPermission } from '../../../platform/auth/caller.ts';
import { route } from '../../../platform/http/route.ts';
import { isObject, parseJson } from '../../../platform/json.ts';

type ParameterValues = WriteValues<typeof parameter>;
type StoredParameter = StoredRow<typeof parameter>;

const builtIn = keepBuiltIn(parameter, {
  isBuiltIn: ({ configType }) => configType === 'Y',
  names: ['configKey', 'configType', 'isSecret'],
  errors: ['parameter.built_in_key', 'parameter.built_in'],
});
/** The user screen of the family's clients reads it; it is empty because passwords are generated. */
const familyInitPassword = 'sys.user.initPassword';

export function addParameters(app: App): void {
  app.parameters.addCheck('global_custom_config', checkCustomConfig);
  route(app, readParameter, async ({ caller, params: { configKey } }) => {
    const mayRead =
      openParameterKeys.has(configKey) || hasPermission(caller, `${parameter.permission}:query`);
    if (!mayRead) return configKey === familyInitPassword ? '' : fail('auth.forbidden');
    return (await app.parameters.show(configKey)) ?? '';
  });
  crud(app, parameter, {
    table: 'sysConfig',
    cache: app.parameters,
    ...builtIn,
    async beforeWrite(values, writer, before) {
      await builtIn.beforeWrite(values, writer, before);
      separateSecret(values, before);
      const key = String(values.configKey ?? before?.configKey);
      const value = values.configValue;
      if (typeof value === 'string' || value === null) app.parameters.check(key, value ?? '');
    },
  });
}

/** Moves the value of a secret to the sealed column; without a new value the old one stays. */
function separateSecret(values: ParameterValues, before: StoredParameter | undefined): void {
  const isSecret = (values.isSecret ?? before?.isSecret) === 'Y';
  const value = values.configValue;
  if (!isSecret) {
    const wasSecret = before?.isSecret === 'Y';
    const label = fieldLabel(parameter, 'configValue');
    if (wasSecret && !value) fail('parameter.secret_value', { label }, 'configValue');
    values.secretValue = false;
    return;
  }
  // A parameter that becomes secret without a new value keeps its value.
  const given = typeof value === 'string' && value !== '' ? value : before?.configValue;
  if (typeof values.secretValue !== 'string' && typeof given === 'string') values.secretValue = given;
  values.configValue = null;
}

const startErrors: Record<MapStartKey, ErrorKey> = {
  MAP_CENTER: 'parameter.map_center',
  MAP_ZOOM: 'parameter.map_zoom',
  MAP_LEVEL: 'parameter.map_level',
  MAP_ADCODE: 'parameter.map_adcode',
  MAP_STYLE: 'parameter.map_style',
};

/** The web reads this parameter as JSON. */
function checkCustomConfig(value: string): void {
  const config = parseJson(value || '{}');
  if (!isObject(config)) fail('field.json', { label: fieldLabel(parameter, 'configValue') }, 'configValue');
  const wrong = findInvalidMapSetting(config);
  if (wrong) fail(startErrors[wrong], {}, 'configValue');
  const hasTiles =
    config['MAP_TILES'] !== undefined && config['MAP_TILES'] !== null && config['MAP_TILES'] !== '';
  if (hasTiles && readMapList({ MAP_TILES: config['MAP_TILES'] }).providers.length === 0)
    fail('parameter.map_tiles', {}, 'configValue');
  const name = findInvalidProvider(config);
  if (name !== undefined) fail('parameter.map_providers', { name }, 'configValue');
}
