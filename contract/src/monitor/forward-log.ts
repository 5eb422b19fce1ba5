import { createTime, dict, id, longText, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { logDefaults } from './log-defaults.ts';

/** Data forwarded to another platform, and the outcome. */
export const forwardLog = resource({
  ...logDefaults,
  path: '/log/forward',
  permission: 'log:forward',
  texts: 'monitor.forwardLog',
  name: 'businessKey',
  fields: {
    logId: { ...id(), notIn: ['table'] },
    type: text({ max: 50, search: 'exact' }),
    businessKey: text({ max: 255, search: 'like' }),
    handleData: longText({ max: 8000, notIn: ['table'] }),
    handleResult: dict('sys_common_status', { search: 'exact' }),
    errorMsg: longText({ max: 2000 }),
    dataTime: { kind: 'dateTime' },
    createTime: createTime(),
  },
});
