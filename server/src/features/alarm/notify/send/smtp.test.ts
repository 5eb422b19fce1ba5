import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { certificate, certificateKey, serveTcp } from '../../../../platform/outbound/outbound.fixture.ts';
import { openOutbound } from '../../../../platform/outbound/outbound.ts';
import { serveMail } from './mail-server.fixture.ts';
import { sendMail } from './smtp.ts';
import type { MailServer } from './smtp-url.rule.ts';

const outbound = openOutbound({ outboundAllow: ['127.0.0.1'], port: 8080, gatewayPort: 8212 }, async () => [
  { address: '127.0.0.1', family: 4 },
]);
const mail = {
  id: 'id1',
  from: 'air@city.example',
  to: ['a@b.example', 'c@d.example'],
  subject: '[严重] 报警：北门站 PM10 182 µg/m³（限值 150）',
  text: '.first\n..second',
  at: new Date('2026-11-18T10:30:00Z'),
};
const server = (port: number, facts: Partial<MailServer> = {}): MailServer => ({
  host: 'relay.example',
  port,
  isTls: false,
  user: undefined,
  password: '',
  from: 'air@city.example',
  ...facts,
});
const tls = { key: certificateKey, cert: certificate };
const login = { user: 'user', password: 'päss', methods: ['PLAIN' as const] };

describe('a mail server', () => {
  it('gets a message that mail programs read, for all recipients', async () => {
    const { port, mails } = await serveMail();
    await sendMail(outbound, server(port), mail);
    expect(mails).toMatchObject([
      {
        from: mail.from,
        to: mail.to,
        text: mail.text,
        mail: {
          messageId: '<id1@city.example>',
          date: '2026-11-18T10:30:00.000Z',
          from: { name: 'Limpid', address: mail.from },
          to: mail.to.map((address) => ({ name: '', address })),
          subject: mail.subject,
        },
      },
    ]);
  });

  it.each([
    ['Chinese', '站点超限'.repeat(60), '北门站：PM10 超标，请尽快处理。\n'.repeat(300).trim()],
    [
      'French',
      'Déclenchée : « Été » '.repeat(20).trim(),
      'Seuil dépassé à 10 h 30 — œuvre n° 4\n'.repeat(300).trim(),
    ],
    ['one long line', 'x'.repeat(900), '0123456789'.repeat(2000)],
  ])('gets %s unchanged, in lines of at most 78 characters', async (_what, subject, text) => {
    const { port, mails } = await serveMail();
    await sendMail(outbound, server(port), { ...mail, subject, text });
    expect(mails).toMatchObject([{ subject, text }]);
    for (const line of mails[0]?.raw.split('\r\n') ?? []) expect(line.length).toBeLessThanOrEqual(78);
  });

  it.each(['PLAIN', 'LOGIN'] as const)('gets the password by %s, after STARTTLS', async (method) => {
    const { port, mails, passwords } = await serveMail({ tls, login: { ...login, methods: [method] } });
    await sendMail(outbound, server(port, { ...login, ca: certificate }), mail);
    expect(mails).toMatchObject([{ isSecure: true, subject: mail.subject }]);
    expect(passwords).toEqual(['päss']);
  });

  it('gets the message over TLS from the first byte', async () => {
    const { port, mails } = await serveMail({ tls, login, settings: { secure: true } });
    await sendMail(outbound, server(port, { ...login, isTls: true, ca: certificate }), mail);
    expect(mails).toMatchObject([{ isSecure: true, subject: mail.subject }]);
  });

  it('gets no password without encryption', async () => {
    const { port, passwords } = await serveMail({ login, settings: { allowInsecureAuth: true } });
    const sending = sendMail(outbound, server(port, login), mail);
    await expect(sending).rejects.toMatchObject({ key: 'notify.smtp_plain', isTemporary: false });
    expect(passwords).toEqual([]);
  });

  it('that does not know the password says so', async () => {
    const { port, mails } = await serveMail({ tls, login });
    const sending = sendMail(outbound, server(port, { ...login, password: 'x', ca: certificate }), mail);
    await expect(sending).rejects.toMatchObject({
      key: 'notify.smtp',
      params: { code: 535, reply: 'wrong password' },
      isTemporary: false,
    });
    expect(mails).toEqual([]);
  });

  it('with a certificate that nobody trusts gets no message', async () => {
    const { port, mails } = await serveMail({ tls });
    await expect(sendMail(outbound, server(port), mail)).rejects.toMatchObject({ key: 'outbound.tls' });
    expect(mails).toEqual([]);
  });

  it('is told the address of the sender, as servers that check names want it', async () => {
    const names: string[] = [];
    const { port } = await serveMail({
      settings: {
        onMailFrom(_address, { hostNameAppearsAs }, done) {
          names.push(hostNameAppearsAs);
          done();
        },
      },
    });
    await sendMail(outbound, server(port), mail);
    expect(names).toEqual(['[127.0.0.1]']);
  });

  it.each([
    ['connect', '421 too busy', true],
    ['connect', '554 no service', false],
    ['MAIL', '452 too many', true],
    ['RCPT', '450 mailbox busy', true],
    ['RCPT', '550 no such user', false],
    ['DATA', '451 try later', true],
    ['DATA', '552 too large', false],
  ])('that answers %s with %s', async (refused, reply, isTemporary) => {
    const { port, mails } = await serveMail({ refuse: (step) => (step === refused ? reply : undefined) });
    await expect(sendMail(outbound, server(port), mail)).rejects.toMatchObject({
      key: 'notify.smtp',
      params: { code: Number(reply.slice(0, 3)), reply: reply.slice(4) },
      isTemporary,
    });
    expect(mails).toEqual([]);
  });

  it('that refuses one recipient gets the message for the others', async () => {
    const { port, mails } = await serveMail({
      settings: {
        onRcptTo({ address }, _session, done) {
          done(
            address === 'a@b.example'
              ? Object.assign(new Error('no such user'), { responseCode: 550 })
              : null,
          );
        },
      },
    });
    expect(await sendMail(outbound, server(port), mail)).toEqual(['a@b.example']);
    expect(mails).toMatchObject([{ to: ['c@d.example'] }]);
  });

  it('that speaks another protocol is named as such', async () => {
    const { port } = await serveTcp(createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    await expect(sendMail(outbound, server(port), mail)).rejects.toMatchObject({
      key: 'notify.smtp_protocol',
    });
  });

  it('that closes the connection is tried again', async () => {
    const { port } = await serveTcp(createServer((socket) => socket.end('220 hello\r\n')));
    await expect(sendMail(outbound, server(port), mail)).rejects.toMatchObject({
      key: 'outbound.connection',
    });
  });
});
