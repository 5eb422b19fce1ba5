import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveHttp, serveTcp } from '../../../../platform/outbound/outbound.fixture.ts';
import { openTestApp, type TestApp } from '../../../../testing/app.ts';
import { soon } from '../../../../testing/soon.ts';
import { findTestChannel, storeValue } from '../../evaluation/alarm.fixture.ts';
import { addAlarmSite, addChannel, listDeliveries, raiseAlarm } from '../notify.fixture.ts';
import { serveMail } from '../send/mail-server.fixture.ts';
import { expandMessages } from './expand.ts';
import { groupMessages } from './group.ts';
import { openSender, type Sender } from './sender.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp({ OUTBOUND_ALLOW: '127.0.0.1', OUTBOUND_TIMEOUT: '1.5' });
});
afterAll(() => t.close());
beforeEach(() => t.app.pool.query('delete from notify_channel'));

const now = () => t.clock.now().getTime();

/** All steps of the job, after the time in which messages are collected; sending has only begun. */
async function send(): Promise<Sender> {
  while (await expandMessages(t.app.pool, now()));
  t.clock.advance(0.2);
  while (await groupMessages(t.app.pool, now()));
  const sender = openSender(t.app);
  await sender.start();
  return sender;
}

/** Raises an alarm and starts to send the messages about it. */
async function startSending(): Promise<Sender> {
  await raiseAlarm(t, await addAlarmSite(t));
  return send();
}

async function addWebhook(answer: RequestListener): Promise<number> {
  const { port } = await serveHttp(answer);
  return addChannel(t, { kind: 'webhook', url: `http://127.0.0.1:${port}/` });
}

async function addMailServer(greet: (socket: Socket) => void): Promise<number> {
  const { port } = await serveTcp(createServer((socket) => greet(socket.on('error', () => undefined))));
  const smtp_url = t.app.secrets.seal(`smtp://127.0.0.1:${port}`);
  return addChannel(t, { kind: 'email', smtp_url, recipients: 'shift@city.example' });
}

/** Writes one byte after another, and never the last one. */
function drip(stream: NodeJS.WritableStream & { destroyed?: boolean }): void {
  const timer = setInterval(() => (stream.destroyed ? clearInterval(timer) : stream.write('2')), 20);
}

const hang = () => undefined;

interface Outcome {
  state: string;
  attempts: number;
  error: string | null;
  waitMs: number;
}

async function readOutcome(channelId: number): Promise<Outcome | undefined> {
  const { rows } = await t.app.pool.query<Outcome & { next: Date }>(
    `select state, attempts, error, extract(epoch from next_at)::float8 * 1000 - $2::float8 as "waitMs"
     from alarm_delivery where notify_channel_id = $1`,
    [channelId, now()],
  );
  return rows[0];
}

const timeout = { state: 'waiting', error: 'errors.outbound.timeout?host=127.0.0.1&reason=' };
const redirect = (to: string): RequestListener => {
  return (_request, response) => response.writeHead(307, { location: to }).end();
};
const refuse = (status: number, retryAfter: string): RequestListener => {
  return (_request, response) => response.writeHead(status, { 'retry-after': retryAfter }).end();
};

describe('receivers that do not answer well', () => {
  it('each leaves its message to be tried again or failed, within the time limit', async () => {
    const channels: [name: string, id: number, outcome: Partial<Outcome>][] = [
      ['never answers', await addWebhook(hang), timeout],
      ['drips its body', await addWebhook((_request, response) => drip(response)), timeout],
      ['answers 500', await addWebhook(refuse(500, '')), { state: 'waiting', waitMs: 10_000 }],
      [
        'asks for two minutes',
        await addWebhook(refuse(429, '120')),
        { state: 'waiting', waitMs: 2 * MINUTE_MS },
      ],
      [
        'asks for a year',
        await addWebhook(refuse(503, '31536000')),
        { state: 'waiting', waitMs: 60 * MINUTE_MS },
      ],
      [
        'redirects inwards',
        await addWebhook(redirect('http://169.254.169.254/latest')),
        { state: 'failed', error: 'errors.outbound.redirect?host=127.0.0.1&reason=307' },
      ],
      ['mail: never greets', await addMailServer(hang), timeout],
      ['mail: drips its greeting', await addMailServer(drip), timeout],
      [
        'mail: unreachable',
        await addChannel(t, {
          kind: 'email',
          smtp_url: t.app.secrets.seal('smtp://127.0.0.1:1'),
          recipients: 'shift@city.example',
        }),
        { state: 'waiting', error: 'errors.outbound.connection?host=127.0.0.1&reason=ECONNREFUSED' },
      ],
    ];
    const sender = await startSending();
    await sender.finish();
    for (const [name, id, { waitMs, ...outcome }] of channels) {
      const found = await readOutcome(id);
      expect(found, name).toMatchObject({ ...outcome, attempts: 1 });
      // The clock of the database counts from when the attempt failed.
      if (waitMs !== undefined) expect(Math.round((found?.waitMs ?? 0) / 10_000) * 10_000, name).toBe(waitMs);
    }
  });

  it('delay neither other receivers nor the storing of readings', async () => {
    for (let n = 0; n < 20; n += 1) await addWebhook(hang);
    const first = await startSending();
    await first.finish();
    t.clock.advance(1);
    const countRetried = async (): Promise<number> =>
      (await t.app.pool.query('select count(*)::int as n from alarm_delivery where attempts = 2')).rows[0].n;
    /** How many of the others had come to an end when this one was called. */
    const retriedBefore: number[] = [];
    const good = await addWebhook(async (_request, response) => {
      retriedBefore.push(await countRetried());
      response.end();
    });
    const sender = await startSending();
    const { slot } = findTestChannel(t, 'PM2.5');
    await storeValue(t, await addAlarmSite(t), slot, now(), 20);
    await soon(async () => (await readOutcome(good))?.state).toBe('sent');
    expect(retriedBefore).toEqual([0]);
    await sender.finish();
    expect(await countRetried()).toBeGreaterThan(0);
  });
});

it('10,000 alarms at once become one message, and those of the next minute another one', async () => {
  const server = await serveMail();
  const smtp_url = t.app.secrets.seal(`smtp://127.0.0.1:${server.port}`);
  await addChannel(t, { kind: 'email', smtp_url, recipients: 'shift@city.example' });
  const siteId = await addAlarmSite(t);
  const raise = (count: number) =>
    t.app.pool.query(
      `with raised as (
         insert into alarm_log (site_id, rule_name, alarm_type, severity, basis, peak_at, raised_at, message_at)
         select $1, 'many', 'limit', 'minor', 'minute', $2, $2, $2 from generate_series(1, $3) returning alarm_id)
       insert into alarm_message (alarm_id, event, at, created_at) select alarm_id, 'raised', $2, $2 from raised`,
      [siteId, t.clock.now(), count],
    );
  const sendAll = async () => (await send()).finish();
  await raise(10_000);
  await sendAll();
  await raise(1);
  await sendAll();
  await raise(1);
  await sendAll();
  expect(server.mails).toHaveLength(1);
  t.clock.advance(1);
  await sendAll();
  expect(server.mails.map(({ subject }) => subject)).toEqual([
    '10000 alarm messages, highest severity: Minor',
    '2 alarm messages, highest severity: Minor',
  ]);
});

it('a stop between two steps loses nothing: messages stay in the outbox or are stored for every receiver', async () => {
  let calls = 0;
  await addWebhook((_request, response) => {
    calls += 1;
    response.end();
  });
  const alarmId = await raiseAlarm(t, await addAlarmSite(t));
  const lease = { name: 'alarm.notify', owner: randomUUID(), fence: 1, durationMs: 1000 };
  await expect(expandMessages(t.app.pool, now(), lease)).rejects.toThrow('is lost');
  expect(await listDeliveries(t, alarmId)).toEqual([]);
  await expandMessages(t.app.pool, now());
  t.clock.advance(1);
  await expect(groupMessages(t.app.pool, now(), lease)).rejects.toThrow('is lost');
  await groupMessages(t.app.pool, now());
  expect(await listDeliveries(t, alarmId)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  await (await send()).finish();
  await (await send()).finish();
  expect(calls).toBe(1);
});
