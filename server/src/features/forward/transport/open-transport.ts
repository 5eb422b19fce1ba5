import type { FastifyBaseLogger } from 'fastify';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import type { OpenTransport } from '../target.ts';
import { openHj212Transport } from './hj212-transport.ts';
import { openJsonTransport } from './json-transport.ts';
import { openMqttTransport } from './mqtt-transport.ts';

interface TransportDeps {
  outbound: Pick<Outbound, 'connect' | 'request'>;
  log: FastifyBaseLogger;
}

/** Opens targets by their protocol; throws where their settings cannot be used. */
export function makeOpenTransport(deps: TransportDeps): OpenTransport {
  return (target) => {
    const { connection } = target;
    switch (connection.protocol) {
      case 'hj212':
        return openHj212Transport(deps, target, connection);
      case 'json':
        return openJsonTransport(deps, target, connection);
      case 'mqtt':
        return openMqttTransport(deps, target, connection);
      case 'unusable':
        throw new Error(connection.detail);
    }
  };
}
