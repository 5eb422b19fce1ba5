import { deviceType } from '@limpid/contract/basedata/device-type';
import { isReferenceTemplate, referencePlaceholders } from '@limpid/contract/basedata/reference-template';
import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { findCommandPurpose } from '@limpid/hj212/command-purpose';
import { crud } from '../../crud/crud.ts';
import type { Definition, StoredRow, Writer, WriteValues } from '../../crud/definition.ts';
import { routeStatus } from '../../crud/status.ts';
import type { App } from '../../platform/app.ts';
import type { Database } from '../../platform/db/database.ts';
import { siteChanged } from '../reading/model.api.ts';
import { listChannelCodes } from './channel.store.ts';
import { readTypeChannels } from './device-type.rule.ts';
import { listTypeChannels, replaceTypeChannels } from './device-type.store.ts';

type DeviceTypeValues = WriteValues<typeof deviceType>;

export function addDeviceTypes(app: App): void {
  const definition: Definition<typeof deviceType> = {
    resource: deviceType,
    table: 'basicDeviceType',
    view: 'basicDeviceTypeRow',
    offered: true,
    cache: { clear: () => app.bus.publish(siteChanged) },
    async beforeWrite(values, { db }, before) {
      refuseEqualTopics(values, before);
      checkReferenceRequest(values, before);
      await refuseUsedTopics(values, before, db, app.topicUses);
    },
    afterWrite: saveTypeChannels,
    async complete(row, db) {
      const channels = await listTypeChannels(db, row.deviceTypeId);
      return {
        ...row,
        channels: channels.map((one) => ({ ...one, aliases: one.aliases.join(', ') || null })),
      };
    },
  };
  crud(app, deviceType, definition);
  routeStatus(app, definition);
}

/** Answers on the topic of the data would be received as data. */
function refuseEqualTopics(values: DeviceTypeValues, before: StoredRow<typeof deviceType> | undefined): void {
  const { mqttTopic, mqttAnswerTopic } = { ...before, ...values };
  if (mqttAnswerTopic && mqttAnswerTopic === mqttTopic)
    fail('device_type.mqtt_topics', {}, 'mqttAnswerTopic');
}

const isOfMaker = (code: string) =>
  (['2005', '2017', '2025'] as const).every(
    (version) => findCommandPurpose(Number(code), version) === undefined,
  );

/** The code with which devices ask for values of reference stations is one of their maker, and has an answer. */
function checkReferenceRequest(
  values: DeviceTypeValues,
  before: StoredRow<typeof deviceType> | undefined,
): void {
  const { referenceCode, referenceTemplate } = { ...before, ...values };
  if (!referenceCode && !referenceTemplate) return;
  if (!referenceCode) fail('device_type.reference_pair', {}, 'referenceCode');
  if (!referenceTemplate) fail('device_type.reference_pair', {}, 'referenceTemplate');
  if (!isOfMaker(referenceCode)) fail('device_type.reference_code', { code: referenceCode }, 'referenceCode');
  if (!isReferenceTemplate(referenceTemplate))
    fail('device_type.reference_template', { names: referencePlaceholders.join(', ') }, 'referenceTemplate');
}

/** What is published at such a topic would be received as data of a device, or devices would be answered there. */
async function refuseUsedTopics(
  values: DeviceTypeValues,
  before: StoredRow<typeof deviceType> | undefined,
  db: Database,
  uses: App['topicUses'],
): Promise<void> {
  for (const field of ['mqttTopic', 'mqttAnswerTopic'] as const) {
    const topic =
      values[field] ??
      (before || field === 'mqttAnswerTopic' ? undefined : deviceType.fields.mqttTopic.default);
    if (!topic || topic === before?.[field]) continue;
    for (const { find, problem } of uses) {
      const taken = await find(db, [topic]);
      if (taken !== undefined) fail(problem, { label: fieldLabel(deviceType, field), topic: taken }, field);
    }
  }
}

async function saveTypeChannels(
  deviceTypeId: number,
  given: DeviceTypeValues,
  { db }: Writer,
): Promise<void> {
  const { channels } = given;
  if (!channels) return;
  const channelCodes = await listChannelCodes(db);
  const ids = new Set(channelCodes.map(({ channelId }) => channelId));
  if (channels.some(({ channelId }) => !ids.has(channelId)))
    fail('field.choice', { label: fieldLabel(deviceType, 'channels') }, 'channels');
  await replaceTypeChannels(db, deviceTypeId, readTypeChannels(channels, channelCodes));
}
