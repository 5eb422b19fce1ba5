import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { dict, text } from '../kit/field.ts';
import { plainPattern } from '../kit/schema.ts';

const path = '/system/user/profile';
const texts = 'system.profile';

/** Formats of phone numbers and email addresses, in the profile and in user management. */
export const phonePattern = '^(?=.*\\d)[\\d+ -]+$';
export const emailPattern = '^[^\\s@<>]+@[^\\s@<>.]+(\\.[^\\s@<>.]+)+$';

/** Fields that users may change themselves; all others belong to administrators. */
export const profileFields = {
  nickName: text({ required: true, max: 30, pattern: plainPattern }),
  phonenumber: text({ max: 20, pattern: phonePattern }),
  email: text({ max: 50, pattern: emailPattern }),
  sex: dict('sys_user_sex', { default: '2' }),
} as const;

const nullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const nullableId = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

/** Null clears the field; an omitted field stays. */
function clearable({ max, pattern }: { max: number; pattern: string }) {
  return Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], minLength: 1, maxLength: max, pattern }),
  );
}

export const readProfile = endpoint({
  method: 'GET',
  path,
  access: 'session',
  beforePassword: true,
  reply: reply.fields(
    Type.Object({
      data: Type.Object({
        userId: Type.Integer(),
        userName: Type.String(),
        nickName: Type.String(),
        email: nullableText,
        phonenumber: nullableText,
        sex: Type.String(),
        avatar: Type.String(),
        deptId: nullableId,
        dept: Type.Object({ deptId: nullableId, deptName: nullableText }),
        createTime: Type.String(),
        loginIp: nullableText,
        loginDate: nullableText,
      }),
      /** Names, joined by commas. */
      roleGroup: Type.String(),
      postGroup: Type.String(),
    }),
  ),
  texts,
});

export const editProfile = endpoint({
  method: 'PUT',
  path,
  access: 'session',
  body: Type.Object({
    nickName: Type.String({ minLength: 1, maxLength: profileFields.nickName.max, pattern: plainPattern }),
    phonenumber: clearable(profileFields.phonenumber),
    email: clearable(profileFields.email),
    sex: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  reply: reply.done,
  texts,
});

export const changeAvatar = endpoint({
  method: 'POST',
  path: `${path}/avatar`,
  access: 'session',
  upload: 'avatarfile',
  streamed: 1,
  /** Address below the API's prefix, as the family's clients expect. */
  reply: reply.fields(Type.Object({ imgUrl: Type.String() })),
  texts,
  log: 'update',
  limit: 30,
});

export const listOwnSessions = endpoint({
  method: 'GET',
  path: `${path}/sessions`,
  access: 'session',
  reply: reply.data(
    Type.Array(
      Type.Object({
        /** Identifies the session without giving access to it. */
        id: Type.String(),
        browser: Type.String(),
        os: Type.String(),
        address: Type.String(),
        createdAt: Type.String(),
        lastUsedAt: Type.String(),
        /** The session of this request. */
        isCurrent: Type.Boolean(),
      }),
    ),
  ),
  texts,
});

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: `${path}/sessions/:id`,
  access: 'session',
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) }),
  reply: reply.done,
  texts,
  labels: { id: 'kit.fields.id' },
  log: 'forceLogout',
});

export const endSessionsElsewhere = endpoint({
  method: 'DELETE',
  path: `${path}/sessions`,
  access: 'session',
  reply: reply.done,
  texts,
  log: 'forceLogout',
});

/** A preference of the caller for a screen; the server stores the text without interpreting it. */
export const keepChoice = endpoint({
  method: 'PUT',
  path: `${path}/choice`,
  access: 'session',
  body: Type.Object({
    key: Type.String({ minLength: 1, maxLength: 100 }),
    value: Type.String({ maxLength: 4000 }),
  }),
  reply: reply.done,
  texts,
  labels: { key: 'kit.fields.id', value: 'kit.list.columns' },
  log: 'never',
});
