import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { parameter } from '@limpid/contract/system/parameter';
import {
  captchaImage,
  changePassword,
  getInfo,
  getRouters,
  login,
  logout,
  unlockScreen,
  unlockUser,
} from '@limpid/contract/system/session';
import type { App } from '../../../platform/app.ts';
import { listPermissions, listRoleKeys } from '../../../platform/auth/caller.ts';
import { refuseWeakPassword } from '../../../platform/auth/password-choice.ts';
import { hashPassword } from '../../../platform/auth/passwords.ts';
import {
  endOtherSessions,
  endSession,
  findCaller,
  removeExpiredSessions,
} from '../../../platform/auth/sessions.store.ts';
import { readBearer } from '../../../platform/auth/tokens.ts';
import { makeCaptcha } from '../../../platform/captcha/captcha.ts';
import { route } from '../../../platform/http/route.ts';
import { addCleanupTask } from '../../../platform/jobs/tasks.ts';
import { translate } from '../../../platform/texts.ts';
import { accountKey } from '../login-guard/login-guard.service.ts';
import { clearFailures } from '../login-guard/login-guard.store.ts';
import { adaptRoutes } from '../menu/family-routes.rule.ts';
import { buildRoutes } from '../menu/menu.rule.ts';
import { listMenus } from '../menu/menu.store.ts';
import { readChoices } from '../profile/profile.store.ts';
import { isUserNameInScope } from '../user/user.store.ts';
import { describeClient } from './client.rule.ts';
import { checkOwnPassword, logIn, needsCaptcha } from './login.service.ts';
import {
  readDepartmentAndRoles,
  recordLogin,
  removeExpiredCaptchas,
  storeCaptcha,
  storeChosenPassword,
} from './login.store.ts';
import { readCredentials } from './login-credentials.service.ts';

export function addSession(app: App): void {
  routeLogin(app);
  routePassword(app);
  app.parameters.addCheck('sys.account.sessionDays', checkSessionDays);
  addCleanupTask(app.tasks, 'sessionTask', () => removeExpiredSessions(app.db, app.clock));
  addCleanupTask(app.tasks, 'captchaTask', () => removeExpiredCaptchas(app.db, app.clock));
  route(app, getInfo, async ({ caller }) => ({
    user: {
      ...caller,
      avatar: caller.avatar ?? '',
      ...(await readDepartmentAndRoles(app.db, caller.userId)),
    },
    roles: listRoleKeys(caller),
    permissions: listPermissions(caller),
    isDefaultModifyPwd: caller.mustChangePassword,
    isPasswordExpired: caller.isPasswordExpired,
    choices: await readChoices(app.db, caller.userId),
    zone: app.config.zone,
  }));
  route(app, getRouters, async ({ caller, language, query }) => {
    const routes = buildRoutes(await listMenus(app.db, caller), language);
    return query.plain ? routes : adaptRoutes(routes);
  });
}

function checkSessionDays(value: string): void {
  if (!/^[1-9]\d{0,3}$/.test(value))
    fail('parameter.session_days', { label: fieldLabel(parameter, 'configValue') }, 'configValue');
}

function routeLogin(app: App): void {
  route(app, captchaImage, async ({ query, request }) => {
    const isWanted = query.purpose === 'register' || query.purpose === 'login';
    if (!isWanted && !(await needsCaptcha(app, request.ip)))
      return { captchaEnabled: false, captchaOnOff: false };
    const { answer, png } = makeCaptcha();
    return {
      captchaEnabled: true,
      captchaOnOff: true,
      uuid: await storeCaptcha(app.db, app.clock, answer),
      img: png.toString('base64'),
    };
  });
  route(app, login, async ({ query, body, request }) => {
    const client = describeClient(request.ip, request.headers['user-agent']);
    return { token: await logIn(app, await readCredentials(app, query, body), client) };
  });
  route(app, logout, async ({ request, language }) => {
    const token = readBearer(request.headers.authorization);
    const caller = token && (await findCaller(app.pool, app.clock, token));
    if (token && caller) {
      await endSession(app.db, token);
      const client = describeClient(request.ip, request.headers['user-agent']);
      const entry = { userName: caller.userName, client, succeeded: true, msg: 'server.loggedOut' };
      await recordLogin(app.db, app.clock, entry);
    }
    return translate(language, 'server.loggedOut');
  });
  // The family's clients use GET.
  for (const method of ['PUT', 'GET'] as const) {
    route(app, { ...unlockUser, method }, async ({ params: { userName }, scope }) => {
      const isReached = await isUserNameInScope(app.db, scope, userName);
      if (isReached === undefined) fail('user.unknown', { name: userName });
      if (!isReached) fail('scope.denied');
      await clearFailures(app.db, accountKey(userName));
    });
  }
}

function routePassword(app: App): void {
  route(app, unlockScreen, async ({ caller, body, language, request }) => {
    const given = { password: body.password, address: request.ip };
    await checkOwnPassword(app, caller, given, { error: 'auth.password_wrong', field: 'password' });
    return translate(language, 'server.unlocked');
  });
  route(app, changePassword, async ({ caller, query, body, request }) => {
    const { oldPassword = '', newPassword = '' } = { ...query, ...body };
    const label = 'shell.password.fields.newPassword';
    if (newPassword.length < 6) fail('field.min', { label, limit: 6 }, 'newPassword');
    refuseWeakPassword(newPassword, caller.userName, 'newPassword');
    const given = { password: oldPassword, address: request.ip };
    await checkOwnPassword(app, caller, given, { error: 'auth.old_password_wrong', field: 'oldPassword' });
    if (oldPassword === newPassword) fail('auth.same_password', {}, 'newPassword');
    await storeChosenPassword(app.db, app.clock, caller.userId, await hashPassword(newPassword));
    await endOtherSessions(app.db, caller.userId, readBearer(request.headers.authorization) ?? '');
  });
}
