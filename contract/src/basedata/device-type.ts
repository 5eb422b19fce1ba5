import {
  choice,
  createTime,
  dict,
  flag,
  id,
  integer,
  nameFields,
  parts,
  ref,
  remark,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { aliases, codePattern } from './channel.ts';

/** The protocol of a device: the year of the standard, or JSON over HTTP. */
export const deviceProtocols = ['hj212-2005', 'hj212-2017', 'hj212-2025', 'http'] as const;
/** Where devices publish over MQTT: one level of the topic is the MN, and none is a wildcard. */
const topicPattern = '^(?!\\$)(?:[^/+#{}\\s]*/)*\\{mn\\}(?:/[^/+#{}\\s]*)*$';
export const deviceCrcModes = ['hj212', 'modbus', 'arc', 'none'] as const;

const section = (name: string) => `basedata.deviceType.sections.${name}`;

/** A kind of device: its protocol, and the channels it measures with their codes. */
export const deviceType = resource({
  path: '/basic/deviceType',
  permission: 'basic:deviceType',
  texts: 'basedata.deviceType',
  id: 'deviceTypeId',
  name: 'typeName',
  key: ['typeCode'],
  order: [{ by: 'typeCode' }],
  fields: {
    deviceTypeId: { ...id(), notIn: ['table'] },
    typeCode: text({
      section: section('type'),
      required: true,
      max: 32,
      search: 'like',
      pattern: codePattern,
    }),
    ...nameFields('typeName', { required: true, max: 50, search: 'like' }),
    protocol: choice(deviceProtocols, { default: 'hj212-2017', search: 'exact' }),
    crcMode: choice(deviceCrcModes, { default: 'hj212' }),
    /** How long to wait for the answer to a command before it is sent again, how often, and how long for its result. */
    answerSeconds: integer({ section: section('commands'), min: 1, max: 99, default: 10, onDemand: true }),
    retries: integer({ min: 0, max: 99, default: 3, onDemand: true }),
    executionSeconds: integer({ min: 1, max: 3600, default: 60, onDemand: true }),
    /** The code, such as an InfoId of 3020, under which devices report their firmware and their signal strength. */
    firmwareCode: text({ max: 32, pattern: codePattern, onDemand: true }),
    signalCode: text({ max: 32, pattern: codePattern, onDemand: true }),
    /** The code of a maker with which devices ask for the values of a reference station, and the CP of the answer. */
    referenceCode: text({ section: section('reference'), max: 4, pattern: '^[1-9]\\d{3}$', onDemand: true }),
    referenceTemplate: text({ max: 400, onDemand: true, notIn: ['table'] }),
    /** Which stored means devices send again when asked (2051, 2061, 2031), and how far their minutes are apart. */
    answersMinutes: flag({ section: section('backfill'), default: false, onDemand: true }),
    answersHours: flag({ default: false, onDemand: true }),
    answersDays: flag({ default: false, onDemand: true }),
    minuteStep: integer({ min: 1, max: 60, default: 10, onDemand: true }),
    /** The longest period of one request, in hours; a day is asked for as a whole. */
    requestHours: integer({ min: 1, max: 744, default: 24, onDemand: true }),
    /** Whether the platform asks by itself for what is missing in the last days. */
    asksItself: flag({ default: false, onDemand: true }),
    asksDays: integer({ min: 1, max: 30, default: 3, onDemand: true }),
    mqttTopic: text({
      section: section('mqtt'),
      max: 120,
      pattern: topicPattern,
      default: 'air/{mn}/data',
      onDemand: true,
    }),
    /** Where answers to HJ 212 packets are published; none are if it is empty. */
    mqttAnswerTopic: text({ max: 120, pattern: topicPattern, onDemand: true }),
    /** The codes of its channels, as text for people. */
    channelCodes: text({ max: 1000, readOnly: true, notIn: ['form', 'sheet'] }),
    channels: parts({
      section: section('channels'),
      max: 64,
      apart: true,
      of: {
        channelId: ref({ label: 'basedata.deviceType.channelFields.channelId', required: true }),
        aliases: { ...aliases, label: 'basedata.deviceType.channelFields.aliases' },
      },
    }),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    remark: remark(),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form', 'sheet'] },
  },
});
