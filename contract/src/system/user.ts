import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { auditFields, choice, createTime, dict, id, json, ref, refs, remark, text } from '../kit/field.ts';
import { requestLabels, resource } from '../kit/resource.ts';
import { statusEndpoint } from '../kit/resource-endpoints.ts';
import { bodySchema, maxInteger, plainPattern, rowSchema } from '../kit/schema.ts';
import { emailPattern, phonePattern } from './profile.ts';
import { userNamePattern } from './registration.ts';
import { roleFacts } from './session.ts';

const unseen = ['table', 'form'] as const;
const hidden = ['table', 'form', 'sheet'] as const;

export const user = resource({
  path: '/system/user',
  permission: 'system:user',
  texts: 'system.user',
  id: 'userId',
  name: 'userName',
  key: ['userName'],
  order: [{ by: 'userId' }],
  sortable: ['userId', 'userName', 'createTime', 'loginDate'],
  fields: {
    userId: { ...id(), search: 'exact' },
    userName: text({
      required: true,
      max: 30,
      pattern: userNamePattern,
      search: 'like',
      fixed: true,
      headings: ['登录名称'],
    }),
    nickName: text({ required: true, max: 30, pattern: plainPattern, headings: ['用户名称'] }),
    deptId: ref({ shows: 'deptName', search: 'below', headings: ['部门编号', '部门名称'] }),
    status: dict('sys_normal_disable', {
      search: 'exact',
      default: '0',
      headings: ['账号状态', '帐号状态'],
    }),
    phonenumber: text({ max: 20, pattern: phonePattern, search: 'like' }),
    email: text({ max: 50, pattern: emailPattern, onDemand: true, headings: ['用户邮箱'] }),
    sex: dict('sys_user_sex', { default: '2', onDemand: true, headings: ['用户性别'] }),
    postIds: refs({ shows: 'postNames', notIn: [], onDemand: true }),
    roleIds: refs({ shows: 'roleNames', notIn: [], onDemand: true }),
    remark: { ...remark(), notIn: [], onDemand: true },
    leader: text({ max: 20, readOnly: true, notIn: unseen }),
    loginIp: text({ max: 50, readOnly: true, notIn: unseen }),
    loginDate: { kind: 'dateTime', readOnly: true, notIn: unseen },
    createTime: createTime(),
    ...auditFields(),
    deptName: text({ max: 30, readOnly: true, notIn: hidden }),
    postNames: text({ label: 'system.user.fields.postIds', max: 1000, readOnly: true, notIn: hidden }),
    roleNames: text({ label: 'system.user.fields.roleIds', max: 1000, readOnly: true, notIn: hidden }),
    dept: json(),
    avatar: text({ max: 200, readOnly: true, notIn: hidden }),
    /** 1 while too many wrong passwords lock the account. */
    locked: choice(['0', '1'], { readOnly: true, notIn: hidden }),
  },
});

const { path, texts } = user;
const labels = { ...requestLabels(user), password: 'system.user.fields.password' };
const key = Type.Integer({ minimum: 1, maximum: maxInteger });
const oneUser = Type.Object({ userId: key });
const may = (action: string) => ({ permission: `${user.permission}:${action}` });
const nullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] });

/** A password that an administrator sets for another user, who then has to change it. */
export const passwordRule = { min: 6, max: 20 };
const password = Type.Optional(Type.String({ minLength: passwordRule.min, maxLength: passwordRule.max }));

/** A generated password, shown only this once; a given one is not repeated. */
const passwordReply = reply.data(
  Type.Object({ userId: Type.Integer(), password: Type.Optional(Type.String()) }),
);

const roleChoice = Type.Object({
  ...roleFacts,
  remark: nullableText,
  createTime: Type.String(),
  admin: Type.Boolean(),
  /** The user has this role. */
  flag: Type.Boolean(),
  /** The role holds more than the caller does, who therefore can neither grant nor revoke it. */
  exceeds: Type.Boolean(),
});

const postChoice = Type.Object({
  postId: Type.Integer(),
  postCode: Type.String(),
  postName: Type.String(),
  postSort: Type.Integer(),
  status: Type.String(),
});

const choices = { roles: Type.Array(roleChoice), posts: Type.Array(postChoice) };

/** The choices in the form of a new user. */
export const newUser = endpoint({
  method: 'GET',
  path,
  access: may('query'),
  reply: reply.fields(Type.Object(choices)),
  texts,
});

export const getUser = endpoint({
  method: 'GET',
  path: `${path}/:userId`,
  access: may('query'),
  params: oneUser,
  reply: reply.fields(
    Type.Object({
      data: rowSchema(user),
      postIds: Type.Array(Type.Integer()),
      roleIds: Type.Array(Type.Integer()),
      ...choices,
    }),
  ),
  texts,
  labels,
});

export const addUser = endpoint({
  method: 'POST',
  path,
  access: may('add'),
  body: Type.Object({ ...bodySchema(user, 'add').properties, password }),
  reply: passwordReply,
  texts,
  labels,
});

export const resetPassword = endpoint({
  method: 'PUT',
  path: `${path}/resetPwd`,
  access: may('resetPwd'),
  body: Type.Object({ userId: key, password }),
  reply: passwordReply,
  texts,
  labels,
});

export const changeUserStatus = statusEndpoint(user);

export const readUserRoles = endpoint({
  method: 'GET',
  path: `${path}/authRole/:userId`,
  access: may('query'),
  params: oneUser,
  reply: reply.fields(Type.Object({ user: rowSchema(user), roles: choices.roles })),
  texts,
  labels,
});

/** The family sends ids joined by commas; an empty list removes all roles. */
export const assignUserRoles = endpoint({
  method: 'PUT',
  path: `${path}/authRole`,
  access: may('edit'),
  query: Type.Object({
    userId: key,
    roleIds: Type.Optional(Type.String({ pattern: '^\\d{1,9}(,\\d{1,9}){0,999}$' })),
  }),
  reply: reply.done,
  texts,
  labels,
  log: 'grant',
});

/** Number of users per department in the caller's data scope; departments without users are left out. */
export const countUsers = endpoint({
  method: 'GET',
  path: `${path}/deptCounts`,
  access: may('list'),
  reply: reply.data(Type.Array(Type.Object({ deptId: Type.Integer(), count: Type.Integer() }))),
  texts,
});
