import { appLogin } from '@limpid/contract/system/app-login';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { describeClient } from './client.rule.ts';
import { authenticate, startSession } from './login.service.ts';

export function addAppLogin(app: App): void {
  route(app, appLogin, async ({ body, request }) => {
    const { os } = describeClient(request.ip, request.headers['user-agent']);
    // The login log and the list of sessions show the app as the browser.
    const client = { address: request.ip, browser: 'App', os };
    const token = await startSession(app, body.username, client, () => authenticate(app, body, request.ip));
    return { token };
  });
}
