import { createTime, dict, id, integer, longText, ref, text } from '../kit/field.ts';
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
    targetId: ref({ search: 'exact', notIn: ['table', 'sheet'] }),
    targetName: text({ max: 60, search: 'like' }),
    siteId: ref({ search: 'exact', notIn: ['table', 'sheet'] }),
    siteName: text({ max: 64, search: 'like' }),
    /** The number of the command in HJ 212, such as 2011. */
    kind: integer({}),
    businessKey: text({ max: 255, search: 'like', onDemand: true }),
    handleData: longText({ max: 8000, notIn: ['table'] }),
    handleResult: dict('sys_common_status', { search: 'exact' }),
    errorMsg: longText({ max: 2000 }),
    dataTime: { kind: 'dateTime' },
    createTime: createTime(),
  },
});
