import { readPersonalization, savePersonalization } from '@limpid/contract/system/personalization';
import { systemInfo } from '@limpid/contract/system/session';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { describeLoginOptions } from './login-options.service.ts';
import { describeBranding, saveBranding } from './personalization.service.ts';
import { getPersonalization } from './personalization.store.ts';

export function addPersonalization(app: App): void {
  route(app, systemInfo, async () => ({
    ...(await describeBranding(app)),
    ...(await describeLoginOptions(app)),
  }));
  route(app, readPersonalization, () => getPersonalization(app.db));
  route(app, savePersonalization, ({ body, caller }) => saveBranding(app, body, caller));
}
