import {
  choice,
  createTime,
  dict,
  flag,
  id,
  integer,
  nameFields,
  number,
  parts,
  remark,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

/** The form of a channel code in packets, forms and sheets. */
export const codePattern = '^[\\w.\\-]+$';
/** Several codes, separated by commas or spaces. */
const aliasesPattern = '^[\\w.\\-]+([\\s,，、;；]+[\\w.\\-]+)*$';
const colourPattern = '^#[0-9a-fA-F]{6}$';

/** Other codes by which a packet may name a channel. */
export const aliases = text({ max: 300, pattern: aliasesPattern, notIn: ['table'] });

/** Bands of values in ascending order; the last has no upper limit. */
const levels = parts({
  max: 12,
  of: {
    upTo: number({ label: 'basedata.channel.levelFields.upTo' }),
    colour: text({
      label: 'basedata.channel.levelFields.colour',
      required: true,
      max: 7,
      pattern: colourPattern,
    }),
    name: text({ label: 'basedata.channel.levelFields.name', required: true, max: 30 }),
    nameEn: text({ label: 'basedata.channel.levelFields.nameEn', max: 30 }),
    nameFr: text({ label: 'basedata.channel.levelFields.nameFr', max: 30 }),
  },
});

/** The meaning of a number of an enumeration or a switch. */
const pairs = parts({
  max: 50,
  of: {
    value: number({ label: 'basedata.channel.pairFields.value', required: true }),
    desc: text({ label: 'basedata.channel.pairFields.desc', required: true, max: 30 }),
    descEn: text({ label: 'basedata.channel.pairFields.descEn', max: 30 }),
    descFr: text({ label: 'basedata.channel.pairFields.descFr', max: 30 }),
  },
});

/** A measured quantity. The server assigns its slot once and never changes it. */
export const channel = resource({
  path: '/basic/channel',
  permission: 'basic:channel',
  texts: 'basedata.channel',
  id: 'channelId',
  name: 'channelName',
  key: ['channelCode'],
  order: [{ by: 'orderNum' }],
  fields: {
    channelId: { ...id(), notIn: ['table'] },
    channelCode: text({
      section: 'basedata.channel.sections.channel',
      required: true,
      max: 32,
      search: 'like',
      pattern: codePattern,
    }),
    gbCode: text({ required: true, max: 32, search: 'like', pattern: codePattern }),
    ...nameFields('channelName', { required: true, max: 50, search: 'like' }),
    dataType: choice(['number', 'direction', 'level', 'enum', 'switch'], {
      section: 'basedata.channel.sections.values',
      default: 'number',
      search: 'exact',
    }),
    unit: text({ max: 20 }),
    decimals: integer({ min: 0, max: 6, default: 1, notIn: ['table'] }),
    minValue: number({}),
    maxValue: number({}),
    aliases,
    levels,
    pairs,
    icon: text({ section: 'basedata.channel.sections.display', max: 50, notIn: ['table', 'sheet'] }),
    orderNum: integer({ required: true, min: 0, max: 9999, default: 0, notIn: ['table'] }),
    mapDisplay: flag({ default: false, notIn: ['table'] }),
    slot: integer({ readOnly: true, notIn: ['table', 'form', 'sheet'] }),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    remark: remark(),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form', 'sheet'] },
  },
});
