import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GatewayFixture, openGatewayFixture } from '../../../server/src/gateway/gateway.fixture.ts';
import { makeResourceClient } from '../../../server/src/testing/resource-client.ts';
import { soon } from '../../../server/src/testing/soon.ts';
import { addSite } from '../../../server/src/testing/stations.ts';
import { waitUntil } from '../../../server/src/testing/wait-until.ts';
import { type AnswerBehaviour, answerBehaviours } from './answer-behaviour.ts';
import { type Station, startStation } from './station.ts';

let ground: GatewayFixture;
const stations: Station[] = [];
beforeAll(async () => {
  ground = await openGatewayFixture();
  ground.test.clock.useMachineTime();
});
afterAll(async () => {
  for (const station of stations) station.stop();
  await ground.close();
});

const versions = ['2005', '2017', '2025'] as const;
const key = '00112233445566778899aabbccddeeff';

/** How a command ends with each behaviour. */
const ends: Record<AnswerBehaviour, object> = {
  prompt: { state: 'done', result: 1, packets: 1, sent: 1 },
  late: { state: 'done', result: 1, packets: 1 },
  twice: { state: 'done', result: 1, packets: 2 },
  // The value has a QN that is not known; acceptance and result can only be of this command.
  wrongQn: { state: 'done', result: 1, packets: 0 },
  refused: { state: 'refused', result: 2 },
  failed: { state: 'failed', result: 2 },
  noResult: { state: 'done', result: null, packets: 1 },
  never: { state: 'timedOut', result: null, sent: 2 },
  inParts: { state: 'done', result: 1, packets: 1 },
};

it('ends one command for each behaviour of a device, in every version of the protocol, encrypted or not', async () => {
  const { test, gateway } = ground;
  const { pool } = test.app;
  const sites = new Map<number, AnswerBehaviour>();
  for (const version of versions) {
    const { rows } = await pool.query(
      `insert into basic_device_type (type_code, type_name, protocol, answer_seconds, retries, execution_seconds)
       values ($1, $1, $1, 2, 1, 3) returning device_type_id as id`,
      [`hj212-${version}`],
    );
    for (const answers of answerBehaviours) {
      const mn = `${version}${answers.toUpperCase()}`;
      const secured = version === '2025' ? { sm4Key: key } : {};
      sites.set(await addSite(test, { mn, deviceTypeId: rows[0].id, ...secured }), answers);
      stations.push(
        startStation({
          address: { host: '127.0.0.1', port: gateway.port },
          mn,
          version,
          st: '22',
          zone: 'Asia/Shanghai',
          valuesAt: () => ({}),
          sends: ['2011'],
          answers,
          ...(version === '2025' && { key: Buffer.from(key, 'hex') }),
        }),
      );
    }
  }
  await waitUntil(async () => {
    await gateway.report();
    const { rows } = await pool.query('select count(distinct site_id)::int as n from gateway_connection');
    return rows[0].n === sites.size;
  }, 'all stations are connected');

  const equipment = makeResourceClient(test, '/device/equipment', await test.login());
  const siteIds = [...sites.keys()];
  const { rows } = await pool.query(`select command_id as id from basic_command where command_code = '1061'`);
  const body = await equipment.send('POST', '/read', { commandId: rows[0].id, siteIds });
  expect(body.code).toBe(200);

  const open = 'select site_id as "siteId", state, result, packets, sent, device_sn as mn from device_log';
  await soon(async () => (await pool.query(`${open} where ended_at is null`)).rows).toEqual([]);
  const ended = (await pool.query(open)).rows;
  expect(ended).toHaveLength(sites.size);
  for (const row of ended) expect(row, row.mn).toMatchObject(ends[sites.get(row.siteId) ?? 'prompt']);
});
