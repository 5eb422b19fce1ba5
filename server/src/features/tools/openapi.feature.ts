import { openApi } from '@limpid/contract/tools/openapi';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import { productVersion } from '../../platform/version.ts';
import { describeApi } from './describe-api.ts';
import { serveInterfacePage } from './interface-page.ts';

export function addOpenApi(app: App): void {
  route(app, openApi, () => ({
    name: 'openapi.json',
    type: 'application/json; charset=utf-8',
    body: Buffer.from(JSON.stringify(describeApi(app.endpoints, productVersion))),
  }));
  serveInterfacePage(app.http);
}
