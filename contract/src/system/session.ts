import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { personalized } from './personalization.ts';

const texts = 'shell.login';
const nullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const nullableInteger = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
const password = Type.String({ minLength: 1, maxLength: 200 });

export const captchaImage = endpoint({
  method: 'GET',
  path: '/captchaImage',
  access: 'public',
  /** `register` or `login`: a captcha is needed although the parameter is off. */
  query: Type.Object({ purpose: Type.Optional(Type.String({ maxLength: 20 })) }),
  reply: reply.fields(
    Type.Object({
      captchaEnabled: Type.Boolean(),
      /** The same for clients of 3.7 to 3.8.1. */
      captchaOnOff: Type.Boolean(),
      uuid: Type.Optional(Type.String()),
      img: Type.Optional(Type.String()),
    }),
  ),
  texts,
  limit: 60,
});

export const credentials = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 64 }),
  password,
  code: Type.Optional(Type.String({ maxLength: 10 })),
  uuid: Type.Optional(Type.String({ maxLength: 64 })),
});

export const login = endpoint({
  method: 'POST',
  path: '/login',
  access: 'public',
  /** 2.x clients send credentials here; accepted if the parameter `sys.login.queryCredentials` is true. */
  query: Type.Partial(credentials),
  body: Type.Partial(credentials),
  reply: reply.fields(Type.Object({ token: Type.String() })),
  texts,
  log: 'never',
  limit: 60,
});

export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  access: 'public',
  reply: reply.message,
  texts,
  log: 'never',
});

/** Unlocks a locked screen by the password of its user. */
export const unlockScreen = endpoint({
  method: 'POST',
  path: '/unlockscreen',
  access: 'session',
  body: Type.Object({ password }),
  reply: reply.message,
  texts,
  log: 'never',
  limit: 30,
});

/** What other responses tell of a role. */
export const roleFacts = {
  roleId: Type.Integer(),
  roleName: Type.String(),
  roleKey: Type.String(),
  roleSort: Type.Integer(),
  dataScope: Type.String(),
  status: Type.String(),
};

const sessionUser = Type.Object({
  userId: Type.Integer(),
  userName: Type.String(),
  nickName: Type.String(),
  /** Empty if there is none: the family's clients append any other value to their base address. */
  avatar: Type.String(),
  deptId: nullableInteger,
  deptName: nullableText,
  /** For the family's clients, which read department and roles here. */
  dept: Type.Object({ deptId: nullableInteger, deptName: nullableText, leader: nullableText }),
  roles: Type.Array(Type.Object({ ...roleFacts, admin: Type.Boolean() })),
});

export const getInfo = endpoint({
  method: 'GET',
  path: '/getInfo',
  access: 'session',
  beforePassword: true,
  reply: reply.fields(
    Type.Object({
      user: sessionUser,
      roles: Type.Array(Type.String()),
      permissions: Type.Array(Type.String()),
      /** The password was generated: nothing else is allowed until it is changed. */
      isDefaultModifyPwd: Type.Boolean(),
      /** The password is older than `sys.account.passwordValidateDays`: the same restriction applies. */
      isPasswordExpired: Type.Boolean(),
      /** The caller's preferences for screens, stored by `keepChoice`. */
      choices: Type.Record(Type.String(), Type.String()),
      /** The zone of dates on the wire. */
      zone: Type.String(),
    }),
  ),
  texts,
});

/** A node of the menu tree, in the shape that the family's routers are built from. */
export interface RouteNode {
  name?: string;
  path: string;
  hidden: boolean;
  redirect?: string;
  component: string;
  query?: string;
  alwaysShow?: boolean;
  meta?: { title: string; icon: string; noCache: boolean; link?: string };
  children?: RouteNode[];
}

export const getRouters = endpoint({
  method: 'GET',
  path: '/getRouters',
  access: 'session',
  /** True for the unchanged tree; the family's clients get a form that all their versions can use. */
  query: Type.Object({ plain: Type.Optional(Type.Boolean()) }),
  beforePassword: true,
  reply: reply.data(
    Type.Unsafe<RouteNode[]>({ type: 'array', items: { type: 'object', additionalProperties: true } }),
  ),
  texts,
});

/** Body as 3.x sends it; 2.x sends the same names in the query. */
const passwords = {
  oldPassword: Type.Optional(password),
  newPassword: Type.Optional(Type.String({ maxLength: 20 })),
};

export const changePassword = endpoint({
  method: 'PUT',
  path: '/system/user/profile/updatePwd',
  access: 'session',
  beforePassword: true,
  query: Type.Object(passwords),
  body: Type.Object(passwords),
  reply: reply.done,
  texts: 'shell.password',
  limit: 30,
});

export const unlockUser = endpoint({
  method: 'PUT',
  path: '/monitor/logininfor/unlock/:userName',
  access: { permission: 'monitor:logininfor:unlock' },
  params: Type.Object({ userName: Type.String({ minLength: 1, maxLength: 64 }) }),
  reply: reply.done,
  texts,
  log: 'other',
});

/** Public information before login; pictures are addresses. */
export const systemInfo = endpoint({
  method: 'GET',
  path: '/api/v1/sys/info',
  access: 'public',
  reply: reply.data(
    Type.Object({
      ...personalized,
      /** Download address of the newest mobile app, if there is one. */
      appDownload: nullableText,
      canRegister: Type.Boolean(),
      /** Whether an external login is configured, so that binding accounts makes sense. */
      canBind: Type.Boolean(),
    }),
  ),
  texts,
});
