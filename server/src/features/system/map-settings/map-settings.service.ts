import type { StoredMapSettings } from '@limpid/contract/system/map-settings';
import type { App } from '../../../platform/app.ts';
import type { Caller } from '../../../platform/auth/caller.ts';
import { applySettings, type MapSettingsChanges, readStoredSettings } from './map-settings.rule.ts';
import { getCustomConfig, updateCustomConfig } from './map-settings.store.ts';

type Deps = Pick<App, 'db' | 'clock' | 'parameters'>;

/** Not cached, so that every process returns what was saved last. */
export async function describeMapSettings({ db }: Pick<Deps, 'db'>): Promise<StoredMapSettings> {
  return readStoredSettings(await getCustomConfig(db));
}

export async function storeMapSettings(
  { db, clock, parameters }: Deps,
  changes: MapSettingsChanges,
  caller: Caller,
): Promise<StoredMapSettings> {
  const mark = { updateBy: caller.userName, updateTime: clock.now() };
  // The check of the whole parameter would refuse changes because of something else in it.
  await updateCustomConfig(db, mark, (before) => applySettings(before, changes));
  await parameters.clear();
  return describeMapSettings({ db });
}
