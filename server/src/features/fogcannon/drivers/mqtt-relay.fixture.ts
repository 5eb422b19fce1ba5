import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt';
import { waitUntil } from '../../../testing/wait-until.ts';

/** A relay that speaks MQTT, as its maker would program it: boot state off, retained state and status, a will. */
export interface TestRelay {
  isOn(): boolean;
  /** How often it has closed. */
  starts: number;
  /** Every command that reached it, also those it ignored. */
  commands: { text: string; qos: number; isRetained: boolean }[];
  /** While set, commands are executed but the state is not published. */
  isMute: boolean;
  /** As with a power failure: the contact opens, and the broker publishes the will. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export const relayTopics = (name: string) => ({
  command: `${name}/cmd`,
  state: `${name}/state`,
  status: `${name}/status`,
});

/** Columns of a cannon at a relay with this name. */
export function relayColumns(brokerUrl: string, name: string) {
  const { command, state, status } = relayTopics(name);
  return {
    driver: 'mqtt',
    broker_url: brokerUrl,
    command_topic: command,
    on_body: '{"set": "on", "id": "{{id}}", "expires": {{expires}}}',
    off_body: '{"set": "off", "id": "{{id}}"}',
    jog_body: '{"set": "on", "seconds": {{seconds}}, "id": "{{id}}", "expires": {{expires}}}',
    state_topic: state,
    state_path: 'relay',
    on_text: 'on',
    off_text: 'off',
    status_topic: status,
    online_text: 'ONLINE',
  };
}

export async function startTestRelay(url: string, name: string): Promise<TestRelay> {
  const topics = relayTopics(name);
  const seen = new Set<string>();
  let isOn = false;
  let jog: NodeJS.Timeout | undefined;
  const client: MqttClient = mqtt.connect(url, {
    protocolVersion: 5,
    reconnectPeriod: 200,
    will: { topic: topics.status, payload: Buffer.from('OFFLINE'), qos: 1, retain: true },
  });
  const relay: TestRelay = {
    isOn: () => isOn,
    starts: 0,
    commands: [],
    isMute: false,
    async kill() {
      clearTimeout(jog);
      isOn = false;
      client.options.reconnectPeriod = 0;
      client.stream.destroy();
      await waitUntil(() => !client.connected, 'the end of the relay');
    },
    async close() {
      clearTimeout(jog);
      await client.endAsync(true);
    },
  };

  function publishState(): void {
    const text = JSON.stringify({ relay: isOn ? 'on' : 'off' });
    if (!relay.isMute && client.connected) client.publish(topics.state, text, { qos: 1, retain: true });
  }

  function turn(next: boolean): void {
    clearTimeout(jog);
    if (next && !isOn) relay.starts++;
    isOn = next;
    publishState();
  }

  client.on('error', () => undefined);
  client.on('connect', () => {
    client.subscribe(topics.command, { qos: 1 });
    client.publish(topics.status, 'ONLINE', { qos: 1, retain: true });
    publishState();
  });
  client.on('message', (_topic, payload, packet: IPublishPacket) => {
    const text = payload.toString();
    relay.commands.push({ text, qos: packet.qos, isRetained: packet.retain });
    const { set, seconds, id, expires } = JSON.parse(text);
    const isOld = packet.retain || seen.has(id) || (expires && expires < Date.now());
    if (isOld) return publishState();
    seen.add(id);
    turn(set === 'on');
    if (seconds) jog = setTimeout(() => turn(false), seconds * 1000);
  });
  await waitUntil(() => client.connected, 'the relay');
  // Its subscription is confirmed before what follows on the same connection.
  await client.publishAsync(topics.status, 'ONLINE', { qos: 1, retain: true });
  return relay;
}
