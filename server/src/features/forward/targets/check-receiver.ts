import { fail } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';

/** How receivers are looked up. */
export type Network = Pick<App['outbound'], 'findRefusal'>;

interface Receiver {
  host: string;
  port: number;
}

const httpsPort = 443;

/** Host and port of an address that has its proper form. */
export function readReceiver({ protocol, address }: { protocol: string; address: string }): Receiver {
  const { hostname, port } = new URL(protocol === 'json' ? address : `tcp://${address}`);
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || httpsPort) };
}

/** Refuses a receiver that leads back to this installation, or that connections must not be made to. */
export async function checkReceiver(
  target: { protocol: string; address: string },
  network: Network,
  field: 'address' | 'forwardAddress',
): Promise<void> {
  const { address } = target;
  const refusal = await network.findRefusal({
    ...readReceiver(target),
    policy: 'private',
    notOwnBroker: true,
  });
  if (refusal) fail(refusal === 'own' ? 'forward.loop' : 'forward.forbidden', { address }, field);
}
