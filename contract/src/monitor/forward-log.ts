import { choice, createTime, dict, flag, id, longText, ref, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { forwardProtocols } from '../site/forward-address.ts';
import { logDefaults } from './log-defaults.ts';

const unseen = { notIn: ['table', 'form', 'sheet'] } as const;
const entityName = { label: 'monitor.forwardLog.fields.entityName', max: 64, ...unseen } as const;

/** Data forwarded to another platform, and the outcome. */
export const forwardLog = resource({
  ...logDefaults,
  path: '/log/forward',
  permission: 'log:forward',
  texts: 'monitor.forwardLog',
  name: 'businessKey',
  fields: {
    logId: { ...id(), notIn: ['table'] },
    type: choice(forwardProtocols, { search: 'exact', onDemand: true }),
    entityName: text({ max: 64, search: 'like', translated: true, onDemand: true }),
    entityNameEn: text(entityName),
    entityNameFr: text(entityName),
    targetId: ref({ search: 'exact', notIn: ['table', 'sheet'] }),
    targetName: text({ max: 60, search: 'like' }),
    siteId: ref({ search: 'exact', notIn: ['table', 'sheet'] }),
    siteName: text({ max: 64, search: 'like' }),
    /** It cannot be opened, and nothing can be sent there again. */
    isTargetRemoved: flag({ default: false, ...unseen }),
    /** The number of the command in HJ 212. */
    kind: choice(['2011', '2051', '2061', '2031'], { search: 'exact', onDemand: true }),
    businessKey: text({ max: 255, search: 'like', onDemand: true }),
    handleData: longText({ max: 8000, notIn: ['table'] }),
    handleResult: dict('sys_common_status', { search: 'exact' }),
    errorMsg: longText({ max: 2000 }),
    dataTime: { kind: 'dateTime', onDemand: true },
    createTime: createTime(),
  },
});
