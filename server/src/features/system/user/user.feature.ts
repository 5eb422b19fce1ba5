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
import type { Definition, FieldValues, Requester, Writer } from '../../../crud/definition.ts';
import { findRow } from '../../../crud/list.ts';
import { addRow, editRow } from '../../../crud/write.ts';
import type { App } from '../../../platform/app.ts';
import { refuseWeakPassword } from '../../../platform/auth/password-choice.ts';
import { generatePassword, hashPassword } from '../../../platform/auth/passwords.ts';
import { endSessionsOf } from '../../../platform/auth/sessions.store.ts';
import { route } from '../../../platform/http/route.ts';
import { refuseAbove } from '../grant/grant.service.ts';
import { accountKey } from '../login/login-guard.service.ts';
import { forgetFailures } from '../login/login-guard.store.ts';
import { listChoices, refuseSuperUser, userRules } from './user.service.ts';
import { countByDepartment, readLinks, storeGivenPassword, userScope } from './user.store.ts';
import { takeUsers } from './user-sheet.service.ts';

/** Reading and adding one answer more than the kit does: what a form offers, and a generated password. */
const definition: Definition = {
  resource: { ...user, without: ['query', 'add'] },
  table: 'sysUser',
  view: 'sysUserRow',
  keepsRemoved: true,
  scope: userScope,
  prepareImport: takeUsers,
  ...userRules,
};

export function addUsers(app: App): void {
  crud(app, definition.resource, definition);
  addReading(app);
  addWriting(app);
  addPasswords(app);
}

function addReading(app: App): void {
  const { db } = app;

  route(app, newUser, ({ caller, scope }) => listChoices({ db, caller, scope }));
  route(app, getUser, async ({ params: { userId }, caller, scope }) => {
    const row = (await findRow(db, definition, scope, userId)) ?? fail('row.gone');
    const links = await readLinks(db, userId);
    return { data: { ...row, ...links }, ...links, ...(await listChoices({ db, caller, scope }, userId)) };
  });
  route(app, readUserRoles, async ({ params: { userId }, caller, scope }) => {
    const row = (await findRow(db, definition, scope, userId)) ?? fail('row.gone');
    const { roles } = await listChoices({ db, caller, scope }, userId);
    return { user: row, roles };
  });
  route(app, countUsers, ({ scope }) => countByDepartment(db, scope));
}

function addWriting(app: App): void {
  function write<V>(
    { caller, scope, language }: Requester,
    work: (writer: Writer) => Promise<V>,
  ): Promise<V> {
    return app.db
      .transaction()
      .execute((db) => work({ db, caller, scope, language, dictionaries: app.dictionaries }));
  }

  route(app, addUser, async (context) => {
    const { password: given, ...fields } = context.body;
    const values: FieldValues = fields;
    if (given !== undefined) refuseWeakPassword(given, String(values['userName']), 'password');
    const { password, hash } = await choosePassword(given);
    const columns = { password: hash, mustChangePassword: true, passwordTime: app.clock.now() };
    const userId = await write(context, (writer) => addRow(definition, writer, { ...values, ...columns }));
    return { userId, ...(given === undefined && { password }) };
  });
  route(app, changeUserStatus, async (context) => {
    const { userId, status } = context.body;
    await write(context, (writer) => editRow(definition, writer, Number(userId), { status }));
  });
  route(app, assignUserRoles, async (context) => {
    const { userId, roleIds: given } = context.query;
    const roleIds = given ? given.split(',').map(Number) : [];
    await write(context, (writer) => editRow(definition, writer, userId, { roleIds }));
  });
}

function addPasswords(app: App): void {
  route(app, resetPassword, async ({ body: { userId, password: given }, caller, scope }) => {
    const { password, hash } = await choosePassword(given);
    await app.db.transaction().execute(async (db) => {
      const row = (await findRow(db, definition, scope, userId)) ?? fail('row.gone');
      refuseSuperUser(row);
      await refuseAbove(db, caller, userId);
      if (given !== undefined) refuseWeakPassword(given, String(row['userName']), 'password');
      await storeGivenPassword(db, app.clock, { userId, password: hash, updateBy: caller.userName });
      await endSessionsOf(db, userId);
      await forgetFailures(db, accountKey(String(row['userName'])));
    });
    return { userId, ...(given === undefined && { password }) };
  });
}

/** Hashed before a transaction begins: that takes longer than everything in it. */
async function choosePassword(given: string | undefined): Promise<{ password: string; hash: string }> {
  const password = given ?? generatePassword();
  return { password, hash: await hashPassword(password) };
}
