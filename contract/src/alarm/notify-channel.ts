import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import {
  auditFields,
  choice,
  createTime,
  dict,
  id,
  longText,
  ref,
  remark,
  secret,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { maxInteger } from '../kit/schema.ts';
import { languages } from '../language.ts';

export const notifyKinds = ['email', 'webhook', 'dingtalk', 'wecom', 'feishu', 'sms', 'browser'] as const;
export type NotifyKind = (typeof notifyKinds)[number];

/** Kinds that reach a person at their own address, so that people can choose them. */
export const personalKinds: readonly NotifyKind[] = ['email', 'sms', 'browser'];
export const robotKinds: readonly NotifyKind[] = ['dingtalk', 'wecom', 'feishu'];

/** A way in which messages about alarms leave the platform. */
export const notifyChannel = resource({
  path: '/alarm/channel',
  permission: 'alarm:channel',
  texts: 'notify.channel',
  id: 'notifyChannelId',
  name: 'notifyChannelName',
  key: ['notifyChannelName'],
  order: [{ by: 'notifyChannelId' }],
  without: ['export', 'import'],
  fields: {
    notifyChannelId: { ...id(), notIn: ['table'] },
    notifyChannelName: text({ required: true, max: 64, search: 'like' }),
    kind: choice(notifyKinds, { required: true, search: 'exact', default: 'email', fixed: true }),
    /** Sites of this department and of those below it. */
    deptId: ref({ required: true, shows: 'deptName', search: 'below' }),
    deptName: text({ max: 30, readOnly: true, notIn: ['table', 'form', 'sheet'] }),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    /** Fixed addresses or numbers, separated by commas, beside the people who chose the channel. */
    recipients: text({ max: 500 }),
    minSeverity: dict('alarm_severity', { default: 'minor' }),
    language: choice(languages, { default: 'zh', notIn: ['table'] }),
    /** `smtp://user:password@host:port` or `smtps://…`; without it the server's own setting. */
    smtpUrl: secret({ max: 500 }),
    mailFrom: text({ max: 200, notIn: ['table'] }),
    /** The template of an SMS gateway's address; of a webhook only its server is sent back. */
    url: text({ max: 1000, notIn: ['table'] }),
    method: choice(['POST', 'GET'], { default: 'POST', notIn: ['table'] }),
    contentType: choice(['json', 'form'], { default: 'json', notIn: ['table'] }),
    bodyTemplate: longText({ max: 2000, notIn: ['table'] }),
    /** Contains the token of a robot. That of a webhook is stored here too. */
    robotUrl: secret({ max: 1000 }),
    /** What a robot or a gateway signs with; that of a webhook is generated. */
    signingSecret: secret({ max: 200 }),
    rotatedAt: { kind: 'dateTime', readOnly: true, notIn: ['table', 'form', 'sheet'] },
    remark: remark(),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form'] },
    ...auditFields(),
  },
});

const params = Type.Object({ id: Type.Integer({ minimum: 1, maximum: maxInteger }) });

/** Sends a test message: to the channel's own receivers, or to the caller by a personal channel. */
export const testNotifyChannel = endpoint({
  method: 'POST',
  path: '/alarm/channel/test/:id',
  access: { permission: 'alarm:channel:test' },
  params,
  reply: reply.done,
  texts: notifyChannel.texts,
  limit: 20,
});

/** Generates a new signing secret of a webhook, shown once; the one before stays valid for a day. */
export const rotateNotifySecret = endpoint({
  method: 'POST',
  path: '/alarm/channel/secret/:id',
  access: { permission: 'alarm:channel:edit' },
  params,
  reply: reply.data(Type.Object({ secret: Type.String() })),
  texts: notifyChannel.texts,
});
