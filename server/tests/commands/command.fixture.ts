import { encodeAnswer } from '@limpid/hj212/answers';
import { encodePacket } from '@limpid/hj212/encode';
import type { Packet } from '@limpid/hj212/packet';
import type pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { type GatewayFixture, openGatewayFixture } from '../../src/gateway/gateway.fixture.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';

type Station = Awaited<ReturnType<GatewayFixture['addStation']>>;

/** A gateway with stations, and a person who orders commands. */
export interface CommandFixture {
  fixture: GatewayFixture;
  log: ReturnType<typeof makeResourceClient>;
  /** A station that is connected, and known to be so. */
  openStation(facts?: Parameters<GatewayFixture['addStation']>[0]): Promise<Station>;
  /** Orders a command by its English name. */
  order(
    action: string,
    name: string,
    siteIds: number[],
    more?: Record<string, unknown>,
  ): ReturnType<ReturnType<typeof makeResourceClient>['send']>;
  /** The newest row of the log of a site. */
  findLog(siteId: number): Promise<Record<string, unknown>>;
}

/** The ids of all commands by their English name. */
export async function readCommandIds(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: number; name: string }>(
    'select command_id as id, command_name_en as name from basic_command',
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** The fixture of a file of tests; it is open while they run. */
export function shareCommandFixture(): CommandFixture {
  const commands = {} as CommandFixture;
  beforeAll(async () => {
    Object.assign(commands, await openCommandFixture());
  });
  afterAll(() => commands.fixture?.close());
  return commands;
}

async function openCommandFixture(): Promise<CommandFixture> {
  const fixture = await openGatewayFixture();
  const { test } = fixture;
  const token = await test.login();
  const equipment = makeResourceClient(test, '/device/equipment', token);
  const log = makeResourceClient(test, '/device/log', token);
  await test.app.pool.query(
    'update basic_device_type set answer_seconds = 10, retries = 1, execution_seconds = 60',
  );
  const ids = await readCommandIds(test.app.pool);
  return {
    fixture,
    log,
    async openStation(facts) {
      const station = await fixture.addStation(facts);
      await station.waitUntilProcessed();
      await fixture.gateway.report();
      return station;
    },
    order: (action, name, siteIds, more = {}) =>
      equipment.send('POST', `/${action}`, { commandId: ids.get(name), siteIds, ...more }),
    async findLog(siteId) {
      const [row = {}] = await log.list(`?siteId=${siteId}`);
      return row;
    },
  };
}

/** The requests with a code that a station has received. */
export function requests({ received }: Pick<Station, 'received'>, cn: string): Packet[] {
  return received.filter((packet) => packet.cn === cn);
}

export async function nextRequest(
  station: Pick<Station, 'received'>,
  cn: string,
  count = 1,
): Promise<Packet> {
  await waitUntil(() => requests(station, cn).length >= count, `request ${cn}`);
  // It was counted just above.
  return requests(station, cn)[count - 1] as Packet;
}

export const acceptRequest = (request: Packet, result = 1) => encodeAnswer(request, { cn: '9011', result });
export const finishRequest = (request: Packet, result = 1) => encodeAnswer(request, { cn: '9012', result });

/** A packet with requested values, as a station sends it between acceptance and result. */
export function value({ mn, qn, cn }: Packet, values: Record<string, string>): Buffer {
  const items = Object.entries(values).map(([name, text]) => [{ name, value: text }]);
  return encodePacket({ version: '2017', qn, st: '22', cn, pw: '123456', mn: mn ?? '', items });
}
