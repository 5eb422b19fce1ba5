import { fail } from '@limpid/contract/errors';
import { readFile } from '@limpid/contract/files';
import type { UploadStream } from '@limpid/contract/kit/endpoint';
import {
  changeAvatar,
  editProfile,
  endOwnSession,
  endSessionsElsewhere,
  keepChoice,
  listOwnSessions,
  profileFields,
  readProfile,
} from '@limpid/contract/system/profile';
import type { App } from '../../../platform/app.ts';
import type { Caller } from '../../../platform/auth/caller.ts';
import { endOtherSessions, endSessionById, listSessions } from '../../../platform/auth/sessions.store.ts';
import { readBearer } from '../../../platform/auth/tokens.ts';
import { attachFiles, detachFiles } from '../../../platform/files/files.ts';
import { storeUpload } from '../../../platform/files/store-upload.ts';
import { route } from '../../../platform/http/route.ts';
import { checkContacts } from '../user/user-contact.service.ts';
import { getProfile, replaceAvatar, storeChoice, updateProfile } from './profile.store.ts';

/** The profile of the caller; ids in requests are ignored. */
export function addProfile(app: App): void {
  route(app, readProfile, ({ caller }) => getProfile(app.db, caller.userId));
  route(app, editProfile, async ({ caller, body }) => {
    if (body.sex !== undefined) await checkSex(app, body.sex);
    await app.db.transaction().execute(async (db) => {
      const { userId } = caller;
      const { data: before } = await getProfile(db, userId);
      await checkContacts(db, caller, { userId, values: body, before, labels: 'system.profile.fields' });
      await updateProfile(db, app.clock, caller, body);
    });
  });
  route(app, keepChoice, ({ caller, body }) => storeChoice(app.db, caller.userId, body.key, body.value));
  route(app, changeAvatar, async ({ caller, upload }) => {
    for await (const file of upload) return { imgUrl: await saveAvatar(app, caller, file) };
    return fail('request.upload_missing');
  });
  routeSessions(app);
}

function routeSessions(app: App): void {
  route(app, listOwnSessions, ({ caller, request }) =>
    listSessions(app.db, app.clock, caller.userId, readBearer(request.headers.authorization) ?? ''),
  );
  route(app, endOwnSession, async ({ caller, params }) => {
    if (!(await endSessionById(app.db, caller.userId, params.id))) fail('session.gone');
  });
  route(app, endSessionsElsewhere, ({ caller, request }) =>
    endOtherSessions(app.db, caller.userId, readBearer(request.headers.authorization) ?? ''),
  );
}

async function checkSex({ dictionaries }: App, sex: string): Promise<void> {
  const entries = await dictionaries.get(profileFields.sex.dict);
  if (entries.some((entry) => entry.dictValue === sex)) return;
  fail('field.choice', { label: 'system.profile.fields.sex' }, 'sex');
}

async function saveAvatar(app: App, caller: Caller, file: UploadStream): Promise<string> {
  const { name, body: stream, maxBytes: atMost } = file;
  const { id } = await storeUpload(app, { purpose: 'avatar', owner: caller, name, stream, atMost });
  const avatar = readFile.path.replace(':id', id);
  await app.db.transaction().execute(async (db) => {
    await attachFiles(db, [id], 'avatar', caller);
    const before = await replaceAvatar(db, caller.userId, avatar);
    const old = before?.split('/').at(-1);
    if (old) await detachFiles(db, app.clock, [old]);
  });
  return avatar;
}
