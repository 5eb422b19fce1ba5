import { describe, expect, it } from 'vitest';
import { openOutbound } from '../../../platform/outbound/outbound.ts';
import { checkReceiver } from './check-receiver.ts';

const outbound = openOutbound(
  {
    outboundAllow: ['127.0.0.0/8'],
    port: 8080,
    gatewayPort: 8212,
    mqttUrl: 'mqtts://user:secret@broker.example',
  },
  async (name) => {
    const address = {
      'air.example': '127.0.0.1',
      'broker.example': '10.0.0.9',
      'mirror.example': '10.0.0.9',
    }[name];
    return address === undefined ? [] : [{ address, family: 4 }];
  },
);

const judge = (protocol: string, address: string) =>
  checkReceiver({ protocol, address }, outbound, 'address').then(
    () => 'allowed',
    (error: { key: string }) => error.key,
  );

describe('a receiver', () => {
  it.each([
    ['our gateway by a name', 'hj212-2017', 'air.example:8212', 'forward.loop'],
    ['our web server', 'json', 'https://air.example:8080/in', 'forward.loop'],
    ['another server of this machine, which is allowed here', 'hj212-2017', 'air.example:9000', 'allowed'],
    ['our broker', 'mqtt', 'Broker.example:8883', 'forward.loop'],
    ['our broker by its address', 'mqtt', '10.0.0.9:8883', 'forward.loop'],
    ['our broker by another name', 'mqtt', 'mirror.example:8883', 'forward.loop'],
    ['another port of the machine of our broker', 'mqtt', 'broker.example:1883', 'allowed'],
    ['a service that gives out credentials', 'json', 'https://169.254.169.254/', 'forward.forbidden'],
    ['a name that nobody knows yet', 'json', 'https://new.example/', 'allowed'],
  ])('at %s', async (_, protocol, address, expected) => {
    expect(await judge(protocol, address)).toBe(expected);
  });
});
