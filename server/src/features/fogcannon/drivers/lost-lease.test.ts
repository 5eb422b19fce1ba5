import { openRelayBoard } from '@limpid/simulator/relay/relay-board';
import { expect, it, onTestFinished } from 'vitest';
import { LeaseLostError } from '../../../platform/lease/lease.store.ts';
import { serveHttp } from '../../../platform/outbound/outbound.fixture.ts';
import { openOutbound } from '../../../platform/outbound/outbound.ts';
import { openLinks } from './links.ts';
import type { DriverSettings } from './settings.ts';

const lease = { name: 'fogcannon', owner: 'one', fence: 1, durationMs: 1000 };
const outbound = openOutbound({
  outboundAllow: ['127.0.0.1'],
  outboundTimeoutMs: 5000,
  port: 1,
  gatewayPort: 1,
});

/** Links of a process that loses its lease as soon as it has looked so many times. */
function openLosing(looks: number) {
  let left = looks;
  const assertLeading = () => {
    left--;
    if (left < 0) throw new LeaseLostError(lease);
  };
  const deps = { outbound, clock: { now: () => new Date() }, config: {}, assertLeading };
  const links = openLinks(deps as unknown as Parameters<typeof openLinks>[0], () => undefined);
  onTestFinished(() => links.close());
  return links;
}

const call = (url: string) => ({ url, body: null });

it.each([0, 1])('an order is not sent by a process that has lost the lease after %i looks', async (looks) => {
  const board = await openRelayBoard();
  onTestFinished(() => board.close());
  const requests: string[] = [];
  const cloud = await serveHttp((request, response) => {
    requests.push(request.url ?? '');
    response.end();
  });
  const url = `http://127.0.0.1:${cloud.port}/switch`;
  const settings: DriverSettings[] = [
    {
      driver: 'modbusTcp',
      host: '127.0.0.1',
      port: board.port,
      unit: 1,
      coil: 0,
      feedbackInput: null,
      jogMode: null,
    },
    {
      driver: 'http',
      account: null,
      password: null,
      token: null,
      authHeader: null,
      method: 'POST',
      contentType: 'json',
      on: call(url),
      off: call(url),
      jog: null,
      state: null,
      ok: null,
    },
  ];
  for (const one of settings) {
    const order = { key: '1', expiresAt: Date.now() + 10_000 };
    await expect(openLosing(looks).open(one).switchOn(order)).rejects.toThrow(LeaseLostError);
  }
  expect([board.starts[0], requests]).toEqual([0, []]);
  await openLosing(2)
    .open(settings[0] as DriverSettings)
    .switchOn({ key: '1', expiresAt: Date.now() + 10_000 });
  expect(board.starts[0]).toBe(1);
});
