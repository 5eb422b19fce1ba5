import { createTime, flag, id, longText, ref, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { logDefaults } from './log-defaults.ts';

/** Every change of a stored value: who replaced which value, when and why. Raw values are kept. */
export const dataLog = resource({
  ...logDefaults,
  path: '/log/dataModify',
  permission: 'log:dataModify',
  texts: 'monitor.dataLog',
  name: 'siteName',
  fields: {
    logId: { ...id(), notIn: ['table'] },
    siteId: ref({ notIn: ['table'] }),
    siteName: text({ max: 100, search: 'known' }),
    channelCode: text({ max: 50, search: 'exact' }),
    dataTime: { kind: 'dateTime' },
    oldValue: text({ max: 100 }),
    newValue: text({ max: 100 }),
    reason: longText({ max: 500, keyed: true }),
    operName: text({ max: 64, search: 'known' }),
    createTime: createTime(),
    simulated: flag({ default: false, notIn: ['table'], readOnly: true }),
  },
});
