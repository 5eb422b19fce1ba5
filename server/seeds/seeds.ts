import { addDemoPosts } from './demo/posts.ts';
import { addDictionaries } from './reference/dictionaries.ts';
import { addLiveSwitch } from './reference/live.ts';
import { addMenus } from './reference/menus.ts';
import { addOrganisation } from './reference/organisation.ts';
import { addParameters } from './reference/parameters.ts';
import { addSettingsPanel } from './reference/settings-panel.ts';

/**
 * Each is applied once to a database and then remembered: what an administrator changes or removes later
 * stays so. New reference data is a new line with a new name.
 */
const once = 'once';

export const referenceSeeds = [
  { name: '0001_organisation', run: addOrganisation, checksum: once },
  { name: '0002_dictionaries', run: addDictionaries, checksum: once },
  { name: '0003_parameters', run: addParameters, checksum: once },
  { name: '0004_menus', run: addMenus, checksum: once },
  { name: '0005_settings_panel', run: addSettingsPanel, checksum: once },
  { name: '0006_live_switch', run: addLiveSwitch, checksum: once },
];

export const demoSeeds = [{ name: 'demo_0001_posts', run: addDemoPosts, checksum: once }];
