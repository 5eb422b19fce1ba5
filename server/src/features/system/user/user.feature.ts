import { fail } from '@limpid/contract/errors';
import {
  addUser,
  assignUserRoles,
  changeUserStatus,
  countUsers,
  getUser,
  newUser,
  readUserRoles,
  resetPassword,
  user,
} from '@limpid/contract/system/user';
import { crud } from '../../../crud/crud.ts';
import type { Definition, Requester, Writer, WriteValues } from '../../../crud/definition.ts';
import { findRow } from '../../../crud/list.ts';
import { addRow, editRow } from '../../../crud/write.ts';
import type { App } from '../../../platform/app.ts';
import { refuseWeakPassword } from '../../../platform/auth/password-choice.ts';
import { generatePassword, hashPassword } from '../../../platform/auth/passwords.ts';
import { endSessionsOf } from '../../../platform/auth/sessions.store.ts';
import { route } from '../../../platform/http/route.ts';
import { refuseMorePowerfulUser } from '../grant/grant.service.ts';
import { accountKey } from '../login-guard/login-guard.service.ts';
import { clearFailures } from '../login-guard/login-guard.store.ts';
import { listFormChoices, refuseSuperUser, type UserColumns, userRules } from './user.service.ts';
import {
  countUsersByDepartment,
  readRoleAndPostIds,
  storeTemporaryPassword,
  userScope,
} from './user.store.ts';
import { makeUserSheetImport } from './user-sheet.service.ts';

/** `query` and `add` are not the kit's: their responses include form choices and a generated password. */
const definition: Definition<typeof user, UserColumns> = {
  resource: { ...user, without: ['query', 'add'] },
  table: 'sysUser',
  view: 'sysUserRow',
  keepsRemoved: true,
  scope: userScope,
  prepareImport: makeUserSheetImport,
  ...userRules,
};

export function addUsers(app: App): void {
  crud(app, definition.resource, definition);
  routeReads(app);
  routeWrites(app);
  routePasswordReset(app);
}

function routeReads(app: App): void {
  const { db } = app;

  route(app, newUser, ({ caller, scope }) => listFormChoices({ db, caller, scope }));
  route(app, getUser, async ({ params: { userId }, caller, scope }) => {
    const row = (await findRow(db, definition, scope, userId)) ?? fail('row.gone');
    const links = await readRoleAndPostIds(db, userId);
    return {
      data: { ...row, ...links },
      ...links,
      ...(await listFormChoices({ db, caller, scope }, userId)),
    };
  });
  route(app, readUserRoles, async ({ params: { userId }, caller, scope }) => {
    const row = (await findRow(db, definition, scope, userId)) ?? fail('row.gone');
    const { roles } = await listFormChoices({ db, caller, scope }, userId);
    return { user: row, roles };
  });
  route(app, countUsers, ({ scope }) => countUsersByDepartment(db, scope));
}

function routeWrites(app: App): void {
  function write<V>(
    { caller, scope, language }: Requester,
    work: (writer: Writer) => Promise<V>,
  ): Promise<V> {
    return app.db
      .transaction()
      .execute((db) =>
        work({ db, caller, scope, language, clock: app.clock, dictionaries: app.dictionaries }),
      );
  }

  route(app, addUser, async (context) => {
    const { password: given, ...fields } = context.body;
    const values: WriteValues<typeof user> = fields;
    if (given !== undefined) refuseWeakPassword(given, String(values.userName), 'password');
    const { password, hash } = await choosePassword(given);
    const columns = { password: hash, mustChangePassword: true, passwordTime: app.clock.now() };
    const userId = await write(context, (writer) => addRow(definition, writer, { ...values, ...columns }));
    return { userId, ...(given === undefined && { password }) };
  });
  route(app, changeUserStatus, async (context) => {
    const { userId, status } = context.body;
    await write(context, (writer) => editRow(definition, writer, userId, { status }));
  });
  route(app, assignUserRoles, async (context) => {
    const { userId, roleIds: given } = context.query;
    const roleIds = given ? given.split(',').map(Number) : [];
    await write(context, (writer) => editRow(definition, writer, userId, { roleIds }));
  });
}

function routePasswordReset(app: App): void {
  route(app, resetPassword, async ({ body: { userId, password: given }, caller, scope }) => {
    const { password, hash } = await choosePassword(given);
    await app.db.transaction().execute(async (db) => {
      const row = (await findRow(db, definition, scope, userId)) ?? fail('row.gone');
      refuseSuperUser(row);
      await refuseMorePowerfulUser(db, caller, userId);
      if (given !== undefined) refuseWeakPassword(given, row.userName, 'password');
      await storeTemporaryPassword(db, app.clock, { userId, password: hash, updateBy: caller.userName });
      await endSessionsOf(db, userId);
      await clearFailures(db, accountKey(row.userName));
    });
    return { userId, ...(given === undefined && { password }) };
  });
}

/** Called before the transaction, because hashing takes longer than all of it. */
async function choosePassword(given: string | undefined): Promise<{ password: string; hash: string }> {
  const password = given ?? generatePassword();
  return { password, hash: await hashPassword(password) };
}
