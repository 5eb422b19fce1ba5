import { type PacketField, readFields } from '@limpid/hj212/fields';
import { readFieldName } from '@limpid/hj212/names';
import { isSecretField } from '@limpid/hj212/secrets';
import { readPacketTime } from '@limpid/hj212/times';

/** Fields that identify an exchange or a period: they are no values of the device. */
const accompanying = new Set(['QN', 'DataTime', 'BeginTime', 'EndTime', 'InfoId', 'QnRtn', 'ExeRtn']);

/** Passwords are values that are never stored or shown. */
function isValueName(name: string): boolean {
  return !accompanying.has(name) && !isSecretField(name);
}

/** A value of a device: the factor it belongs to (empty for the device itself), its code and the value. */
export interface DeviceValue {
  polId: string;
  code: string;
  value: string;
}

/** The values in a CP, such as `RtdInterval=30` or `PolId=a34004;i13008-Info=1.02`. */
export function readDeviceValues(cp: string): DeviceValue[] {
  const fields = readNamedFields(cp);
  const polId = findPolId(fields);
  return fields.flatMap(({ name, value }) =>
    isValueName(name) && name !== 'PolId'
      ? [{ polId, code: name.replace(/-(?:Info|SN)$/, ''), value: cleanValue(value) }]
      : [],
  );
}

/** Information of the logger and the room concerns the whole station: `i23101`, `i33102`. */
const stationWide = /^i[23]/;

/** What a device has answered to a request; a value without a channel is of the one that was asked for. */
export function readAnsweredValues(cp: string, request: string): DeviceValue[] {
  const asked = findPolId(readNamedFields(request));
  return readDeviceValues(cp).map((value) =>
    value.polId === '' && !stationWide.test(value.code) ? { ...value, polId: asked } : value,
  );
}

/** An answer with the channel that was asked for, if it names none and has no information of the whole station. */
export function nameAskedChannel(answer: string, request: string): string {
  const asked = findPolId(readNamedFields(request));
  const isNamed = readAnsweredValues(answer, request).some(({ polId }) => polId !== asked);
  return asked === '' || isNamed || findPolId(readNamedFields(answer)) !== ''
    ? answer
    : `PolId=${asked};${answer}`;
}

function findPolId(fields: readonly PacketField[]): string {
  return fields.find(({ name }) => name === 'PolId')?.value.trim() ?? '';
}

interface AnswerField extends PacketField {
  /** The DataTime of its packet as `YYYY-MM-DD hh:mm:ss`, by the clock of the device; null if it has none. */
  dataTime: string | null;
}

/** The fields of the answers with the code of the command, in the log of an exchange: one packet per line. */
export function readAnswerFields(response: string | null, commandCode: string): AnswerField[] {
  return readAnswers(response, commandCode).flatMap((cp) => {
    const fields = readNamedFields(cp);
    const digits = fields.find(({ name }) => name === 'DataTime')?.value.trim() ?? '';
    const dataTime = readPacketTime(digits) ? writeTime(digits) : null;
    return fields
      .filter(({ name }) => isValueName(name))
      .map(({ name, value }) => ({ name, value: cleanValue(value), dataTime }));
  });
}

function writeTime(digits: string): string {
  return digits.replace(/^(....)(..)(..)(..)(..)(..).*$/, '$1-$2-$3 $4:$5:$6');
}

/** The fields under the names of the standard, whichever case a device writes them in. */
function readNamedFields(cp: string): PacketField[] {
  return readFields(cp).map(({ name, value }) => ({ name: readFieldName(name), value }));
}

/** The CPs of packets with this code in the log of an exchange. */
export function readAnswers(text: string | null, commandCode: string): string[] {
  return (text ?? '').split('\n').flatMap((line) => {
    const [, header = '', cp = ''] = /^(.*?);?CP=&&([\s\S]*?)&&/.exec(line) ?? [];
    return header.split(';').includes(`CN=${commandCode}`) ? [cp] : [];
  });
}

/** Log texts are enclosed in slashes. */
function cleanValue(value: string): string {
  return value
    .trim()
    .replace(/^\/\/([\s\S]*)\/\/$/, '$1')
    .trim();
}
