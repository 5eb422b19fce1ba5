import { codePattern } from '../basedata/channel.ts';
import {
  choice,
  createTime,
  dict,
  id,
  integer,
  nameFields,
  number,
  ref,
  remark,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { latitude, longitude } from './coordinates.ts';
import { forwardProtocols } from './forward-address.ts';

const forwarding = { readOnly: true } as const;

/** The owner of sites: its department, the zone of its sites, and where their readings are forwarded. */
export const entity = resource({
  path: '/site/entity',
  permission: 'site:entity',
  texts: 'site.entity',
  id: 'entityId',
  name: 'entityName',
  key: ['entityCode'],
  order: [{ by: 'orderNum' }, { by: 'entityCode' }],
  fields: {
    entityId: { ...id(), notIn: ['table'] },
    entityCode: text({
      section: 'site.entity.sections.entity',
      required: true,
      max: 32,
      search: 'like',
      pattern: codePattern,
      onDemand: true,
    }),
    ...nameFields('entityName', { required: true, max: 64, search: 'like' }),
    entityGroup: text({ max: 50, search: 'like', notIn: ['table'] }),
    deptId: ref({ required: true, shows: 'deptName', search: 'below' }),
    deptName: text({ max: 30, readOnly: true, notIn: ['table', 'form', 'sheet'] }),
    administrator: text({ max: 50, notIn: ['table'] }),
    projectLeader: text({ max: 50, notIn: ['table'] }),
    orderNum: integer({ required: true, min: 0, max: 9999, default: 0, notIn: ['table'] }),
    /** An IANA zone. */
    zone: text({ section: 'site.entity.sections.place', max: 64, notIn: ['table'] }),
    /** Hours ahead of China, negative if behind, at this moment; may be given instead of a zone. */
    timeDifference: number({ min: -20, max: 6, decimals: 2, onDemand: true }),
    longitude,
    latitude,
    forwardProtocol: choice(forwardProtocols, {
      section: 'site.entity.sections.forwarding',
      default: 'hj212-2017',
      notIn: ['table'],
    }),
    forwardAddress: text({ max: 1000, notIn: ['table'] }),
    /** Of its worst target, as is the last success. */
    forwardState: choice(['off', 'normal', 'failing', 'stalled', 'paused'], {
      ...forwarding,
      search: 'exact',
      sortedBy: 'forwardRank',
    }),
    forwardLastSuccessAt: { kind: 'dateTime', ...forwarding },
    forwardFailCount: integer({ ...forwarding, onDemand: true }),
    forwardOldestUnsent: { kind: 'dateTime', ...forwarding, onDemand: true },
    /** Seconds since the oldest reading that one of its targets has not sent. */
    forwardLag: integer({ ...forwarding, notIn: ['table', 'form'] }),
    forwardTargetCount: integer({ ...forwarding, notIn: ['table', 'form', 'sheet'] }),
    forwardTargetId: ref({ ...forwarding, notIn: ['table', 'form', 'sheet'] }),
    /** Id and name of an uploaded file. */
    file: text({ section: 'site.entity.sections.more', max: 64, notIn: ['table', 'sheet'] }),
    fileName: text({ max: 200, readOnly: true, notIn: ['table', 'form', 'sheet'] }),
    siteCount: integer({ readOnly: true }),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    remark: remark(),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form'] },
  },
});
