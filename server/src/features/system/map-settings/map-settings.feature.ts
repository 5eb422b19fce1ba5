import {
  previewTile,
  readMapSettingsRow,
  saveMapSettings,
  testAmapKeys,
  testTileAddress,
} from '@limpid/contract/system/map-settings';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { tryAmapKeys } from './amap-trial.service.ts';
import { describeMapSettings, storeMapSettings } from './map-settings.service.ts';
import { fetchPreviewTile, tryTile } from './tile-trial.service.ts';

export function addMapSettings(app: App): void {
  route(app, readMapSettingsRow, () => describeMapSettings(app));
  route(app, saveMapSettings, ({ body, caller }) => storeMapSettings(app, body, caller));
  route(app, testTileAddress, ({ body, request }) => tryTile(app, body.url, request));
  route(app, testAmapKeys, ({ body, request }) => tryAmapKeys(app, body, request));
  route(app, previewTile, ({ body, request }) => fetchPreviewTile(app, body.url, request));
}
