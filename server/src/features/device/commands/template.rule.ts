import type { ParamType } from '@limpid/contract/device/command-param';
import { isPasswordField } from '@limpid/hj212/secrets';
import { readPacketTime } from '@limpid/hj212/times';

/** A parameter as the template of a command uses it. */
export interface TemplateParam {
  paramCode: string;
  paramType: ParamType;
  minValue: number | null;
  maxValue: number | null;
  choices: readonly string[];
  defaultValue: string | null;
}

/** Why a value cannot be sent. */
type ValueProblem =
  | 'missing'
  | 'characters'
  | 'number'
  | 'integer'
  | 'range'
  | 'choice'
  | 'time'
  | 'channel'
  | 'password';

export interface FilledTemplate {
  cp: string;
  problems: { paramCode: string; problem: ValueProblem }[];
}

/** Stands for the time of sending in a filled CP: a command may wait for its device for days. No value contains braces. */
export const sendingTime = '{now}';

/** Stands for a channel, whose code depends on the device. */
const channelMark = /\{channel:(\d+)\}/g;

/** What is known only when a command is sent. */
export interface SendingFacts {
  /** `YYYYMMDDhhmmss` by the clock of the device. */
  now: string;
  /** The code under which the device knows a channel. */
  codeOf(channelId: number): string;
}

/** The CP as it is sent now. */
export function fillAtSending(cp: string, { now, codeOf }: SendingFacts): string {
  return cp.replaceAll(sendingTime, now).replace(channelMark, (_, channelId) => codeOf(Number(channelId)));
}

export interface FillOptions {
  /** The channel with this code that the device measures; undefined if it has none. */
  findChannel(code: string): number | undefined;
}

const placeholder = /\{([^{}]*)\}/g;
/** Characters that separate fields, end the CP, or cannot be sent at all. */
const forbidden = /[\p{Cc};,=&#{}]/u;

/** The codes of the parameters in a template, each once. */
export function listPlaceholders(template: string): string[] {
  return [...new Set([...template.matchAll(placeholder)].map(([, code = '']) => code))];
}

/** Whether a template is a list of `name=value` with parameters in braces. */
export function isTemplate(template: string): boolean {
  const plain = template.replace(placeholder, 'x');
  if (plain === '') return true;
  return plain.split(/[;,]/).every((field) => /^[\w.-]+=[^\p{Cc};,=&#{}]*$/u.test(field));
}

/** Whether a field would carry a password under a name that logs do not hide, or beside other text. */
export function exposesPassword(template: string, isPassword = isPasswordField): boolean {
  return listFields(template).some(
    ({ name, value }) =>
      listPlaceholders(value).some(isPassword) && !(isPasswordField(name) && isPlaceholder(value)),
  );
}

/** Whether every field for a password is one parameter of that type: logs and lists show constants and other values. */
export function hidesPasswords(template: string, isPassword: (code: string) => boolean): boolean {
  const areHidden = listFields(template).every(
    ({ name, value }) =>
      !isPasswordField(name) || (isPlaceholder(value) && listPlaceholders(value).every(isPassword)),
  );
  return areHidden && !exposesPassword(template, isPassword);
}

function listFields(template: string): { name: string; value: string }[] {
  return template.split(/[;,]/).map((field) => {
    const [name = '', value = ''] = field.split('=');
    return { name, value };
  });
}

const isPlaceholder = (value: string) => /^\{[^{}]*\}$/.test(value);

/** The CP with the given values; each value that cannot be sent is named. */
export function fillCommand(
  template: string,
  params: readonly TemplateParam[],
  values: Readonly<Record<string, string>>,
  options: FillOptions,
): FilledTemplate {
  const byCode = new Map(params.map((param) => [param.paramCode, param]));
  const byName = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
  const problems: FilledTemplate['problems'] = [];
  const written = new Map(
    listPlaceholders(template).map((code) => {
      const param = byCode.get(code);
      // Not trimmed: a line break at the end is refused too.
      const text = values[code] ?? byName.get(code.toLowerCase());
      const given = text?.replace(/^ +| +$/g, '') || param?.defaultValue || '';
      const result =
        param && given !== '' ? writeValue(param, given, options) : { problem: 'missing' as const };
      if ('problem' in result) problems.push({ paramCode: code, problem: result.problem });
      return [code, 'value' in result ? result.value : ''];
    }),
  );
  const cp = template.replace(placeholder, (_, code: string) => written.get(code) ?? '');
  return { cp, problems };
}

const infoName = /^(i\d{5})-Info$/i;

/**
 * What is wrong with the station parameters in a filled CP that its own template leaves open, by the name or by a value of
 * any text: they must not exceed the range of the command that is made for them, the first of those given.
 */
export function findInfoProblem(
  cp: string,
  template: string,
  others: readonly string[],
  params: readonly TemplateParam[],
): FilledTemplate['problems'][number] | undefined {
  const texts = new Set(params.flatMap((param) => (param.paramType === 'text' ? param.paramCode : [])));
  const isOpen = ({ name, value }: { name: string; value: string }) =>
    name.includes('{') || listPlaceholders(value).some((code) => texts.has(code));
  const readInfo = (name: string) => infoName.exec(name)?.[1]?.toLowerCase() ?? '';
  const made = others.flatMap(listFields).filter((field) => isPlaceholder(field.value) && !isOpen(field));
  const own = listFields(template);
  // No value has the characters between fields, so each is where its template has it.
  return listFields(cp).flatMap(({ name, value }, index) => {
    const infoId = readInfo(name);
    const field = own[index];
    if (infoId === '' || value.includes('{') || !field || !isOpen(field)) return [];
    const [code] = listPlaceholders(made.find((one) => readInfo(one.name) === infoId)?.value ?? '');
    if (code === undefined) return [];
    return fillCommand(`x={${code}}`, params, { [code]: value }, { findChannel: () => 0 }).problems;
  })[0];
}

type Written = { value: string } | { problem: ValueProblem };

function writeValue(param: TemplateParam, given: string, { findChannel }: FillOptions): Written {
  if (forbidden.test(given)) return { problem: 'characters' };
  switch (param.paramType) {
    case 'integer':
    case 'number':
      return writeNumberIn(param, given);
    case 'choice':
      return param.choices.includes(given) ? { value: given } : { problem: 'choice' };
    case 'time':
      if (given === 'now') return { value: sendingTime };
      return writeTime(given.replace(/[-\sT:]/g, ''), 14);
    case 'timeOfDay':
      return writeTime(given.replace(/:/g, ''), 6);
    case 'hourMinute':
      return writeTime(given.replace(/:/g, ''), 4);
    case 'channel':
      return writeChannel(findChannel(given));
    case 'password':
      return /^[\w.-]{6}$/.test(given) ? { value: given } : { problem: 'password' };
    case 'text':
      return isWithin(param, given.length) ? { value: given } : { problem: 'range' };
  }
}

function writeChannel(channelId: number | undefined): Written {
  return channelId === undefined ? { problem: 'channel' } : { value: `{channel:${channelId}}` };
}

function writeNumberIn(param: TemplateParam, given: string): Written {
  if (!/^-?\d{1,12}(\.\d{1,6})?$/.test(given)) return { problem: 'number' };
  if (param.paramType === 'integer' && !/^-?\d+$/.test(given)) return { problem: 'integer' };
  return isWithin(param, Number(given)) ? { value: given } : { problem: 'range' };
}

function isWithin({ minValue, maxValue }: TemplateParam, value: number): boolean {
  return value >= (minValue ?? -Infinity) && value <= (maxValue ?? Infinity);
}

function writeTime(digits: string, length: 4 | 6 | 14): Written {
  const padded = length === 14 ? digits : `20000101${digits.padEnd(6, '0')}`;
  if (digits.length !== length || !readPacketTime(padded)) return { problem: 'time' };
  return { value: digits };
}

/** The values to choose from, given as text with commas. */
export function listParamChoices(text: string | null | undefined): string[] {
  return (text ?? '')
    .split(/[,，]/)
    .map((value) => value.trim())
    .filter((value) => value !== '');
}
