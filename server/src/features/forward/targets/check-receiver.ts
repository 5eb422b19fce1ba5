import { fail } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import { canonicalHost } from '../../../platform/outbound/address-policy.rule.ts';

/** How receivers are looked up, and the broker that devices of this installation publish at. */
export interface Network {
  outbound: Pick<App['outbound'], 'findAddresses' | 'findRefusal'>;
  ownBroker: string | undefined;
}

interface Receiver {
  host: string;
  port: number;
}

const defaultPorts: Record<string, number> = { 'https:': 443, 'mqtt:': 1883, 'mqtts:': 8883 };

/** Host and port of an address that has its proper form. */
export function readReceiver({ protocol, address }: { protocol: string; address: string }): Receiver {
  return readUrlReceiver(new URL(protocol === 'json' ? address : `tcp://${address}`));
}

function readUrlReceiver({ hostname, port, protocol }: URL): Receiver {
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || (defaultPorts[protocol] ?? 0)),
  };
}

/** Refuses a receiver that leads back to this installation, or that connections must not be made to. */
export async function checkReceiver(
  target: { protocol: string; address: string },
  network: Network,
  field: 'address' | 'forwardAddress',
): Promise<void> {
  const receiver = readReceiver(target);
  const { address } = target;
  const refusal = await network.outbound.findRefusal({ ...receiver, policy: 'private' });
  if (refusal === 'own' || (await isOwnBroker(receiver, network))) fail('forward.loop', { address }, field);
  if (refusal) fail('forward.forbidden', { address }, field);
}

async function isOwnBroker({ host, port }: Receiver, { outbound, ownBroker }: Network): Promise<boolean> {
  const url = URL.parse(ownBroker ?? '');
  if (!url) return false;
  const own = readUrlReceiver(url);
  if (own.port !== port) return false;
  const list = async (name: string) => [canonicalHost(name), ...(await outbound.findAddresses(name))];
  const places = await list(own.host);
  return (await list(host)).some((one) => places.includes(one));
}
