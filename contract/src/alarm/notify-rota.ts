import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { auditFields, createTime, dict, id, integer, parts, ref, refs, remark, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

const timePattern = '^([01]\\d|2[0-3]):[0-5]\\d$';

/** An on-call rota: shifts, and the escalation of unacknowledged alarms. */
export const notifyRota = resource({
  path: '/alarm/rota',
  permission: 'alarm:rota',
  texts: 'notify.rota',
  id: 'rotaId',
  name: 'rotaName',
  key: ['rotaName'],
  order: [{ by: 'rotaId' }],
  without: ['export', 'import'],
  fields: {
    rotaId: { ...id(), notIn: ['table'] },
    rotaName: text({ section: 'notify.rota.sections.alarms', required: true, max: 64, search: 'like' }),
    /** Alarms of sites of this department and of those below it. */
    deptId: ref({ required: true, shows: 'deptName', search: 'below' }),
    deptName: text({ max: 30, readOnly: true, notIn: ['table', 'form', 'sheet'] }),
    minSeverity: dict('alarm_severity', { default: 'major' }),
    /** None: all rules. */
    ruleIds: refs({}),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    /** Minutes without an acknowledgement before the person on call is notified (0: at once), then the next one. */
    afterMinutes: integer({ section: 'notify.rota.sections.escalation', min: 0, max: 1440, default: 15 }),
    nextMinutes: integer({ min: 1, max: 1440, default: 15, notIn: ['table'] }),
    notifyChannelIds: refs({}),
    zone: text({ section: 'notify.rota.sections.shifts', required: true, max: 64, notIn: ['table'] }),
    onCall: text({ max: 500, readOnly: true, notIn: ['form'] }),
    shifts: parts({
      max: 50,
      of: {
        userId: ref({ label: 'notify.rota.shiftFields.userId', required: true }),
        /** Days on which the shift begins, from Monday = 1. */
        weekdays: text({
          label: 'notify.rota.shiftFields.weekdays',
          required: true,
          max: 13,
          pattern: '^[1-7](,[1-7]){0,6}$',
        }),
        fromTime: text({
          label: 'notify.rota.shiftFields.fromTime',
          required: true,
          max: 5,
          pattern: timePattern,
        }),
        /** Not after the beginning: on the next day. */
        toTime: text({
          label: 'notify.rota.shiftFields.toTime',
          required: true,
          max: 5,
          pattern: timePattern,
        }),
        nextUserId: ref({ label: 'notify.rota.shiftFields.nextUserId' }),
      },
    }),
    remark: remark(),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form'] },
    ...auditFields(),
  },
});

/** People, channels and rules that a rota can use. */
export const listRotaChoices = endpoint({
  method: 'GET',
  path: '/alarm/rota/choices',
  access: { permission: 'alarm:rota:list' },
  reply: reply.data(
    Type.Object({
      people: Type.Array(
        Type.Object({ userId: Type.Integer(), nickName: Type.String(), userName: Type.String() }),
      ),
      channels: Type.Array(
        Type.Object({ notifyChannelId: Type.Integer(), notifyChannelName: Type.String() }),
      ),
      rules: Type.Array(Type.Object({ ruleId: Type.Integer(), ruleName: Type.String() })),
    }),
  ),
  texts: notifyRota.texts,
});
