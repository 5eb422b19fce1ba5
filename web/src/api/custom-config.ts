import { readParameter } from '@limpid/contract/system/parameter';
import { call } from './call.ts';

/** The settings of `global_custom_config`, such as maps. */
export async function fetchCustomConfig(): Promise<Record<string, unknown>> {
  const value = await call(readParameter, { params: { configKey: 'global_custom_config' }, quiet: true });
  const config: unknown = JSON.parse(value);
  return typeof config === 'object' && config !== null ? { ...config } : {};
}
