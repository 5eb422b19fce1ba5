import { dict, id, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

export const loginLog = resource({
  path: '/monitor/logininfor',
  permission: 'monitor:logininfor',
  texts: 'monitor.loginLog',
  id: 'infoId',
  name: 'userName',
  key: ['infoId'],
  order: [{ by: 'loginTime', desc: true }],
  sortable: ['userName', 'loginTime'],
  without: ['add', 'edit', 'import'],
  fields: {
    infoId: { ...id(), notIn: ['table'] },
    userName: text({ max: 64, search: 'known' }),
    status: dict('sys_common_status', { search: 'exact' }),
    ipaddr: text({ max: 64, search: 'known' }),
    loginLocation: text({ max: 100, keyed: true, notIn: ['table'] }),
    browser: text({ max: 50 }),
    os: text({ max: 50 }),
    msg: text({ max: 255, keyed: true }),
    loginTime: { kind: 'dateTime', search: 'range' },
  },
});
