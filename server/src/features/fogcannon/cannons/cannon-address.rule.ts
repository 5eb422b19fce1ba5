import { anyUnit } from '@limpid/modbus/rtu';
import { readTopic } from '../../../platform/mqtt/topic.rule.ts';
import type { DriverSettings, MqttSettings } from '../drivers/settings.ts';

/** Where a driver reaches its cannon, without secrets. */
export type CannonAddress =
  | { kind: 'relay'; bus: string; unit: number; coil: number }
  | { kind: 'mqtt'; broker: string; topics: MqttTopics; bodies: readonly string[] };

interface MqttTopics {
  command: string;
  state: string | null;
  status: string | null;
}

/** The address of a cannon; undefined where two cannons may well have the same. `ownBroker` is that of the installation. */
export function findCannonAddress(
  settings: DriverSettings,
  ownBroker: string | undefined,
): CannonAddress | undefined {
  switch (settings.driver) {
    case 'modbusTcp': {
      const { host, port, unit, coil } = settings;
      return { kind: 'relay', bus: `tcp ${host.toLowerCase()} ${port}`, unit, coil };
    }
    case 'modbusDtu': {
      const { registration, unit, coil } = settings;
      return { kind: 'relay', bus: `dtu ${registration}`, unit, coil };
    }
    case 'mqtt':
      return describeRelay(settings, ownBroker);
    default:
      return undefined;
  }
}

function describeRelay(settings: MqttSettings, ownBroker: string | undefined): CannonAddress {
  const { commandTopic, state, status, onBody, offBody } = settings;
  return {
    kind: 'mqtt',
    broker: hostOf(settings.brokerUrl ?? ownBroker),
    topics: { command: commandTopic, state: state?.topic ?? null, status: status?.topic ?? null },
    bodies: [onBody, offBody].map((body) => body.replaceAll(/\s/g, '')),
  };
}

function hostOf(brokerUrl: string | undefined): string {
  const url = URL.parse(brokerUrl ?? '');
  const usualPort = url?.protocol === 'mqtts:' ? '8883' : '1883';
  return url ? `${url.hostname.toLowerCase()} ${url.port || usualPort}` : '';
}

export function isSameBroker(brokerUrl: string, ownBroker: string | undefined): boolean {
  return hostOf(brokerUrl) === hostOf(ownBroker);
}

/** Which setting names what another cannon uses; undefined if the two can exist beside each other. */
export function findAddressConflict(
  one: CannonAddress,
  other: CannonAddress,
  { isSameEntity }: { isSameEntity: boolean },
): 'coil' | 'commandTopic' | 'stateTopic' | 'statusTopic' | undefined {
  if (one.kind === 'relay') return other.kind === 'relay' && isSameRelay(one, other) ? 'coil' : undefined;
  if (other.kind !== 'mqtt' || one.broker !== other.broker) return undefined;
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
  return one.bus === other.bus && isSameUnit && one.coil === other.coil;
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
