import { sensorType } from '@limpid/contract/basedata/sensor-type';
import { crud } from '../../crud/crud.ts';
import type { Definition } from '../../crud/definition.ts';
import { makeNameReader } from '../../crud/read-name.ts';
import { routeStatus } from '../../crud/status.ts';
import type { App } from '../../platform/app.ts';
import { listChannelCodeNames } from './channel.rule.ts';
import { listChannelCodes } from './channel.store.ts';

export function addSensorTypes(app: App): void {
  const definition: Definition<typeof sensorType> = {
    resource: sensorType,
    table: 'basicSensorType',
    view: 'basicSensorTypeRow',
    offered: true,
    async prepareImport({ db }) {
      const channels = await listChannelCodes(db);
      const named = channels.map((one) => ({
        id: one.channelId,
        names: [...listChannelCodeNames(one), one.channelName],
      }));
      return { readers: { channelId: makeNameReader(sensorType, 'channelId', named) } };
    },
  };
  crud(app, sensorType, definition);
  routeStatus(app, definition);
}
