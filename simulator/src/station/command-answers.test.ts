import type { ExchangeKind } from '@limpid/hj212/exchange';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { siteChanged } from '../../../server/src/features/reading/site-changed.ts';
import { type GatewayFixture, openGatewayFixture } from '../../../server/src/gateway/gateway.fixture.ts';
import { fullRounds } from '../../../server/src/testing/full-rounds.ts';
import { makeResourceClient } from '../../../server/src/testing/resource-client.ts';
import { waitUntil } from '../../../server/src/testing/wait-until.ts';
import { MINUTE_MS } from '../durations.ts';
import { writeDigits } from '../local-time.ts';
import { type AnswerBehaviour, answerBehaviours } from './answer-behaviour.ts';
import { type Station, startStation } from './station.ts';

const zone = 'Asia/Shanghai';
const sm4Key = '00112233445566778899aabbccddeeff';
const newPassword = '654321';
const versions = ['2005', '2017', '2025'] as const;

/** The protocol versions, the last one also encrypted. */
const variants = [
  ...versions.map((version) => ({ name: version, version, isEncrypted: false })),
  { name: '2025-SM4', version: '2025' as const, isEncrypted: true },
];
type Variant = (typeof variants)[number];

/** How long the platform waits: seconds for an answer, retries, seconds for the result. */
const patience = { patient: [60, 1, 60], eager: [1, 30, 60], quick: [1, 1, 2] };

/** Behaviours that cost time: each of their commands has a device of its own. */
const waits: Partial<Record<AnswerBehaviour, keyof typeof patience>> = {
  late: 'eager',
  noResult: 'quick',
  never: 'quick',
  badCrc: 'quick',
  inParts: 'patient',
};

let ground: GatewayFixture;
const stations: Station[] = [];
beforeAll(async () => {
  ground = await openGatewayFixture();
  const { app, clock } = ground.test;
  clock.useMachineTime();
  await app.pool.query(
    `update sys_config set config_value = '5000' where config_key = 'gateway.unprovenConnections'`,
  );
  await app.parameters.clear();
});
afterAll(async () => {
  for (const station of stations) station.stop();
  await ground.close();
});

interface Command {
  id: number;
  code: string;
  type: string;
  template: string | null;
  since: string;
  until: string;
  dangerous: boolean;
}

interface Trial {
  command: Command;
  behaviour: AnswerBehaviour;
  variant: Variant;
  mn: string;
}

/** Every command with every behaviour, in one variant of the protocol or, in full rounds, in all of them. */
function planTrials(commands: readonly Command[]): Trial[] {
  return commands.flatMap((command, index) =>
    answerBehaviours.flatMap((behaviour, turn) => {
      const able = variants.filter(({ version }) => version >= command.since && version <= command.until);
      const chosen = fullRounds ? able : able.slice((index + turn) % able.length).slice(0, 1);
      return chosen.map((variant) => {
        const own = waits[behaviour] ? `-${command.id}` : '';
        const mn = `${variant.name}-${behaviour}${own}`.toUpperCase();
        return { command, behaviour, variant, mn };
      });
    }),
  );
}

/** Adds the sites of the trials, with types of device by variant and patience. Returns their ids by MN. */
async function addSites(trials: readonly Trial[]): Promise<Map<string, number>> {
  const { pool, secrets, bus } = ground.test.app;
  for (const [name, [answer, retries, execution]] of Object.entries(patience))
    for (const version of versions)
      await pool.query(
        `with type as (
           insert into basic_device_type (type_code, type_name, protocol, answer_seconds, retries, execution_seconds)
           values ($1, $1, $2, $3, $4, $5) returning device_type_id
         )
         insert into basic_device_type_channel (device_type_id, channel_id)
         select device_type_id, channel_id from type, basic_channel`,
        [`${version}-${name}`, `hj212-${version}`, answer, retries, execution],
      );
  const byMn = new Map(trials.map((trial) => [trial.mn, trial]));
  const { rows } = await pool.query<{ mn: string; siteId: number }>(
    `with entity as (
       insert into site_entity (entity_code, entity_name, dept_id, zone) values ('sim', 'sim', 100, $4) returning entity_id
     )
     insert into site (site_code, site_name, entity_id, mn, device_type_id, protocol, sm4_key)
     select given.mn, given.mn, entity_id, given.mn, t.device_type_id, t.protocol, given.sm4_key
     from entity, unnest($1::text[], $2::text[], $3::text[]) as given (mn, type, sm4_key)
     join basic_device_type t on t.type_code = given.type returning mn, site_id as "siteId"`,
    [
      [...byMn.keys()],
      [...byMn.values()].map(
        ({ variant, behaviour }) => `${variant.version}-${waits[behaviour] ?? 'patient'}`,
      ),
      [...byMn.values()].map(({ variant }) => (variant.isEncrypted ? secrets.seal(sm4Key) : null)),
      zone,
    ],
  );
  await bus.publish(siteChanged);
  const last = rows.at(-1)?.mn ?? '';
  await waitUntil(() => ground.test.ingest.directory.findByMn(last) !== undefined, 'ingest knows the sites');
  return new Map(rows.map(({ mn, siteId }) => [mn, siteId]));
}

async function connectAll(trials: readonly Trial[]): Promise<void> {
  const address = { host: '127.0.0.1', port: ground.gateway.port };
  for (const { mn, variant, behaviour } of new Map(trials.map((trial) => [trial.mn, trial])).values())
    stations.push(
      startStation({
        address,
        mn,
        version: variant.version,
        st: '22',
        zone,
        valuesAt: () => ({ 'PM2.5': 20 }),
        sends: ['2011'],
        answers: behaviour,
        ...(variant.isEncrypted && { key: Buffer.from(sm4Key, 'hex') }),
      }),
    );
  await waitUntil(
    async () => {
      await ground.gateway.report();
      const { rows } = await ground.test.app.pool.query(
        'select count(distinct id)::int as n from gateway_connection, unnest(site_ids) as id',
      );
      return rows[0].n === stations.length;
    },
    'all stations are connected',
    180_000,
  );
}

/** How a command ends with each behaviour. */
function expectEnd({ behaviour, command }: Trial, kind: ExchangeKind): object {
  const comesUnasked = ['3019', '3020'].includes(command.code);
  const success = { state: 'done', result: expect.toBeOneOf([1, 100]) };
  const timedOut = { state: 'timedOut', result: null };
  switch (behaviour) {
    case 'refused':
      return { state: 'refused', result: 2 };
    case 'failed':
      return { state: 'failed', result: 2 };
    case 'never':
    case 'badCrc':
      return { ...timedOut, sent: 2, packets: 0 };
    case 'noResult':
      // A value without a result is an answer.
      return kind === 'readValue' ? { state: 'done', result: null, packets: 1 } : timedOut;
    case 'wrongQn':
      // Acceptance and result can only belong to the command in flight, and so does a value that never comes unasked.
      if (kind === 'notice') return { state: 'done' };
      if (comesUnasked && kind === 'readValue') return { state: 'noValue', result: 1, packets: 0 };
      return { ...success, packets: expect.any(Number) };
    default:
      if (kind === 'notice') return { state: 'done', result: null };
      return kind === 'readValue'
        ? { ...success, packets: behaviour === 'twice' ? 1 : expect.any(Number) }
        : success;
  }
}

it('ends once for each seeded command, behaviour of the device and version of the protocol, encrypted or not', async () => {
  const { test } = ground;
  const { pool } = test.app;
  const { rows: commands } = await pool.query<Command>(
    `select command_id as id, command_code as code, command_type as type, config_params as template, since_version as since,
       until_version as until, dangerous from basic_command where command_type <> '3' order by 1`,
  );
  const trials = planTrials(commands);
  const siteIds = await addSites(trials);
  await connectAll(trials);

  const now = Date.now();
  const values = {
    PolId: 'a34004',
    LowValue: '1',
    UpValue: '2',
    ReportTime: '01:00',
    NewPW: newPassword,
    PW: newPassword,
    WarnTime: '5',
    AlarmTarget: '3882566',
    CTime: '04',
    BeginTime: writeDigits(now - 20 * MINUTE_MS, zone).slice(0, 14),
    EndTime: writeDigits(now, zone).slice(0, 14),
    CstartTime: '000000',
    Ctime: '2',
    Range: '100',
    Minutes: '5',
    Precision: '0.1',
    Digestion: '165',
    CalibratedAt: writeDigits(now, zone).slice(0, 14),
    DetectionLimit: '0.5',
    Pressure: '101.3',
  };
  const equipment = makeResourceClient(test, '/device/equipment', await test.login());
  const actions: Record<string, string> = { 0: 'read', 4: 'read', 1: 'write', 2: 'operate' };
  for (const command of commands) {
    const mns = trials.filter((trial) => trial.command === command).map(({ mn }) => mn);
    const body = await equipment.send('POST', `/${actions[command.type]}`, {
      commandId: command.id,
      siteIds: mns.map((mn) => siteIds.get(mn)),
      values,
      confirmed: mns.length,
    });
    expect(body, command.template ?? '').toMatchObject({ code: 200 });
  }

  await waitUntil(
    async () => (await pool.query('select from device_log where ended_at is null limit 1')).rowCount === 0,
    'every command has ended',
    240_000,
  );
  const { rows: ended } = await pool.query(
    `select device_sn as mn, command_id as id, kind, state, result, packets, sent, request, response from device_log
     where log_type <> '3'`,
  );
  expect(ended).toHaveLength(trials.length);
  const found = new Map(ended.map((row) => [`${row.mn} ${row.id}`, row]));
  for (const trial of trials) {
    const { mn, command } = trial;
    const row = found.get(`${mn} ${command.id}`);
    expect(row, `${mn} ${command.template}`).toMatchObject(expectEnd(trial, row.kind));
    // The log is readable and has no password, also where the frame is encrypted.
    expect(row.request).toContain(`CP=&&${command.template?.split(/[{;]/, 1)[0] ?? ''}`);
    expect(`${row.request}${row.response}`).not.toMatch(/654321|PW=1/);
  }
}, 300_000);
