import pino from 'pino';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openOutbound } from '../../../platform/outbound/outbound.ts';
import { describeError } from '../../../platform/texts.ts';
import { describeWith } from '../../../testing/describe-with.ts';
import { startMosquitto, type TestBroker } from '../../../testing/mosquitto.ts';
import { soon } from '../../../testing/soon.ts';
import type { CannonLink, DriverOrder } from './driver.ts';
import { makeMqttLink } from './mqtt.ts';
import { openBroker } from './mqtt-broker.ts';
import { relayTopics, startTestRelay } from './mqtt-relay.fixture.ts';
import type { MqttSettings } from './settings.ts';

const log = pino({ level: 'silent' });
const outbound = openOutbound({
  outboundAllow: ['127.0.0.1'],
  outboundTimeoutMs: 5000,
  port: 1,
  gatewayPort: 1,
});

let broker: TestBroker;
let count = 0;
const nextName = () => `fog/${++count}`;
const makeOrder = (validMs = 15_000): DriverOrder => ({
  key: `order ${++count}`,
  expiresAt: Date.now() + validMs,
});

function makeSettings(name: string): MqttSettings {
  const { command, state, status } = relayTopics(name);
  return {
    driver: 'mqtt',
    brokerUrl: broker.url,
    account: null,
    password: null,
    commandTopic: command,
    onBody: '{"set": "on", "id": "{{id}}", "expires": {{expires}}}',
    offBody: '{"set": "off", "id": "{{id}}"}',
    jogBody: '{"set": "on", "seconds": {{seconds}}, "id": "{{id}}"}',
    state: { topic: state, path: 'relay', onText: 'on', offText: 'off' },
    status: { topic: status, onlineText: 'ONLINE' },
  };
}

function openLink(
  name: string,
  settings: Partial<MqttSettings> = {},
  { url = broker.url, isTrusted = false, user = null as string | null } = {},
): CannonLink {
  const opened = openBroker({ outbound, log }, { url, user, password: user, isTrusted });
  const deps = { now: Date.now, broker: opened, release: () => opened.close() };
  const link = makeMqttLink(deps, { ...makeSettings(name), ...settings });
  onTestFinished(() => link.close?.());
  return link;
}

async function openRelay(name: string) {
  const relay = await startTestRelay(broker.url, name);
  onTestFinished(() => relay.close());
  return relay;
}

/** The state, or what a person reads instead. */
async function read(link: CannonLink): Promise<string> {
  return explain(link.readState?.().then(({ isOn }) => (isOn ? 'on' : 'off')));
}

async function explain(work: Promise<unknown> | undefined): Promise<string> {
  return Promise.resolve(work).then(
    (result) => String(result ?? 'done'),
    (error: Parameters<typeof describeError>[0] & { mayHaveArrived?: boolean }) =>
      `${error.mayHaveArrived ? 'maybe: ' : ''}${describeError(error, 'en')}`,
  );
}

describeWith('mosquitto', 'an MQTT relay', () => {
  beforeAll(async () => {
    broker = await startMosquitto();
  });
  afterAll(() => broker?.close());

  it.each([false, true])(
    'is switched and confirms its state (broker of the installation: %s)',
    async (isTrusted) => {
      const name = nextName();
      const relay = await openRelay(name);
      const link = openLink(name, {}, { isTrusted, user: 'platform:50%' });
      await soon(() => read(link)).toBe('off');
      await link.switchOn(makeOrder());
      await soon(() => read(link)).toBe('on');
      expect([relay.isOn(), await link.readState?.()]).toEqual([true, { isOn: true, by: 'report' }]);
      await link.switchOff({ key: 'end', expiresAt: null });
      await soon(() => read(link)).toBe('off');
      expect(relay.isOn()).toBe(false);
      await link.jog(makeOrder(), 1);
      await soon(() => read(link)).toBe('on');
      // The relay ends the jog by itself.
      await soon(() => read(link)).toBe('off');
      expect([relay.starts, link.timesJog]).toEqual([2, true]);
    },
  );

  it('confirms a command only by a state that comes after it', async () => {
    const name = nextName();
    const relay = await openRelay(name);
    const link = openLink(name);
    await soon(() => read(link)).toBe('off');
    relay.isMute = true;
    await link.switchOn(makeOrder());
    await soon(relay.isOn).toBe(true);
    expect(await link.readState?.()).toEqual({ isOn: false, by: 'report', isOld: true });
    relay.isMute = false;
    await link.switchOff({ key: 'end', expiresAt: null });
    await soon(() => link.readState?.()).toEqual({ isOn: false, by: 'report' });
    expect(relay.isOn()).toBe(false);
  });

  it('gets commands at QoS 1 that are not retained and expire at the broker', async () => {
    const name = nextName();
    const relay = await openRelay(name);
    const link = openLink(name);
    await soon(() => read(link)).toBe('off');
    await link.switchOn(makeOrder());
    await soon(() => relay.commands).toHaveLength(1);
    expect(relay.commands[0]).toMatchObject({ qos: 1, isRetained: false });
    const received = broker
      .output()
      .match(new RegExp(`Received PUBLISH from limpid-\\S+ \\(.*'${name}/cmd'`));
    expect(received?.[0]).toContain('q1, r0');
    // Who subscribes later gets nothing.
    await relay.kill();
    const reborn = await openRelay(name);
    await soon(() => read(link)).toBe('off');
    expect([reborn.commands, reborn.isOn()]).toEqual([[], false]);
  });

  it('is switched by no command from last week: not by one that somebody retained, not by one that expired', async () => {
    const name = nextName();
    const { command, state } = relayTopics(name);
    const somebody = await broker.connect();
    await somebody.publishAsync(command, '{"set": "on", "id": "last week"}', { qos: 1, retain: true });
    await somebody.publishAsync(state, '{"relay": "on"}', { qos: 1, retain: true });
    const link = openLink(name);
    // Its last state says nothing while the relay is not online.
    await soon(() => read(link)).toBe('The relay is offline');
    expect(await explain(link.switchOn(makeOrder()))).toBe('The relay is offline');
    const relay = await openRelay(name);
    await soon(() => read(link)).toBe('off');
    await soon(() => relay.commands).toEqual([
      { text: '{"set": "on", "id": "last week"}', qos: 1, isRetained: true },
    ]);
    expect(await explain(link.switchOn(makeOrder(-1)))).toBe('Not sent in time, given up');
    expect([relay.starts, relay.commands.length]).toEqual([0, 1]);
  });

  it('that is killed is unknown by its will, and known again when it returns', async () => {
    const name = nextName();
    const relay = await openRelay(name);
    const link = openLink(name);
    const told: (boolean | undefined)[] = [];
    link.watch?.((reading) => told.push(reading?.isOn));
    await soon(() => read(link)).toBe('off');
    await link.switchOn(makeOrder());
    await soon(() => read(link)).toBe('on');
    await relay.kill();
    await soon(() => read(link)).toBe('The relay is offline');
    expect(told.at(-1)).toBeUndefined();
    await openRelay(name);
    await soon(() => read(link)).toBe('off');
  });

  it('is unknown while the broker is gone, and gets no order late that was given meanwhile', async () => {
    const name = nextName();
    const relay = await openRelay(name);
    const link = openLink(name);
    await soon(() => read(link)).toBe('off');
    broker.freeze();
    const lost = explain(link.switchOn(makeOrder()));
    // It has left, and no answer comes.
    await new Promise((done) => setTimeout(done, 100));
    await broker.kill();
    onTestFinished(async () => {
      if (broker.output() === '') await broker.start();
    });
    expect(await lost).toBe('maybe: The connection was lost before an answer came');
    await soon(() => read(link)).not.toBe('off');
    expect(await explain(link.switchOn(makeOrder()))).toContain('Cannot connect to 127.0.0.1');
    await broker.start();
    await soon(() => read(link)).toBe('off');
    expect(relay.commands).toEqual([]);
    await link.switchOn(makeOrder());
    await soon(() => read(link)).toBe('on');
    expect(relay.starts).toBe(1);
  });

  it.each<[string, Partial<MqttSettings>, string]>([
    ['a status', { status: null }, 'off'],
    ['a status and a state', { status: null, state: null }, 'done'],
  ])('without %s is unknown while the broker is gone', async (_, settings, known) => {
    const name = nextName();
    await openRelay(name);
    const link = openLink(name, settings);
    let told = 0;
    link.watch?.((reading) => {
      if (!reading) told++;
    });
    await soon(() => read(link)).toBe(known);
    expect(await explain(link.check?.())).toBe('done');
    told = 0;
    await broker.kill();
    onTestFinished(async () => {
      if (broker.output() === '') await broker.start();
    });
    await soon(() => told > 0).toBe(true);
    expect(await explain(link.check?.())).not.toBe('done');
    await broker.start();
    await soon(() => explain(link.check?.())).toBe('done');
    await soon(() => read(link)).toBe(known);
  });

  it.each([
    ['no JSON', 'ON'],
    ['JSON without the value', '{"power": "on"}'],
    ['a value that is neither on nor off', '{"relay": "maybe"}'],
  ])('that reports %s has an unknown state', async (_, text) => {
    const name = nextName();
    await openRelay(name);
    const link = openLink(name);
    await soon(() => read(link)).toBe('off');
    const somebody = await broker.connect();
    await somebody.publishAsync(relayTopics(name).state, text, { qos: 1 });
    await soon(() => read(link)).toBe('The reported state cannot be read');
  });

  it('is known to a link that replaces another one while the broker is used by a third', async () => {
    const name = nextName();
    await openRelay(name);
    const opened = openBroker(
      { outbound, log },
      { url: broker.url, user: null, password: null, isTrusted: false },
    );
    onTestFinished(() => opened.close());
    const open = () =>
      makeMqttLink({ now: Date.now, broker: opened, release: () => undefined }, makeSettings(name));
    const [first, other] = [open(), open()];
    await soon(() => read(first)).toBe('off');
    let calls = 0;
    first.watch?.(() => calls++);
    first.close?.();
    const next = open();
    await soon(() => read(next)).toBe('off');
    expect([await read(other), calls]).toEqual(['off', 0]);
    for (const link of [next, other]) link.close?.();
    const last = open();
    await soon(() => read(last)).toBe('off');
  });

  it('that nobody has connected, a broker that is not there and a forbidden address have clear messages', async () => {
    const name = nextName();
    const link = openLink(name, { status: null });
    expect(await explain(link.check?.())).toBe('done');
    expect(await explain(link.switchOn(makeOrder()))).toBe(`Nobody listens to the topic “${name}/cmd”`);
    const missing = openLink(name, {}, { url: 'mqtt://127.0.0.1:9' });
    expect(await explain(missing.check?.())).toContain('ECONNREFUSED');
    const forbidden = openLink(name, {}, { url: 'mqtt://169.254.169.254' });
    expect(await explain(forbidden.switchOn(makeOrder()))).toContain('169.254.169.254');
  });
});
