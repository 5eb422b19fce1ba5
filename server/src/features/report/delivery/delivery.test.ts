import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveHttp } from '../../../platform/outbound/outbound.fixture.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addDepartment } from '../../../testing/people.ts';
import { addSite } from '../../../testing/stations.ts';
import { addChannel } from '../../alarm/notify/notify.fixture.ts';
import { serveMail } from '../../alarm/notify/send/mail-server.fixture.ts';
import {
  type JsonRow,
  makeOne,
  plainMaker,
  readReport,
  sendWaiting,
  useMaker,
  wantSite,
} from '../report.fixture.ts';

let t: TestApp;
let token: string;
let siteId: number;

beforeAll(async () => {
  t = await openTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
  token = await t.login();
  siteId = await addSite(t, { mn: 'SEND-1' });
  await addDepartment(t, 110, 100, [0, 100]);
  await t.app.pool.query(
    `update sys_config set config_value = 'https://air.example' where config_key = 'report.address'`,
  );
});
afterAll(() => t.close());
beforeEach(async () => {
  useMaker(t);
  await t.app.pool.query('delete from report');
  await t.app.pool.query('delete from notify_channel');
});

const mailTo = 'office@city.example';
const addMail = (port: number, facts: object = {}) =>
  addChannel(t, {
    kind: 'email',
    smtp_url: t.app.secrets.seal(`smtp://127.0.0.1:${port}`),
    recipients: mailTo,
    ...facts,
  });
const deliveries = async (reportId: number) =>
  (await t.send('GET', `/analysis/report/deliveries/${reportId}`, { token })).body['data'] as JsonRow[];
const makeFor = (notifyChannelIds: number[], changes: object = {}) =>
  makeOne(t, token, wantSite(siteId, { notifyChannelIds, ...changes }));

describe('the message about a report', () => {
  it('is a mail with the PDF, sent once', async () => {
    const server = await serveMail();
    const channel = await addMail(server.port);
    const reportId = await makeFor([channel], { languages: ['fr'] });
    expect(await readReport(t, token, reportId)).toMatchObject({ deliveryState: 'waiting' });
    expect(await sendWaiting(t)).toBe(1);
    expect(await sendWaiting(t)).toBe(0);
    const [mail] = server.mails;
    expect(mail).toMatchObject({
      to: [mailTo],
      subject: 'SEND-1\u202f: month report, du 2026-10-01 au 2026-10-31',
    });
    expect(mail?.text).toContain(`https://air.example/analysis/report?reportId=${reportId}`);
    const [attachment] = mail?.mail.attachments ?? [];
    expect(attachment).toMatchObject({
      filename: 'month report SEND-1 2026-10-01_2026-10-31.pdf',
      mimeType: 'application/pdf',
      disposition: 'attachment',
    });
    const { bytes } = await t.send('GET', `/analysis/report/file/${reportId}/pdf`, { token });
    expect(Buffer.from(attachment?.content as ArrayBuffer)).toEqual(bytes);
    expect(await readReport(t, token, reportId)).toMatchObject({ deliveryState: 'sent' });
    expect(await deliveries(reportId)).toMatchObject([
      { state: 'sent', attempts: 1, problem: null, kind: 'email' },
    ]);
  });

  it('has a Chinese file name that mail programs read', async () => {
    const server = await serveMail();
    const named = await addSite(t, { mn: '北京市东城区东四监测站第一自动监测点' });
    await makeOne(
      t,
      token,
      wantSite(named, { notifyChannelIds: [await addMail(server.port)], title: '月报' }),
    );
    await sendWaiting(t);
    expect(server.mails[0]?.mail.attachments[0]?.filename).toBe(
      '月报 北京市东城区东四监测站第一自动监测点 2026-10-01_2026-10-31.pdf',
    );
    for (const line of server.mails[0]?.raw.split('\r\n') ?? []) expect(line.length).toBeLessThanOrEqual(78);
  });

  it('leaves a PDF out that is too large for mail', async () => {
    const server = await serveMail();
    useMaker(t, { renderPdf: async () => Buffer.alloc(6 * 1024 * 1024) });
    await makeFor([await addMail(server.port)]);
    await sendWaiting(t);
    expect(server.mails[0]?.mail.attachments).toEqual([]);
    expect(server.mails[0]?.text).toContain('https://air.example');
  });

  it('is a line for robots, and a payload for webhooks', async () => {
    const bodies: string[] = [];
    const { port } = await serveHttp(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      bodies.push(Buffer.concat(chunks).toString());
      response.end('{"errcode":0}');
    });
    const address = t.app.secrets.seal(`http://127.0.0.1:${port}/`);
    const robot = await addChannel(t, { kind: 'wecom', robot_url: address });
    const webhook = await addChannel(t, { kind: 'webhook', robot_url: address });
    const reportId = await makeFor([robot, webhook]);
    expect(await sendWaiting(t)).toBe(2);
    const [text, payload] = bodies
      .map((body) => JSON.parse(body) as JsonRow)
      .toSorted((one) => ('text' in one ? -1 : 1));
    const { content } = Object(text).text as { content: string };
    expect(content.split('\n').slice(0, 2)).toEqual([
      'SEND-1: month report, 2026-10-01 to 2026-10-31',
      `https://air.example/analysis/report?reportId=${reportId}`,
    ]);
    expect(payload).toMatchObject({
      type: 'report.made',
      data: {
        reportId,
        title: 'month report',
        subject: 'SEND-1',
        period: 'month',
        first: '2026-10-01',
        edition: 1,
      },
    });
  });

  it('goes to whoever asked, by a channel without receivers of its own', async () => {
    const server = await serveMail();
    await t.app.pool.query(`update sys_user set email = 'admin@city.example' where user_id = 1`);
    await makeFor([await addMail(server.port, { recipients: null })]);
    await sendWaiting(t);
    expect(server.mails.map(({ to }) => to)).toEqual([['admin@city.example']]);
  });
});

describe('a message that fails', () => {
  it('is tried again later while it may pass, and shows its reason', async () => {
    let reply: string | undefined = '451 try later';
    const server = await serveMail({ refuse: (step) => (step === 'DATA' ? reply : undefined) });
    const reportId = await makeFor([await addMail(server.port)]);
    expect(await sendWaiting(t)).toBe(1);
    const [waiting] = await deliveries(reportId);
    expect(waiting).toMatchObject({
      state: 'waiting',
      attempts: 1,
      nextAt: expect.stringMatching(/^2026-11-18/),
    });
    expect(String(waiting?.['problem'])).toContain('451');
    expect(await sendWaiting(t)).toBe(0);
    reply = undefined;
    t.clock.advance(1);
    expect(await sendWaiting(t)).toBe(1);
    expect(await deliveries(reportId)).toMatchObject([{ state: 'sent', attempts: 2, problem: null }]);
    expect(server.mails).toHaveLength(1);
  });

  it('has failed after a refusal, and is sent once more when somebody asks for it', async () => {
    let reply: string | undefined = '550 no such user';
    const server = await serveMail({ refuse: (step) => (step === 'RCPT' ? reply : undefined) });
    const channel = await addMail(server.port);
    const reportId = await makeFor([channel]);
    await sendWaiting(t);
    expect(await deliveries(reportId)).toMatchObject([{ state: 'failed', attempts: 1 }]);
    expect(await readReport(t, token, reportId)).toMatchObject({ deliveryState: 'failed', state: 'done' });
    reply = undefined;
    const deliver = (notifyChannelIds: number[]) =>
      t.send('POST', '/analysis/report/deliver', { token, json: { reportId, notifyChannelIds } });
    expect((await deliver([channel])).body.code).toBe(200);
    await sendWaiting(t);
    // What was sent is not sent again.
    await deliver([channel]);
    expect(await sendWaiting(t)).toBe(0);
    expect(server.mails).toHaveLength(1);
  });

  it('is due again when its process has ended', async () => {
    const server = await serveMail();
    const reportId = await makeFor([await addMail(server.port)]);
    await t.app.pool.query(
      `update report_delivery set attempts = 1, next_at = limpid_now() + interval '5 minutes'`,
    );
    expect(await sendWaiting(t)).toBe(0);
    t.clock.advance(6);
    expect(await sendWaiting(t)).toBe(1);
    expect(await deliveries(reportId)).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  it('says that its channel is disabled', async () => {
    const server = await serveMail();
    const channel = await addMail(server.port);
    const reportId = await makeFor([channel]);
    await t.app.pool.query(`update notify_channel set status = '1'`);
    await sendWaiting(t);
    expect(await deliveries(reportId)).toMatchObject([
      { state: 'failed', problem: errorText('notify.disabled') },
    ]);
  });

  it('does not keep the report from being made', async () => {
    const channel = await addMail(1);
    useMaker(t, { renderPdf: plainMaker.renderPdf });
    const reportId = await makeFor([channel]);
    await sendWaiting(t);
    expect(await readReport(t, token, reportId)).toMatchObject({ state: 'done', deliveryState: 'waiting' });
  });
});

describe('channels', () => {
  it('are those of the department of the subject and of those above it', async () => {
    const [own, below] = [await addMail(1), await addMail(1, { dept_id: 110 })];
    const far = await addSite(t, { mn: `SEND-110-${own}`, deptId: 110 });
    const offered = async (site: number) =>
      (
        (await t.send('GET', `/analysis/report/channels?siteId=${site}`, { token })).body['data'] as JsonRow[]
      ).map(({ notifyChannelId }) => notifyChannelId);
    expect(await offered(siteId)).toEqual([own]);
    expect((await offered(far)).toSorted()).toEqual([own, below].toSorted());
    const json = wantSite(siteId, { notifyChannelIds: [below] });
    expect((await t.send('POST', '/analysis/report', { token, json })).body).toMatchObject({
      field: 'notifyChannelIds',
      msg: errorText('report.channel'),
    });
  });
});
