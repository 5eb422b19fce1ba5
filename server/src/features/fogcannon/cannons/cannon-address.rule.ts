import { anyUnit } from '@limpid/modbus/rtu';
import { readTopic } from '../../../platform/mqtt/topic.rule.ts';
import { canonicalHost } from '../../../platform/outbound/address-policy.rule.ts';
import type { DriverSettings, MqttSettings } from '../drivers/settings.ts';

/** Where a driver reaches its cannon, without secrets. */
export type CannonAddress =
  | { kind: 'relay'; buses: readonly string[]; unit: number; coil: number }
  | { kind: 'mqtt'; brokers: readonly string[]; topics: MqttTopics; bodies: readonly string[] };

interface MqttTopics {
  command: string;
  state: string | null;
  status: string | null;
}

/** Finds the addresses of a host name; none if they are not known. */
export type AddressBook = (host: string) => readonly string[];

/** A port of a host under its name and its addresses, so that two spellings of one place have something in common. */
function listPlaces(host: string, port: number | string, addressesOf: AddressBook): string[] {
  const name = canonicalHost(host);
  return [...new Set([name, ...addressesOf(name)])].map((one) => `${one} ${port}`);
}

/** The host whose addresses are to be looked up for a comparison; undefined where no host belongs to the address. */
export function findCannonHost(settings: DriverSettings, ownBroker: string | undefined): string | undefined {
  if (settings.driver === 'modbusTcp') return canonicalHost(settings.host);
  const broker = settings.driver === 'mqtt' ? URL.parse(settings.brokerUrl ?? ownBroker ?? '') : null;
  return broker ? canonicalHost(bareHost(broker)) : undefined;
}

/** The address of a cannon; undefined where two cannons may well have the same. `ownBroker` is that of the installation. */
export function findCannonAddress(
  settings: DriverSettings,
  ownBroker: string | undefined,
  addressesOf: AddressBook = () => [],
): CannonAddress | undefined {
  switch (settings.driver) {
    case 'modbusTcp': {
      const { host, port, unit, coil } = settings;
      return { kind: 'relay', buses: listPlaces(host, port, addressesOf), unit, coil };
    }
    case 'modbusDtu': {
      const { registration, unit, coil } = settings;
      return { kind: 'relay', buses: [`dtu ${registration}`], unit, coil };
    }
    case 'mqtt':
      return describeRelay(settings, ownBroker, addressesOf);
    default:
      return undefined;
  }
}

function describeRelay(
  settings: MqttSettings,
  ownBroker: string | undefined,
  addressesOf: AddressBook,
): CannonAddress {
  const { commandTopic, state, status, onBody, offBody } = settings;
  return {
    kind: 'mqtt',
    brokers: listBrokerPlaces(settings.brokerUrl ?? ownBroker, addressesOf),
    topics: { command: commandTopic, state: state?.topic ?? null, status: status?.topic ?? null },
    bodies: [onBody, offBody].map((body) => body.replaceAll(/\s/g, '')),
  };
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function listBrokerPlaces(brokerUrl: string | undefined, addressesOf: AddressBook): string[] {
  const url = URL.parse(brokerUrl ?? '');
  const usualPort = url?.protocol === 'mqtts:' ? '8883' : '1883';
  return url ? listPlaces(bareHost(url), url.port || usualPort, addressesOf) : [''];
}

export function isSameBroker(
  brokerUrl: string,
  ownBroker: string | undefined,
  addressesOf: AddressBook,
): boolean {
  return overlap(listBrokerPlaces(brokerUrl, addressesOf), listBrokerPlaces(ownBroker, addressesOf));
}

function overlap(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.includes(one));
}

/** Which setting names what another cannon uses; undefined if the two can exist beside each other. */
export function findAddressConflict(
  one: CannonAddress,
  other: CannonAddress,
  { isSameEntity }: { isSameEntity: boolean },
): 'host' | 'coil' | 'commandTopic' | 'stateTopic' | 'statusTopic' | undefined {
  if (one.kind === 'relay') {
    if (other.kind !== 'relay' || !overlap(one.buses, other.buses)) return undefined;
    if (isSameRelay(one, other)) return 'coil';
    // Who switches one relay of a board can switch all of them.
    return isSameEntity ? undefined : 'host';
  }
  if (other.kind !== 'mqtt' || !overlap(one.brokers, other.brokers)) return undefined;
  const [own, others] = [one.topics, other.topics];
  // Several relays of one device may have one topic, with payloads that name the relay.
  const isSamePayload = one.bodies.some((body) => other.bodies.includes(body));
  if (own.command === others.command && (isSamePayload || !isSameEntity)) return 'commandTopic';
  // What one cannon is ordered must not be read as the state of another.
  if (own.command === others.state || own.command === others.status) return 'commandTopic';
  const names = ['state', 'status'] as const;
  const taken = names.find(
    (name) =>
      own[name] !== null &&
      (own[name] === others.command ||
        (!isSameEntity && (own[name] === others.state || own[name] === others.status))),
  );
  return taken && `${taken}Topic`;
}

function isSameRelay(
  one: Extract<CannonAddress, { kind: 'relay' }>,
  other: Extract<CannonAddress, { kind: 'relay' }>,
): boolean {
  const isSameUnit = one.unit === other.unit || one.unit === anyUnit || other.unit === anyUnit;
  return isSameUnit && one.coil === other.coil;
}

/** Which topic of a relay belongs to the data of devices, by the templates of device types. */
export function findIngestTopic(
  { commandTopic, state, status }: MqttSettings,
  templates: readonly string[],
): { field: 'commandTopic' | 'stateTopic' | 'statusTopic'; topic: string } | undefined {
  const topics = [
    ['commandTopic', commandTopic],
    ['stateTopic', state?.topic],
    ['statusTopic', status?.topic],
  ] as const;
  for (const [field, topic] of topics)
    if (topic !== undefined && templates.some((template) => readTopic(template, topic) !== undefined))
      return { field, topic };
  return undefined;
}
