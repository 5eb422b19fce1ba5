import { deviceType } from '@limpid/contract/basedata/device-type';
import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { crud } from '../../crud/crud.ts';
import type { Definition, StoredRow, Writer, WriteValues } from '../../crud/definition.ts';
import { routeStatus } from '../../crud/status.ts';
import type { App } from '../../platform/app.ts';
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
    beforeWrite: refuseEqualTopics,
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
function refuseEqualTopics(
  values: DeviceTypeValues,
  _: Writer,
  before: StoredRow<typeof deviceType> | undefined,
): void {
  const { mqttTopic, mqttAnswerTopic } = { ...before, ...values };
  if (mqttAnswerTopic && mqttAnswerTopic === mqttTopic)
    fail('device_type.mqtt_topics', {}, 'mqttAnswerTopic');
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
