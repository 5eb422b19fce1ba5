import type { AnswerBehaviour } from '@limpid/simulator/station/answer-behaviour';
import { type Station, startStation } from '@limpid/simulator/station/station';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type RunningGateway, startGateway } from '../../../roles/gateway.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { soon } from '../../../testing/soon.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { addCannon, startControl } from '../cannon.fixture.ts';

let t: TestApp;
let gateway: RunningGateway;
let token: string;
const commandIds: Record<'on' | 'off' | 'jog', number> = { on: 0, off: 0, jog: 0 };

beforeAll(async () => {
  t = await openTestApp();
  gateway = await startGateway(t.app, t.ingest, { sweep: 50 });
  token = await t.login();
  await t.app.pool.query(
    `insert into basic_command_param (command_code, param_code, param_name, param_type, min_value, max_value)
     values ('3102', 'Time', 'Time', 'number', 1, 6553)`,
  );
  const { rows } = await t.app.pool.query<{ name: 'on' | 'off' | 'jog'; id: number }>(
    `insert into basic_command (command_code, command_name, command_type, config_params) values
       ('3100', 'on', '2', 'Pump=1'), ('3101', 'off', '2', 'Pump=0'), ('3102', 'jog', '2', 'Pump=1,Seconds={Time}')
     returning command_name as name, command_id as id`,
  );
  for (const { name, id } of rows) commandIds[name] = id;
  await t.app.pool.query('update basic_device_type set answer_seconds = 10, execution_seconds = 60');
});
afterAll(async () => {
  await gateway.close();
  await t.close();
});

/** A cannon at the pump output of a station, which is connected unless it is not started. */
async function openCannon({ answers = 'prompt' as AnswerBehaviour, isOnline = true } = {}) {
  const stopControl = startControl(t);
  const { cannonId, siteId } = await addCannon(t, {
    driver: 'hj212',
    on_command_id: commandIds.on,
    off_command_id: commandIds.off,
    jog_command_id: commandIds.jog,
    jog_param: 'Time',
  });
  const pump: string[] = [];
  let station: Station | undefined;
  if (isOnline) {
    const mn = t.ingest.directory.findBySite(siteId)?.mn ?? '';
    station = startStation({
      mn,
      version: '2017',
      st: '22',
      zone: 'Asia/Shanghai',
      sends: ['2011'],
      answers,
      now: () => t.clock.now().getTime(),
      address: { host: '127.0.0.1', port: gateway.port },
      valuesAt: () => ({ PM10: 180 }),
      executeOwn(cn, given) {
        if (!['3100', '3101', '3102'].includes(cn)) return undefined;
        pump.push([cn, given.get('Pump'), given.get('Seconds')].filter(Boolean).join(' '));
        return 1;
      },
    });
    onTestFinished(() => station?.stop());
    await waitUntil(async () => {
      await gateway.report();
      const { rowCount } = await t.app.pool.query(
        'select from gateway_connection where $1 = any(site_ids) or site_id = $1',
        [siteId],
      );
      return (rowCount ?? 0) > 0;
    }, 'the station');
  }
  return { cannonId, pump, stopControl };
}

/** Orders something and waits for its end; returns its state with the message. */
async function order(cannonId: number, json: object): Promise<string> {
  const { body } = await t.send('POST', `/fog/gun/operate/${cannonId}`, { token, json });
  const { orderId } = body['data'] as { orderId: number };
  let found = { state: '', message: '' as string | null };
  await soon(async () => {
    const response = await t.send('GET', `/fog/gun/order/${orderId}?lang=en`, { token });
    found = response.body['data'] as typeof found;
    return ['queued', 'sent'].includes(found.state);
  }).toBe(false);
  return [found.state, found.message].filter(Boolean).join(': ');
}

async function listRuns(cannonId: number) {
  const { rows } = await t.app.pool.query(
    'select end_reason from fog_run where cannon_id = $1 order by run_id',
    [cannonId],
  );
  return rows.map(({ end_reason }) => end_reason);
}

describe('a cannon that its station switches', () => {
  it('is switched on, off and jogged by commands of the maker', async () => {
    const { cannonId, pump } = await openCannon();
    expect(await order(cannonId, { action: 'on' })).toBe('done');
    expect(await order(cannonId, { action: 'off' })).toBe('done');
    expect(await order(cannonId, { action: 'jog', seconds: 45 })).toBe('done');
    expect(pump).toEqual(['3100 1', '3101 0', '3102 1 45']);
    expect(await listRuns(cannonId)).toEqual(['person', null]);
  });

  it('stays as it is while the station is not connected', async () => {
    const { cannonId, pump } = await openCannon({ isOnline: false });
    expect(await order(cannonId, { action: 'on' })).toBe('failed: The station is not connected');
    expect([pump, await listRuns(cannonId)]).toEqual([[], []]);
  });

  it('stays as it is if the station refuses the command', async () => {
    const { cannonId, pump } = await openCannon({ answers: 'refused' });
    expect(await order(cannonId, { action: 'on' })).toBe(
      'failed: The station refuses the command; see the device log',
    );
    expect([pump, await listRuns(cannonId)]).toEqual([[], []]);
  });

  it('is switched off if the station refuses a repetition of a command whose answer was lost', async () => {
    const { cannonId, stopControl } = await openCannon({ answers: 'never' });
    const ordered = order(cannonId, { action: 'on' });
    const last = async () => {
      const { rows } = await t.app.pool.query(
        `select state from device_log where command_code = '3100' order by log_id desc limit 1`,
      );
      return rows[0]?.state;
    };
    await soon(last).toBe('sent');
    // As the runner stores it.
    await t.app.pool.query(
      `update device_log set state = 'refused', sent = 2, ended_at = limpid_now(), deadline = null
       where command_code = '3100' and state = 'sent'`,
    );
    expect(await ordered).toBe('failed: The station refuses the command; see the device log');
    await soon(async () => {
      const { rows } = await t.app.pool.query(
        `select action, reason from fog_order where cannon_id = $1 order by order_id desc limit 1`,
        [cannonId],
      );
      return rows[0];
    }).toEqual({ action: 'off', reason: 'failed' });
    await stopControl();
  });

  it('is switched off if the station could not say that it has executed the command', async () => {
    const { cannonId, stopControl } = await openCannon({ answers: 'failed' });
    expect(await order(cannonId, { action: 'on' })).toBe(
      'failed: The station has not executed the command; see the device log',
    );
    await soon(async () => {
      const { rows } = await t.app.pool.query(
        `select action, reason from fog_order where cannon_id = $1 order by order_id desc limit 1`,
        [cannonId],
      );
      return rows[0];
    }).toEqual({ action: 'off', reason: 'failed' });
    // While the station still answers: the end waits for the order that is on its way.
    await stopControl();
  });

  const setAnswerTime = (seconds: number) =>
    t.app.pool.query('update basic_device_type set answer_seconds = $1', [seconds]);

  /** The station executes commands, and its answers cannot be read. */
  async function openUnheard(answerSeconds: number) {
    await setAnswerTime(answerSeconds);
    onTestFinished(async () => void (await setAnswerTime(10)));
    return openCannon({ answers: 'badCrc' });
  }

  it('is not jogged again if the answer is lost', async () => {
    const { cannonId, pump } = await openUnheard(1);
    expect(await order(cannonId, { action: 'jog', seconds: 45 })).toContain('failed: ');
    expect(pump.filter((sent) => sent.startsWith('3102'))).toEqual(['3102 1 45']);
  });

  it('gets no order to switch on again once that has expired', async () => {
    const { cannonId, pump } = await openUnheard(2);
    const ordered = order(cannonId, { action: 'on' });
    await soon(() => pump).toEqual(['3100 1']);
    t.clock.advance(0.25);
    expect(await ordered).toContain('failed: ');
    expect(pump.filter((sent) => sent.startsWith('3100'))).toEqual(['3100 1']);
  });

  it('is switched off at once while an order to switch on waits for its answer', async () => {
    const { cannonId, pump } = await openUnheard(60);
    const ordered = order(cannonId, { action: 'on' });
    await soon(() => pump).toEqual(['3100 1']);
    void order(cannonId, { action: 'off' }).catch(() => undefined);
    await soon(() => pump).toEqual(['3100 1', '3101 0']);
    expect(await ordered).toContain('failed: ');
  });

  it('is given up at once by a process that stops', async () => {
    const { cannonId, pump, stopControl } = await openUnheard(60);
    await t.send('POST', `/fog/gun/operate/${cannonId}`, { token, json: { action: 'on' } });
    await soon(() => pump).toEqual(['3100 1']);
    await stopControl();
    const { rows } = await t.app.pool.query(
      `select state from device_log where command_code = '3100' order by log_id desc limit 1`,
    );
    expect(rows[0]).toEqual({ state: 'cancelled' });
  });
});
