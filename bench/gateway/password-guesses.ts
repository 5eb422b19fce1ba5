import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { defaultZone } from '@limpid/contract/zone';
import { deviceCommand, encodeCommand } from '@limpid/hj212/commands';
import pino from 'pino';
import { type GatewayOptions, openGateway } from '../../server/src/gateway/gateway.ts';
import type { StationPort, StationProfile } from '../../server/src/gateway/station-port.ts';
import { systemClock } from '../../server/src/platform/clock.ts';

export interface GuessFigures {
  /** Number of compared passwords, by the number of stations they were tried on. */
  oneStation: number;
  manyStations: number;
  seconds: number;
}

const seconds = 10;
const connections = 20;
const stations = 1000;
/** Guesses that a connection sends without waiting for a response. */
const inOneGo = 200;

/** Measures how many passwords one address can try in ten seconds with the maximum number of connections. */
export async function measureGuesses(): Promise<GuessFigures> {
  return { oneStation: await guess(1), manyStations: await guess(stations), seconds };
}

async function guess(count: number): Promise<number> {
  let compared = 0;
  const intake = refuseAll((reason) => (compared += Number(reason === 'password')));
  const options: GatewayOptions = {
    port: 0,
    host: '127.0.0.1',
    stationPort: intake,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    maxUnproven: () => connections,
    onBlock: () => undefined,
    onClaim: () => undefined,
    onDisconnect: () => undefined,
    onFault: (error) => {
      throw error;
    },
  };
  const gateway = await openGateway(options);
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, (_, index) => attack(gateway.port, index, count, until)),
  );
  await gateway.close();
  return compared;
}

/** Sends guesses on one connection after another; every attacker starts with a different station. */
async function attack(port: number, index: number, count: number, until: number): Promise<void> {
  const frames = Array.from({ length: inOneGo }, (_, n) => {
    const header = { qn: '20261115083001000', st: '22', pw: `guess${n}`, mn: `BENCH${(index + n) % count}` };
    return encodeCommand(deviceCommand.heartbeat, { version: '2025', ...header }, {});
  });
  const bytes = Buffer.concat(frames);
  while (performance.now() < until) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    // A reset means that the server closed the connection.
    const closed = once(socket, 'close').catch(() => undefined);
    while (!socket.destroyed && performance.now() < until) {
      if (!socket.write(bytes))
        await Promise.race([
          once(socket, 'drain').catch(() => undefined),
          closed,
          wait(until - performance.now()),
        ]);
    }
    socket.destroy();
    await closed;
  }
}

function refuseAll(onRefused: (reason: string) => void): StationPort {
  const profiles = new Map<string, StationProfile>();
  for (let siteId = 0; siteId < stations; siteId++) {
    const mn = `BENCH${siteId}`;
    const check = { crc: 'hj212', sm4: null } as const;
    const facts = {
      enabled: true,
      zone: defaultZone,
      interval: 60,
      password: 'right',
      sm4Required: false,
    };
    profiles.set(mn, { siteId, mn, check, ...facts });
  }
  return {
    findStation: (mn) => profiles.get(mn),
    receiveAnswer: () => false,
    reserveQn: () => '20260101000000000',
    orderClock: () => {},
    recordClock: () => {},
    acceptsPassword: () => false,
    isReferenceRequest: () => false,
    answerReferenceRequest: () => undefined,
    isData: () => false,
    store: () => undefined,
    full: false,
    onFullChange: () => undefined,
    recordContact: () => undefined,
    recordUnknown: () => undefined,
    recordRefusal: (_, reason) => onRefused(reason),
  };
}
