import { unescape } from 'node:querystring';
import type { App } from '../../../platform/app.ts';
import { canonicalHost } from '../../../platform/outbound/address-policy.rule.ts';
import type { SiteDirectory } from '../../reading/model.api.ts';
import { type CannonLink, DriverError } from './driver.ts';
import type { DtuPort } from './dtu-port.ts';
import { makeHttpLink } from './http.ts';
import { makeTcpExchange } from './modbus-tcp.ts';
import { makeMqttLink } from './mqtt.ts';
import { type Broker, openBroker } from './mqtt-broker.ts';
import { type ModbusExchange, makeRelayLink } from './relay.ts';
import type { DriverSettings, MqttSettings } from './settings.ts';
import { makeStationLink } from './station.ts';

type Deps = Pick<App, 'db' | 'bus' | 'clock' | 'secrets' | 'outbound' | 'log' | 'config'> & {
  directory: SiteDirectory;
  /** Throws if this process no longer controls cannons; asked right before anything is sent. */
  assertLeading(): void;
};

export interface Links {
  open(settings: DriverSettings): CannonLink;
  close(): void;
}

/** Links to controllers. Cannons on the same bus share its turns, those at the same broker its connection. */
export function openLinks(deps: Deps, findDtuPort: () => DtuPort | undefined): Links {
  const exchanges = new Map<string, ModbusExchange>();
  const brokers = new Map<string, { broker: Broker; uses: number }>();

  const now = () => deps.clock.now().getTime();

  const outbound = {
    ...deps.outbound,
    async request(options: Parameters<App['outbound']['request']>[0]) {
      deps.assertLeading();
      return deps.outbound.request({
        ...options,
        beforeSending() {
          deps.assertLeading();
          options.beforeSending?.();
        },
      });
    },
  };

  function guard(exchange: ModbusExchange): ModbusExchange {
    return (unit, request, beforeSending) =>
      exchange(unit, request, () => {
        deps.assertLeading();
        beforeSending?.();
      });
  }

  function guardBroker(broker: Broker): Broker {
    return {
      ...broker,
      async publish(...message) {
        deps.assertLeading();
        await broker.publish(...message);
      },
    };
  }

  function exchangeByDtu(registration: string): ModbusExchange {
    return async (...request) => {
      const port = findDtuPort();
      if (!port) throw new DriverError('fog.dtu_off');
      return port.exchangeWith(registration)(...request);
    };
  }

  function findExchange(host: string, port: number): ModbusExchange {
    const name = `${canonicalHost(host)} ${port}`;
    const found = exchanges.get(name) ?? makeTcpExchange(deps, { host, port });
    exchanges.set(name, found);
    return found;
  }

  function acquireBroker(settings: MqttSettings): { broker: Broker; release: () => void } {
    const address = findAddress(settings);
    const name = JSON.stringify(address);
    const entry = brokers.get(name) ?? { broker: openBroker(deps, address), uses: 0 };
    brokers.set(name, entry);
    entry.uses++;
    const release = () => {
      entry.uses--;
      if (entry.uses > 0) return;
      brokers.delete(name);
      entry.broker.close();
    };
    return { broker: guardBroker(entry.broker), release };
  }

  function findAddress({ brokerUrl, account, password }: MqttSettings) {
    if (brokerUrl !== null) return { url: brokerUrl, user: account, password, isTrusted: false };
    const url = URL.parse(deps.config.mqttUrl ?? '');
    if (!url) throw new DriverError('fog.mqtt_missing');
    // A percent sign that escapes nothing stands for itself, as where this broker is used for readings.
    const own = { user: unescape(url.username), password: unescape(url.password) };
    return {
      url: `${url.protocol}//${url.host}`,
      user: own.user === '' ? account : own.user,
      password: own.user === '' ? password : own.password,
      isTrusted: true,
    };
  }

  return {
    open(settings) {
      switch (settings.driver) {
        case 'modbusTcp':
          return makeRelayLink(settings, guard(findExchange(settings.host, settings.port)), now);
        case 'modbusDtu':
          return makeRelayLink(settings, guard(exchangeByDtu(settings.registration)), now);
        case 'http':
          return makeHttpLink({ outbound, now }, settings);
        case 'mqtt':
          return makeMqttLink({ now, ...acquireBroker(settings) }, settings);
        case 'hj212':
          return makeStationLink(deps, settings);
      }
    },
    close() {
      for (const { broker } of brokers.values()) broker.close();
      brokers.clear();
    },
  };
}
