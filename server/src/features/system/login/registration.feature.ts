import { register } from '@limpid/contract/system/registration';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { describeClient } from './client.rule.ts';
import { registerUser } from './registration.service.ts';

export function addRegistration(app: App): void {
  route(app, register, ({ body, request }) =>
    registerUser(app, body, describeClient(request.ip, request.headers['user-agent'])),
  );
}
