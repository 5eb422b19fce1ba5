import type { LookupAddress } from 'node:dns';
import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Config } from '../../config.ts';
import {
  canonicalHost,
  isAllowedAddress,
  isOwnAddress,
  listNetworks,
  type OutboundPolicy,
} from './address-policy.rule.ts';
import { connectTo, secure, type TlsOptions } from './connect.ts';
import { limitTime } from './deadline.ts';
import { OutboundError } from './outbound-error.ts';
import { exchange, type OutboundMessage, type OutboundResponse } from './request.ts';
import { makeSystemResolver, type Resolve, resolveHost } from './resolve.ts';
import { checkPort, readHost, readUrl } from './target.rule.ts';

const usualTimeoutMs = 10_000;
/** Finding and connecting take at most this long, of whatever time a request has. */
const maxConnectMs = 5000;
const maxLookupMs = 2000;
const defaultMaxBytes = 1024 * 1024;
const loopback = '127.0.0.1';

interface OutboundConnection {
  host: string;
  port: number;
  policy: OutboundPolicy;
  tls?: boolean | TlsOptions;
  timeoutMs?: number;
  /** Refuses the broker that devices of this installation publish at, by any of its names and addresses. */
  notOwnBroker?: boolean;
}

type Place = Pick<OutboundConnection, 'host' | 'port' | 'policy' | 'notOwnBroker'>;

interface OutboundRequest extends OutboundMessage, TlsOptions {
  url: string;
  policy: OutboundPolicy;
  /** Without it only https is accepted. */
  allowHttp?: boolean;
  /** From resolving the name to the last byte of the response. */
  timeoutMs?: number;
  /** A longer response is an error. */
  maxBytes?: number;
  /** Runs when the connection is there; nothing is sent if it throws. */
  beforeSending?: () => void;
}

type Refusal = 'own' | 'forbidden';

/**
 * Every connection that this server opens to an address that somebody entered. A name is resolved once, all of its
 * addresses must be allowed, and only these are connected to. All failures are an `OutboundError`.
 */
export interface Outbound {
  /** Every status except a redirect is a response; redirects are never followed. */
  request(options: OutboundRequest): Promise<OutboundResponse>;
  /** A connected socket, after the handshake with TLS. Errors and further limits are the caller's. */
  connect(options: OutboundConnection): Promise<Socket>;
  /** The addresses of a host in one spelling, and none if they are not found soon. Nothing is connected to. */
  findAddresses(host: string): Promise<string[]>;
  /**
   * Why a connection would be refused: an address leads back to this server, or the policy forbids it. Undefined where it
   * is allowed, and where no address is found soon: then it is checked when it is made.
   */
  findRefusal(target: Place): Promise<Refusal | undefined>;
  /** Allows connections to a server of this process on the loopback address, until the returned function is called. */
  allowOwnServer(port: number): () => void;
  /** How long a receiver may take to answer, unless a caller says otherwise. */
  timeoutMs: number;
}

type Settings = Pick<Config, 'outboundAllow' | 'port' | 'gatewayPort'> &
  Partial<Pick<Config, 'outboundTimeoutMs' | 'mqttUrl'>>;

export function openOutbound(config: Settings, resolve: Resolve = makeSystemResolver()): Outbound {
  const exceptions = listNetworks(config.outboundAllow);
  const ownPorts = [config.port, config.gatewayPort];
  const { outboundTimeoutMs: defaultTimeoutMs = usualTimeoutMs } = config;
  const ownServers = new Set<number>();
  const ownBroker = readBroker(config.mqttUrl);

  function judgeAddress(
    address: string,
    { port, policy }: Pick<Place, 'port' | 'policy'>,
    brokers: readonly string[],
  ): Refusal | undefined {
    const isOwn = (one: string) => isOwnAddress(one, listInterfaces());
    if (ownPorts.includes(port) && isOwn(address)) return 'own';
    // A broker on this machine is reached by each of its addresses.
    if (brokers.some((one) => one === canonicalHost(address) || (isOwn(one) && isOwn(address)))) return 'own';
    const isOwnServer = address === loopback && ownServers.has(port);
    return isOwnServer || isAllowedAddress(address, policy, exceptions) ? undefined : 'forbidden';
  }

  /** The addresses that are not connected to because they are those of the broker of this installation. */
  async function findBrokers({ port, notOwnBroker = false }: Place): Promise<string[]> {
    return notOwnBroker && ownBroker?.port === port ? findAddresses(ownBroker.host) : [];
  }

  async function checkAddresses(addresses: readonly LookupAddress[], place: Place): Promise<void> {
    const brokers = await findBrokers(place);
    for (const { address } of addresses) {
      const refusal = judgeAddress(address, place, brokers);
      if (!refusal) continue;
      throw new OutboundError(refusal === 'own' ? 'own_address' : 'refused_address', { host: place.host });
    }
  }

  async function connect({ timeoutMs = defaultTimeoutMs, tls = false, ...target }: OutboundConnection) {
    checkPort(target.port);
    const host = readHost(target.host);
    return limitTime(Math.min(timeoutMs, maxConnectMs), host, async (signal) => {
      const addresses = await resolveHost(host, resolve);
      await checkAddresses(addresses, { ...target, host });
      signal.throwIfAborted();
      const socket = await connectTo(addresses, { host, port: target.port }, signal);
      return tls ? secure(socket, host, tls === true ? {} : tls) : socket;
    });
  }

  async function request({
    url: text,
    policy,
    allowHttp = false,
    timeoutMs = defaultTimeoutMs,
    maxBytes = defaultMaxBytes,
    ca,
    fingerprint,
    beforeSending,
    ...message
  }: OutboundRequest): Promise<OutboundResponse> {
    const url = readUrl(text, { allowHttp });
    const [host, isTls] = [readHost(url.hostname), url.protocol === 'https:'];
    const port = Number(url.port || (isTls ? 443 : 80));
    return limitTime(timeoutMs, host, async (signal) => {
      const socket = await connect({ host, port, policy, timeoutMs, tls: isTls && { ca, fingerprint } });
      try {
        beforeSending?.();
      } catch (error) {
        socket.destroy();
        throw error;
      }
      return exchange(socket, url, message, { host, maxBytes, signal });
    });
  }

  async function findAddresses(host: string): Promise<string[]> {
    try {
      const found = await limitTime(maxLookupMs, host, () => resolveHost(readHost(host), resolve));
      return found.map(({ address }) => canonicalHost(address));
    } catch (error) {
      if (error instanceof OutboundError) return [];
      throw error;
    }
  }

  const findRefusal: Outbound['findRefusal'] = async (place) => {
    const brokers = await findBrokers(place);
    const found = (await findAddresses(place.host)).map((address) => judgeAddress(address, place, brokers));
    return found.find((one) => one === 'own') ?? found.find((one) => one !== undefined);
  };

  function allowOwnServer(port: number) {
    ownServers.add(port);
    return () => void ownServers.delete(port);
  }

  return { request, connect, findAddresses, findRefusal, allowOwnServer, timeoutMs: defaultTimeoutMs };
}

const brokerPorts: Record<string, number> = { 'mqtt:': 1883, 'mqtts:': 8883 };

function readBroker(text: string | undefined): Pick<Place, 'host' | 'port'> | undefined {
  const url = URL.parse(text ?? '');
  return url ? { host: url.hostname, port: Number(url.port || brokerPorts[url.protocol]) } : undefined;
}

function listInterfaces(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => address),
  );
}
