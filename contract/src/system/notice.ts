import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { createTime, dict, id, longText, remark, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { maxRichText } from '../kit/rich-text.ts';
import { maxInteger, plainPattern } from '../kit/schema.ts';

export const notice = resource({
  path: '/system/notice',
  permission: 'system:notice',
  texts: 'system.notice',
  id: 'noticeId',
  name: 'noticeTitle',
  key: ['noticeTitle'],
  order: [{ by: 'noticeId', desc: true }],
  without: ['export', 'import'],
  fields: {
    noticeId: id(),
    noticeTitle: text({ required: true, max: 50, pattern: plainPattern, search: 'like' }),
    noticeType: dict('sys_notice_type', { required: true, search: 'exact', default: '1' }),
    status: dict('sys_notice_status', { search: 'exact', default: '0' }),
    noticeContent: longText({ max: maxRichText, notIn: ['table'] }),
    createBy: text({ max: 64, search: 'like', readOnly: true }),
    createTime: createTime(),
    remark: remark(),
  },
});

const openNotice = Type.Object({
  noticeId: Type.Integer(),
  noticeTitle: Type.String(),
  noticeType: Type.String(),
  noticeContent: Type.String(),
  createBy: Type.String(),
  createTime: Type.String(),
  isRead: Type.Boolean(),
});

/** An open notice as every user may read it. */
export type OpenNotice = Static<typeof openNotice>;

const { texts } = notice;
const noticeId = Type.Integer({ minimum: 1, maximum: maxInteger });

/** The newest open notices, and how many of them the caller has not read. */
export const listTopNotices = endpoint({
  method: 'GET',
  path: '/system/notice/listTop',
  access: 'session',
  reply: reply.fields(Type.Object({ data: Type.Array(openNotice), unreadCount: Type.Integer() })),
  texts,
});

/** All open notices in pages, for every logged-in user. */
export const listOpenNotices = endpoint({
  method: 'GET',
  path: '/system/notice/listOpen',
  access: 'session',
  query: Type.Object({
    pageNum: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  }),
  reply: reply.page(openNotice),
  texts,
});

const noticeReader = Type.Object({
  userId: Type.Integer(),
  userName: Type.String(),
  nickName: Type.String(),
  deptName: Type.Union([Type.String(), Type.Null()]),
  phonenumber: Type.Union([Type.String(), Type.Null()]),
  readTime: Type.String(),
});

export type NoticeReader = Static<typeof noticeReader>;

/** The users who have read a notice, newest first. `phonenumber` is null if the caller may not list that user. */
export const listNoticeReaders = endpoint({
  method: 'GET',
  path: '/system/notice/readUsers/list',
  access: { permission: 'system:notice:list' },
  query: Type.Object({
    noticeId,
    searchValue: Type.Optional(Type.String({ maxLength: 30 })),
    pageNum: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  }),
  reply: reply.page(noticeReader),
  texts,
  labels: { noticeId: 'kit.fields.id' },
});

const marking = { method: 'POST', access: 'session', reply: reply.done, texts, log: 'never' } as const;

export const markNoticeRead = endpoint({
  ...marking,
  path: '/system/notice/markRead',
  query: Type.Object({ noticeId }),
  labels: { noticeId: 'kit.fields.id' },
});

/** Marks the given notices as read, by default every open one. */
export const markAllNoticesRead = endpoint({
  ...marking,
  path: '/system/notice/markReadAll',
  query: Type.Object({ ids: Type.Optional(Type.String({ pattern: '^\\d{1,10}(,\\d{1,10}){0,999}$' })) }),
  labels: { ids: 'kit.fields.id' },
});
