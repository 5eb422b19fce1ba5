import type { Socket } from 'node:net';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';

type Receiver = Pick<Parameters<Outbound['connect']>[0], 'host' | 'port' | 'tls'>;

/** Connects to a receiver. Its name may lead elsewhere than when the target was saved, so it is judged again. */
export function openSocket(outbound: Pick<Outbound, 'connect'>, receiver: Receiver): Promise<Socket> {
  return outbound.connect({ ...receiver, policy: 'private', notOwnBroker: true }).catch((error: unknown) => {
    throw new Error(describeConnectFailure(error), { cause: error });
  });
}

/** For the log and the page of the target. */
export function describeConnectFailure(error: unknown): string {
  if (!(error instanceof OutboundError)) return error instanceof Error ? error.message : String(error);
  const host = String(error.params['host'] ?? '');
  if (error.code === 'own_address') return `loop refused: ${host} leads back to this installation`;
  if (error.code === 'refused_address') return `forbidden address: ${host}`;
  return error.message;
}
