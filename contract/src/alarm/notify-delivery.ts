import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { choice, dict, id, integer, ref, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { maxInteger } from '../kit/schema.ts';
import { notifyKinds } from './notify-channel.ts';

const deliveryStates = ['waiting', 'sent', 'failed', 'dropped'] as const;

/** What a message tells of an alarm. */
const deliveryEvents = ['raised', 'repeated', 'reminded', 'escalated', 'ended'] as const;
export type DeliveryEvent = (typeof deliveryEvents)[number];

/** Messages about alarms by receiver, and what became of them. */
export const alarmDelivery = resource({
  path: '/alarm/delivery',
  permission: 'alarm:delivery',
  texts: 'notify.delivery',
  id: 'deliveryId',
  name: 'siteName',
  key: ['deliveryId'],
  order: [
    { by: 'createdAt', desc: true },
    { by: 'deliveryId', desc: true },
  ],
  sortable: ['createdAt', 'deliveryId'],
  without: ['add', 'edit', 'remove', 'import', 'query'],
  fields: {
    deliveryId: { ...id(), notIn: ['table'] },
    alarmId: ref({ notIn: ['table'], search: 'exact', readOnly: true }),
    createdAt: { kind: 'dateTime', readOnly: true, search: 'range' },
    state: choice(deliveryStates, { search: 'exact', readOnly: true }),
    siteName: text({ max: 100, search: 'like', readOnly: true }),
    event: choice(deliveryEvents, { readOnly: true }),
    receiver: text({ max: 500, readOnly: true }),
    notifyChannelId: ref({ notIn: ['table', 'sheet'], search: 'exact', readOnly: true }),
    notifyChannelName: text({ max: 64, readOnly: true, onDemand: true }),
    error: text({ max: 500, readOnly: true, keyed: true }),
    attempts: integer({ readOnly: true, onDemand: true }),
    severity: dict('alarm_severity', { search: 'exact', readOnly: true, onDemand: true }),
    ruleName: text({ max: 64, readOnly: true, onDemand: true }),
    kind: choice(notifyKinds, { readOnly: true, notIn: ['table'] }),
    rotaName: text({ max: 64, readOnly: true, onDemand: true }),
    subscriptionName: text({ max: 64, readOnly: true, onDemand: true }),
    sentAt: { kind: 'dateTime', readOnly: true, onDemand: true },
    nextAt: { kind: 'dateTime', readOnly: true, onDemand: true },
    deptId: ref({ notIn: ['table', 'sheet'], search: 'below', readOnly: true }),
  },
});

/** Sends a failed or dropped message again. */
export const retryDelivery = endpoint({
  method: 'PUT',
  path: '/alarm/delivery/retry/:id',
  access: { permission: 'alarm:delivery:retry' },
  params: Type.Object({ id: Type.Integer({ minimum: 1, maximum: maxInteger }) }),
  reply: reply.done,
  texts: alarmDelivery.texts,
});
