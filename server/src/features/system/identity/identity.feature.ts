import { bindIdentity, redeemLogin } from '@limpid/contract/system/identity';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { addCleanupTask } from '../../../platform/jobs/tasks.ts';
import { describeClient } from '../login/client.rule.ts';
import { bindAccount, logInByCode } from './identity.service.ts';
import { removeExpiredCodes } from './identity.store.ts';

export function addIdentities(app: App): void {
  addCleanupTask(app.tasks, 'loginCodeTask', () => removeExpiredCodes(app.db, app.clock));
  route(app, bindIdentity, ({ body, request }) =>
    bindAccount(app, body, describeClient(request.ip, request.headers['user-agent'])),
  );
  route(app, redeemLogin, async ({ body, request }) => {
    const client = describeClient(request.ip, request.headers['user-agent']);
    return { token: await logInByCode(app, body.oneTimeCode, client) };
  });
}
