import { dict, id, integer, longText, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

const hidden = ['table'] as const;
/** Only for the family's clients. */
const unseen = ['table', 'form'] as const;

export const operationLog = resource({
  path: '/monitor/operlog',
  permission: 'monitor:operlog',
  texts: 'monitor.operationLog',
  id: 'operId',
  name: 'title',
  key: ['operId'],
  order: [{ by: 'operTime', desc: true }],
  sortable: ['operName', 'operTime', 'costTime'],
  without: ['add', 'edit', 'import'],
  fields: {
    operId: { ...id(), notIn: ['table'] },
    title: text({ max: 64, search: 'like', keyed: true }),
    businessType: dict('sys_oper_type', { search: 'anyOf', numeric: true }),
    method: text({ max: 255, notIn: hidden }),
    requestMethod: text({ max: 10, notIn: hidden }),
    operatorType: integer({ notIn: unseen }),
    operName: text({ max: 64, search: 'known' }),
    deptName: text({ max: 50, notIn: hidden }),
    operUrl: text({ max: 255, notIn: hidden }),
    operIp: text({ max: 64, search: 'known' }),
    operLocation: text({ max: 100, keyed: true, notIn: hidden }),
    operParam: longText({ max: 2000, notIn: hidden }),
    jsonResult: longText({ max: 2000, notIn: hidden }),
    status: dict('sys_common_status', { search: 'exact', numeric: true }),
    errorMsg: longText({ max: 2000, notIn: hidden }),
    operTime: { kind: 'dateTime', search: 'range' },
    costTime: integer({}),
    requestId: text({ max: 64, notIn: hidden }),
  },
});
