import { type ErrorKey, fail } from '@limpid/contract/errors';
import { fogCannon } from '@limpid/contract/fogcannon/cannon';
import { fieldLabel } from '@limpid/contract/kit/resource';
import type { FieldName, StoredRowOf } from '@limpid/contract/kit/row';
import { jogRegister } from '@limpid/modbus/relay-board';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import { readHost, readUrl } from '../../../platform/outbound/target.rule.ts';
import {
  type Escape,
  fillPlaceholders,
  findBodyProblem,
  findPlaceholderInHost,
} from '../../../platform/placeholders.rule.ts';
import type { DriverSettings, HttpCall, RelaySettings, StateFormat } from './settings.ts';

type Name = FieldName<typeof fogCannon>;

/** The columns of a cannon that its driver needs; secrets are in plain text, or any text if only their presence counts. */
export type CannonFacts = Partial<StoredRowOf<typeof fogCannon>>;

/** What templates can contain, as `{{name}}`. */
const orderPlaceholders = ['id', 'seconds', 'milliseconds', 'expires'] as const;
/** Only these are JSON without quotes around them. */
const numbers: readonly string[] = ['seconds', 'milliseconds', 'expires'];
const accountPlaceholders = ['account', 'password'] as const;
const httpPlaceholders = [...orderPlaceholders, ...accountPlaceholders, 'token'] as const;

const usualUnit = 1;
const usualPort = 502;
const maxTopicBytes = 200;
const maxRegister = 65_535;
const jogRegisters = jogRegister(1) - jogRegister(0);

/** The settings of the cannon's driver; refuses a cannon that could not be switched, and names the field. */
export function readSettings(cannon: CannonFacts): DriverSettings {
  switch (cannon.driver) {
    case 'modbusDtu':
      return {
        driver: 'modbusDtu',
        registration: need(cannon, 'registration').trim(),
        password: cannon.dtuPassword ?? null,
        ...readRelay(cannon),
      };
    case 'http':
      return readHttp(cannon);
    case 'mqtt':
      return readMqtt(cannon);
    case 'hj212':
      return {
        driver: 'hj212',
        siteId: need(cannon, 'siteId'),
        onCommandId: need(cannon, 'onCommandId'),
        offCommandId: need(cannon, 'offCommandId'),
        jog: cannon.jogCommandId ? { commandId: cannon.jogCommandId, param: need(cannon, 'jogParam') } : null,
      };
    default:
      return {
        driver: 'modbusTcp',
        host: readHost(need(cannon, 'host').trim()),
        port: cannon.port ?? usualPort,
        ...readRelay(cannon),
      };
  }
}

function readRelay({ unit, coil, feedbackInput, jogTiming }: CannonFacts): RelaySettings {
  const jogMode = jogTiming === 'board2' ? 2 : jogTiming === 'board4' ? 4 : null;
  // Mode and time have a register each.
  if (jogMode !== null && jogRegister(coil ?? 0) + 1 > maxRegister)
    refuse('fog.coil_timing', 'coil', { max: Math.floor((maxRegister - 1 - jogRegister(0)) / jogRegisters) });
  return { unit: unit ?? usualUnit, coil: coil ?? 0, feedbackInput: feedbackInput ?? null, jogMode };
}

function readHttp(cannon: CannonFacts): DriverSettings {
  const method = cannon.method ?? 'POST';
  const contentType = cannon.contentType ?? 'json';
  const escape: Escape = contentType;
  const body = (name: 'onBody' | 'offBody' | 'jogBody' | 'tokenBody', names: readonly string[]) => {
    const template = cannon[name] ?? null;
    if (template === null || (method === 'GET' && name !== 'tokenBody')) return null;
    checkTemplate(name, template, names, escape);
    return template;
  };
  const callOf = (action: 'on' | 'off' | 'jog'): HttpCall => ({
    url: checkAddress(cannon, `${action}Url`, httpPlaceholders),
    body: body(`${action}Body`, httpPlaceholders),
  });
  const header = cannon.authHeader ?? null;
  if (header !== null && !/^[\w-]+:\s*\S/.test(header))
    refuse('fog.placeholder', 'authHeader', { position: 1 });
  if (header !== null) checkTemplate('authHeader', header, httpPlaceholders, 'form');
  return {
    driver: 'http',
    account: cannon.account ?? null,
    password: cannon.password ?? null,
    token: cannon.tokenUrl
      ? {
          url: checkAddress(cannon, 'tokenUrl', accountPlaceholders),
          body: body('tokenBody', accountPlaceholders),
          path: need(cannon, 'tokenPath'),
        }
      : null,
    authHeader: header,
    method,
    contentType,
    on: callOf('on'),
    off: callOf('off'),
    jog: cannon.jogUrl ? callOf('jog') : null,
    state: cannon.stateUrl
      ? { url: checkAddress(cannon, 'stateUrl', httpPlaceholders), ...readState(cannon) }
      : null,
    ok: cannon.okPath ? { path: cannon.okPath, text: need(cannon, 'okText') } : null,
  };
}

function readMqtt(cannon: CannonFacts): DriverSettings {
  const template = (name: 'onBody' | 'offBody' | 'jogBody') => {
    const text = need(cannon, name);
    const isJson = /^\s*[[{]/.test(text);
    checkTemplate(name, text, orderPlaceholders, isJson ? 'json' : 'form');
    return text;
  };
  if (cannon.brokerUrl) readBrokerUrl(cannon.brokerUrl);
  const commandTopic = checkTopic(cannon, 'commandTopic');
  const state = cannon.stateTopic ? { topic: checkTopic(cannon, 'stateTopic'), ...readState(cannon) } : null;
  const status = cannon.statusTopic
    ? { topic: checkTopic(cannon, 'statusTopic'), onlineText: need(cannon, 'onlineText') }
    : null;
  // A state that is read where commands are written would confirm every command by itself.
  if (state?.topic === commandTopic) refuse('fog.topics_same', 'stateTopic');
  if (status?.topic === commandTopic) refuse('fog.topics_same', 'statusTopic');
  return {
    driver: 'mqtt',
    brokerUrl: cannon.brokerUrl ?? null,
    account: cannon.account ?? null,
    password: cannon.password ?? null,
    commandTopic,
    onBody: template('onBody'),
    offBody: template('offBody'),
    jogBody: cannon.jogBody ? template('jogBody') : null,
    state,
    status,
  };
}

function readState(cannon: CannonFacts): StateFormat {
  return {
    path: cannon.statePath ?? null,
    onText: need(cannon, 'onText'),
    offText: cannon.offText ?? null,
  };
}

/** Host, port and encryption of a broker; credentials have fields of their own. */
export function readBrokerUrl(text: string): { host: string; port: number; tls: boolean } {
  const url = URL.parse(text);
  const isKnown = url?.protocol === 'mqtt:' || url?.protocol === 'mqtts:';
  const isBare = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!url || !isKnown || !isBare || url.port === '0' || !['', '/'].includes(url.pathname))
    return refuse('fog.broker_url', 'brokerUrl');
  const tls = url.protocol === 'mqtts:';
  return { host: readBrokerHost(url.hostname), port: Number(url.port || (tls ? 8883 : 1883)), tls };
}

function readBrokerHost(hostname: string): string {
  try {
    return readHost(hostname);
  } catch (error) {
    if (error instanceof OutboundError) return refuse('fog.broker_url', 'brokerUrl');
    throw error;
  }
}

function checkAddress(
  cannon: CannonFacts,
  name: 'onUrl' | 'offUrl' | 'jogUrl' | 'stateUrl' | 'tokenUrl',
  names: readonly string[],
): string {
  const template = need(cannon, name);
  checkTemplate(name, template, names, 'url');
  const position = findPlaceholderInHost(template);
  if (position !== undefined) refuse('fog.placeholder', name, { position });
  const sample = Object.fromEntries(names.map((one) => [one, '1']));
  try {
    readUrl(fillPlaceholders(template, sample, 'url'), { allowHttp: true });
  } catch (error) {
    if (error instanceof OutboundError) refuse('fog.url', name);
    throw error;
  }
  return template;
}

function checkTemplate(name: Name, template: string, names: readonly string[], escape: Escape): void {
  const position = findBodyProblem(template, { names, numbers, escape });
  if (position !== undefined)
    refuse(escape === 'json' ? 'fog.not_json' : 'fog.placeholder', name, { position });
}

/** A topic to publish to or to read: `+` and `#` would stand for many. */
function checkTopic(cannon: CannonFacts, name: 'commandTopic' | 'stateTopic' | 'statusTopic'): string {
  const topic = need(cannon, name).trim();
  if (/[#+\0]/.test(topic)) refuse('fog.topic', name);
  // It would be sent as it stands.
  if (topic.includes('{{')) refuse('fog.placeholder', name, { position: topic.indexOf('{{') + 1 });
  if (/^[$/]/.test(topic)) refuse('fog.topic_start', name);
  if (Buffer.byteLength(topic) > maxTopicBytes) refuse('fog.topic_long', name, { max: maxTopicBytes });
  return topic;
}

function need<K extends Name>(cannon: CannonFacts, name: K): NonNullable<CannonFacts[K]> {
  const value = cannon[name];
  const isMissing =
    value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
  return isMissing ? refuse('fog.needed', name) : (value as NonNullable<CannonFacts[K]>);
}

function refuse(key: ErrorKey, name: Name, params = {}): never {
  return fail(key, { label: fieldLabel(fogCannon, name), ...params }, name);
}
