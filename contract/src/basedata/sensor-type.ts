import { createTime, dict, flag, id, nameFields, ref, remark, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { codePattern } from './channel.ts';

/** A kind of sensor, the channel it measures, and whether its values are synchronised with the device. */
export const sensorType = resource({
  path: '/basic/sensorType',
  permission: 'basic:sensorType',
  texts: 'basedata.sensorType',
  id: 'sensorTypeId',
  name: 'sensorName',
  key: ['sensorCode'],
  order: [{ by: 'sensorCode' }],
  fields: {
    sensorTypeId: { ...id(), notIn: ['table'] },
    sensorCode: text({ required: true, max: 32, search: 'like', pattern: codePattern }),
    ...nameFields('sensorName', { required: true, max: 50, search: 'like' }),
    channelId: ref({ required: true, shows: 'channelCode', search: 'exact' }),
    channelCode: text({ max: 32, readOnly: true, notIn: ['table', 'form', 'sheet'] }),
    syncData: flag({ default: false }),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    remark: remark(),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form', 'sheet'] },
  },
});
