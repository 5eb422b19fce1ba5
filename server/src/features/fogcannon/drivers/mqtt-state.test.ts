import { expect, it } from 'vitest';
import { makeMqttLink } from './mqtt.ts';
import type { Broker } from './mqtt-broker.ts';

/** A link whose broker delivers what the test says. */
function openLink() {
  const listeners: Parameters<Broker['subscribe']>[1][] = [];
  const broker: Broker = {
    publish: () => Promise.resolve(),
    subscribe(_topic, listener) {
      listeners.push(listener);
      return () => undefined;
    },
    watch: () => () => undefined,
    problem: () => undefined,
    tried: Promise.resolve(),
    close: () => undefined,
  };
  const link = makeMqttLink(
    { now: Date.now, broker, release: () => undefined },
    {
      driver: 'mqtt',
      brokerUrl: null,
      account: null,
      password: null,
      commandTopic: 'cmd',
      onBody: 'on',
      offBody: 'off',
      jogBody: null,
      state: { topic: 'state', path: null, onText: 'on', offText: 'off' },
      status: null,
    },
  );
  const deliver: Parameters<Broker['subscribe']>[1] = (message) => {
    for (const listen of listeners) listen(message);
  };
  return { link, deliver };
}

it('a state that was retained before a command confirms nothing, also after another connection', async () => {
  const { link, deliver } = openLink();
  deliver({ text: 'off', isRetained: true });
  expect(await link.readState?.()).toEqual({ isOn: false, by: 'report' });
  await link.switchOff({ key: 'end', expiresAt: null });
  deliver(undefined);
  await expect(link.readState?.()).rejects.toMatchObject({ key: 'fog.state_unread' });
  deliver({ text: 'off', isRetained: true });
  expect(await link.readState?.()).toEqual({ isOn: false, by: 'report', isOld: true });
  deliver({ text: 'unreadable', isRetained: false });
  deliver({ text: 'off', isRetained: true });
  expect(await link.readState?.()).toMatchObject({ isOld: true });
  deliver({ text: 'off', isRetained: false });
  expect(await link.readState?.()).toEqual({ isOn: false, by: 'report' });
});
